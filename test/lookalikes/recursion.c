// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int make_path(char *path) {
  if (mkdir(path, 0755) == 0 || errno == EEXIST)
    return 0;
  char *slash = strrchr(path, '/');
  if (errno != ENOENT || !slash || slash == path)
    return -1;
  *slash = 0;
  int rc = make_path(path);
  *slash = '/';
  return rc == 0 ? mkdir(path, 0755) : rc;
}

struct json;
struct json *json_child(struct json *j, int i);
int json_send(int sock, struct json *j);

int send_tree(int sock, struct json *j) {
  struct json *child;
  if (json_send(sock, j) < 0)
    return -1;
  for (int i = 0; (child = json_child(j, i)); i++)
    if (send_tree(sock, child) < 0)
      return -1;
  return 0;
}

int snmp_get_next(const char *host, const char *oid, char *next, int len);

void snmp_walk(const char *host, const char *oid, int attempts) {
  char next[256];
  if (attempts == 0 || snmp_get_next(host, oid, next, sizeof next) != 0)
    return;
  printf("%s\n", next);
  usleep(10000);
  snmp_walk(host, next, attempts - 1);
}

long parse_sum(const char **p);

long parse_factor(const char **p) {
  if (**p == '(') {
    ++*p;
    long v = parse_sum(p);
    if (**p == ')')
      ++*p;
    return v;
  }
  long v = 0;
  while (**p >= '0' && **p <= '9')
    v = v * 10 + *(*p)++ - '0';
  return v;
}

long parse_sum(const char **p) {
  long v = parse_factor(p);
  if (**p != '+')
    return v;
  ++*p;
  return v + parse_sum(p);
}

int forward_query(int hop, const char *name);

int ask_upstream(int hop, const char *name) {
  if (hop < 0)
    return -1;
  if (forward_query(hop, name) == 0)
    return 0;
  sleep(1);
  return ask_upstream(hop - 1, name);
}
