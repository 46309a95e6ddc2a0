// RUN: %check_retry %s --checks=retry-immediate,retry-fixed-interval,retry-unbounded -- -std=c11
#define _GNU_SOURCE
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

/* A goto repeats the same address; only `continue` goes on to the next. */
int dial(struct addrinfo *p) {
  int fd, tries = 0;
  for (; p; p = p->ai_next) {
  again:
    if ((fd = socket(p->ai_family, p->ai_socktype, p->ai_protocol)) == -1)
      return -1;
    if (connect(fd, p->ai_addr, p->ai_addrlen) == 0) // expect: retry-immediate
      return fd;
    close(fd);
    if (errno == EHOSTUNREACH)
      continue;
    if (errno != ECONNREFUSED || ++tries >= 3)
      return -1;
    goto again;
  }
  return -1;
}

struct job {
  struct job *next;
  const char *name;
};
int upload(const char *name);

int upload_all(struct job *j) {
  int failed = 0;
  while (j) {
    int tries = 3;
  retry:
    if (upload(j->name) != 0) {
      if (--tries > 0) {
        sleep(2); // expect: retry-fixed-interval "2 s, 2 s"
        goto retry;
      }
      failed++;
    }
    j = j->next;
  }
  return failed;
}

/* Only failover: a goto that leaves for the end is no way back. */
int first_that_answers(struct addrinfo *p) {
  int fd = -1;
  for (; p; p = p->ai_next) {
    fd = socket(p->ai_family, p->ai_socktype, p->ai_protocol);
    if (fd == -1)
      goto out;
    if (connect(fd, p->ai_addr, p->ai_addrlen) == 0)
      goto out;
    close(fd);
    fd = -1;
  }
out:
  return fd;
}

/* What repairs something between two attempts may be a loop itself. */
enum { DOWN = -2, OK = 0 };
int db_execute(const char *sql);
int db_connect(const char *host);

static void reconnect(const char *host) {
  while (db_connect(host) != OK) { // expect: retry-unbounded
    fprintf(stderr, "database is down\n");
    sleep(10); // expect: retry-fixed-interval "10 s, 10 s"
  }
}

int execute(const char *sql, const char *host) {
  int rc = db_execute(sql);
  while (rc == DOWN) { // expect: retry-unbounded
    reconnect(host);
    rc = db_execute(sql);
  }
  return rc;
}

/* The first attempt is written once more: it fails as the others do. */
int written_twice(const char *host) {
  int tries = 1, rc = db_connect(host);
  while (rc != OK && tries < 4) {
    sleep(5); // expect: retry-fixed-interval "5 s, 5 s"
    if ((rc = db_connect(host)) == OK)
      break;
    ++tries;
  }
  return rc;
}
