// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <netdb.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int dial_host(const char *host, const char *service) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *res, *ai;
  int fd = -1;
  if (getaddrinfo(host, service, &hints, &res) != 0)
    return -1;
  for (ai = res; ai; ai = ai->ai_next) {
    fd = socket(ai->ai_family, ai->ai_socktype, ai->ai_protocol);
    if (fd < 0)
      continue;
    if (connect(fd, ai->ai_addr, ai->ai_addrlen) == 0)
      break;
    close(fd);
    fd = -1;
  }
  freeaddrinfo(res);
  return fd;
}

struct ntp_sample;
int ntp_request(const char *server, struct ntp_sample *out);

int ntp_first_answer(const char *const *servers, struct ntp_sample *out) {
  while (*servers) {
    if (ntp_request(*servers, out) == 0)
      return 0;
    fprintf(stderr, "%s does not answer\n", *servers);
    servers++;
    sleep(1);
  }
  return -1;
}

struct ldap_conf {
  const char *uri[4];
  int n;
};
void *ldap_open(const char *uri);

void *ldap_connect_any(const struct ldap_conf *conf) {
  void *handle = NULL;
  int attempt = 0;
  while (!handle && attempt < conf->n)
    handle = ldap_open(conf->uri[attempt++]);
  return handle;
}

int syslog_send(const char *relay, const char *line);

int forward_line(const char *primary, const char *secondary, const char *line) {
  const char *relay = primary;
retry:
  if (syslog_send(relay, line) == 0)
    return 0;
  if (relay == primary) {
    relay = secondary;
    goto retry;
  }
  return -1;
}

struct path_entry {
  struct path_entry *next;
  const char *device;
  int failed;
};
int path_write(const char *device, const void *block, unsigned len);

int multipath_write(struct path_entry *p, const void *block, unsigned len) {
  for (; p; p = p->next) {
    if (p->failed)
      continue;
    if (path_write(p->device, block, len) == 0)
      return 0;
    p->failed = 1;
  }
  return -1;
}

/* The helper is told whom to talk to. */
struct mount_info { const char *spec; struct addrinfo *address; };
static int mount_at(struct mount_info *mi, const struct sockaddr *to, socklen_t len) {
  int fd = socket(to->sa_family, SOCK_STREAM, 0);
  if (fd < 0)
    return 0;
  if (connect(fd, to, len) < 0) {
    close(fd);
    return 0;
  }
  return fd;
}
int mount_somewhere(struct mount_info *mi) {
  for (struct addrinfo *ai = mi->address; ai != NULL; ai = ai->ai_next) {
    int fd = mount_at(mi, ai->ai_addr, ai->ai_addrlen);
    if (fd != 0)
      return fd;
  }
  return 0;
}

struct endpoint { struct sockaddr *addr; socklen_t len; struct endpoint *next; };
int through_members(struct mount_info *mi, struct endpoint *e) {
  while (e) {
    int fd = mount_at(mi, e->addr, e->len);
    if (fd)
      return fd;
    fprintf(stderr, "%s: next\n", mi->spec);
    e = e->next;
  }
  return 0;
}

int through_records(struct mount_info *mi, const char *records, size_t len) {
  const struct record { unsigned size; struct sockaddr to; } *r;
  for (const char *p = records; p < records + len; p += r->size) {
    r = (const struct record *)p;
    if (mount_at(mi, &r->to, r->size))
      return 1;
  }
  return 0;
}

/* Another family, then another port: nothing is attempted twice because it failed. */
static int any_socket(void) {
  int fd = socket(AF_INET6, SOCK_DGRAM, 0);
  if (fd == -1)
    fd = socket(AF_INET, SOCK_DGRAM, 0);
  return fd;
}
int well_known(int fd);
int reserved_socket(struct sockaddr *to, socklen_t len) {
  int tries = 0;
again:;
  int fd = any_socket();
  if (fd == -1)
    return -1;
  if (bind(fd, to, len) == -1) {
    close(fd);
    return -1;
  }
  if (well_known(fd) && tries < 100) {
    tries++;
    close(fd);
    goto again;
  }
  return fd;
}
