// RUN: %check_retry %s --checks=retry-immediate -- -std=c11
#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <syslog.h>
#include <unistd.h>

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef enum { CONNECTION_OK, CONNECTION_BAD } ConnStatusType;
PGconn *PQconnectdb(const char *conninfo);
ConnStatusType PQstatus(const PGconn *conn);
char *PQerrorMessage(const PGconn *conn);
PGresult *PQexec(PGconn *conn, const char *query);
void PQclear(PGresult *res);
void PQreset(PGconn *conn);
void PQfinish(PGconn *conn);

/* --- no wait between attempts --- */

int dial_printer(const struct sockaddr *addr, socklen_t len) {
  int fd, n = 0;
redo:
  fd = socket(addr->sa_family, SOCK_STREAM, 0);
  if (connect(fd, addr, len) < 0) { // expect: retry-immediate
    close(fd);
    if (n++ < 3)
      goto redo;
    return -errno;
  }
  return fd;
}

struct addrinfo *find_broker(const char *host) {
  struct addrinfo *list = NULL;
  int rc, spare = 5;
  do
    rc = getaddrinfo(host, "1883", NULL, &list); // expect: retry-immediate
  while (rc == EAI_AGAIN && --spare);
  return rc == 0 ? list : NULL;
}

#define MAX_ROUNDS 3
CURLcode fetch_feed(CURL *h, FILE *log) {
  CURLcode rc;
  for (unsigned i = 1; (rc = curl_easy_perform(h)) != CURLE_OK && i < MAX_ROUNDS; i++) // expect: retry-immediate
    fprintf(log, "feed: %s\n", curl_easy_strerror(rc));
  return rc;
}

PGconn *open_ledger(const char *dsn) {
  PGconn *db = NULL;
  for (int i = 0; i < 4; i++) {
    db = PQconnectdb(dsn); // expect: retry-immediate
    if (PQstatus(db) == CONNECTION_OK)
      return db;
    syslog(LOG_WARNING, "ledger: %s", PQerrorMessage(db));
    PQfinish(db);
  }
  return NULL;
}

/* sched_yield() only steps aside. */
int send_alarm(int fd, const struct sockaddr *to, socklen_t len) {
  int tries = 10;
  while (tries-- > 0) {
    if (sendto(fd, "ALARM", 5, 0, to, len) == 5) // expect: retry-immediate
      return 0;
    sched_yield();
  }
  return -1;
}

/* 0.5 becomes 0 on its way into sleep(). */
bool post_heartbeat(CURL *h) {
  const double pause = 0.5;
  for (int left = 5; left; left--) {
    if (curl_easy_perform(h) == CURLE_OK) // expect: retry-immediate
      return true;
    sleep((unsigned)pause);
  }
  return false;
}

static int tcp_once(const struct addrinfo *ai) {
  int fd = socket(ai->ai_family, ai->ai_socktype, ai->ai_protocol);
  if (fd >= 0 && connect(fd, ai->ai_addr, ai->ai_addrlen) != 0) {
    close(fd);
    return -1;
  }
  return fd;
}
int tcp_stubborn(const struct addrinfo *ai, int limit) {
  int fd = -1;
  for (int n = 0; n < limit; n++) {
    fd = tcp_once(ai); // expect: retry-immediate
    if (fd >= 0)
      break;
  }
  return fd;
}

/* --- a wait, perhaps a wait, nothing remote, or no retry --- */

int dial_slowly(const struct sockaddr *addr, socklen_t len) {
  for (int retry = 0; retry < 4; retry++) {
    int fd = socket(addr->sa_family, SOCK_STREAM, 0);
    if (connect(fd, addr, len) == 0)
      return fd;
    close(fd);
    usleep((useconds_t)(random() % (100000L << retry)));
  }
  return -1;
}

ssize_t read_reply(int fd, void *buf, size_t n) {
  ssize_t got;
  do
    got = recv(fd, buf, n, 0);
  while (got < 0 && errno == EINTR);
  return got;
}

/* Not ready is waited out in poll(). */
ssize_t send_when_ready(int fd, const void *buf, size_t n) {
  for (;;) {
    ssize_t put = send(fd, buf, n, MSG_DONTWAIT);
    if (put >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK))
      return put;
    struct pollfd p = {.fd = fd, .events = POLLOUT};
    if (poll(&p, 1, 5000) <= 0)
      return -1;
  }
}

void ev_backoff(int failures);
CURLcode feed_house_backoff(CURL *h) {
  CURLcode rc;
  int failures = 0;
  while ((rc = curl_easy_perform(h)) != CURLE_OK) {
    if (++failures == 3)
      break;
    ev_backoff(failures);
  }
  return rc;
}

/* What recover_link() does is unknown here; it may take its time. */
int recover_link(int fd);
int send_report(int fd, const char *line) {
  int retries = 0;
  while (send(fd, line, strlen(line), 0) < 0) {
    if (++retries > 3)
      return -1;
    fd = recover_link(fd);
  }
  return 0;
}

/* Another address each round. */
int dial_any(const struct addrinfo *list) {
  for (const struct addrinfo *try = list; try; try = try->ai_next) {
    int fd = tcp_once(try);
    if (fd >= 0)
      return fd;
  }
  return -1;
}

/* The next client, not the last one again. */
int serve(int listener, void (*handle)(int)) {
  for (;;) {
    int fd = accept(listener, NULL, NULL);
    if (fd < 0) {
      if (errno == ECONNABORTED || errno == EINTR)
        continue;
      return -1;
    }
    handle(fd);
    close(fd);
  }
}

int open_state(const char *path) {
  int fd = -1;
  for (int attempt = 0; attempt < 3 && fd < 0; attempt++)
    fd = open(path, O_RDWR | O_CREAT, 0644);
  return fd;
}

bool lock_spool(int fd) {
  int attempts = 100;
  while (flock(fd, LOCK_EX | LOCK_NB) != 0)
    if (errno != EWOULDBLOCK || --attempts == 0)
      return false;
  return true;
}

/* A bus on the same board. */
int i2c_read_reg(int bus, unsigned char reg, unsigned char *out);
int read_temperature(int bus) {
  unsigned char raw = 0;
  for (int retry = 0; retry < 3; retry++)
    if (i2c_read_reg(bus, 0x0f, &raw) == 0)
      return raw;
  return -273;
}

/* A dropped connection is reset and the statement sent once more. */
PGresult *query_once_more(PGconn *db, const char *sql) {
  bool retried = false;
  PGresult *res;
  while ((res = PQexec(db, sql)) && PQstatus(db) == CONNECTION_BAD && !retried) {
    PQclear(res);
    PQreset(db);
    retried = true;
  }
  return res;
}

int receive_exactly(int fd, char *p, size_t n) {
  while (n) {
    ssize_t got = recv(fd, p, n, 0);
    if (got <= 0)
      return -1;
    p += got;
    n -= (size_t)got;
  }
  return 0;
}

/* Two seconds for an answer, then the question again. */
bool sntp_ask(int fd, const void *query, size_t n, void *answer, size_t room) {
  struct pollfd p = {.fd = fd, .events = POLLIN};
  for (int attempt = 0; attempt < 3; attempt++) {
    if (send(fd, query, n, 0) != (ssize_t)n)
      return false;
    if (poll(&p, 1, 2000) == 1)
      return recv(fd, answer, room, 0) > 0;
  }
  return false;
}
