// REQUIRES: curl
// RUN: %check_retry %s --checks=retry-silent -- -std=gnu11

#include <curl/curl.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/socket.h>
#include <syslog.h>
#include <unistd.h>

int plain(int fd, const struct sockaddr *a, socklen_t n) {
  for (int i = 0; i < 5; i++) { // expect: retry-silent "'connect'"
    if (connect(fd, a, n) == 0)
      return 0;
    sleep(1);
  }
  return -1;
}

CURLcode transfer(CURL *h) {
  CURLcode rc;
  int n = 0;
  while ((rc = curl_easy_perform(h)) != CURLE_OK) { // expect: retry-silent
    if (++n == 3)
      break;
    sleep(n);
  }
  return rc;
}

struct stats {
  unsigned long retries;
  atomic_ulong failures;
};

CURLcode counted(CURL *h, struct stats *s) {
  CURLcode rc;
  int n = 0;
  while ((rc = curl_easy_perform(h)) != CURLE_OK) {
    s->retries++;
    if (++n == 3)
      break;
    sleep(n);
  }
  return rc;
}

CURLcode counted_atomically(CURL *h, struct stats *s) {
  CURLcode rc;
  int n = 0;
  while ((rc = curl_easy_perform(h)) != CURLE_OK) {
    atomic_fetch_add(&s->failures, 1);
    if (++n == 3)
      break;
    sleep(n);
  }
  return rc;
}

CURLcode logged(CURL *h) {
  CURLcode rc;
  int n = 0;
  while ((rc = curl_easy_perform(h)) != CURLE_OK) {
    syslog(LOG_WARNING, "attempt %d: %s", n, curl_easy_strerror(rc));
    if (++n == 3)
      break;
    sleep(n);
  }
  return rc;
}

int explained(int fd, const struct sockaddr *a, socklen_t n) {
  for (int i = 0; i < 5; i++) {
    if (connect(fd, a, n) == 0)
      return 0;
    sleep(1);
  }
  perror("connect");
  return -1;
}

static unsigned long failures;
int global(int fd, const struct sockaddr *a, socklen_t n) {
  for (int i = 0; i < 5; i++) {
    if (connect(fd, a, n) == 0)
      return 0;
    failures += 1;
    sleep(1);
  }
  return -1;
}

/* Further idioms. */
#include <netdb.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int jump_back(const char *host, const char *port, struct addrinfo **out) {
  int tries = 0;
  int rc;
retry: // expect: retry-silent "'getaddrinfo'"
  rc = getaddrinfo(host, port, NULL, out);
  if (rc == EAI_AGAIN && ++tries < 4) {
    sleep(1u << tries);
    goto retry;
  }
  return rc;
}

int until_it_answers(int fd, const void *data, size_t size) {
  int left = 4;
  ssize_t n;
  do { // expect: retry-silent "'send'"
    n = send(fd, data, size, 0);
    if (n >= 0)
      break;
    usleep(100000);
  } while (--left > 0);
  return n < 0 ? -1 : 0;
}

bool push_to_server(const char *what);

bool flagged(const char *what) {
  bool sent = false;
  for (int n = 0; n < 3 && !sent; n++) { // expect: retry-silent "'push_to_server'"
    sent = push_to_server(what);
    if (!sent)
      sleep(1);
  }
  return sent;
}

static int attempt_transfer(CURL *h) {
  CURLcode rc = curl_easy_perform(h);
  return rc == CURLE_OK ? 0 : -1;
}

int in_a_helper(CURL *h) {
  for (int n = 1; n <= 3; n++) { // expect: retry-silent
    if (attempt_transfer(h) == 0)
      return 0;
    sleep(n);
  }
  return -1;
}

int counted_for_itself(CURL *h) {
  int failures_here = 0;
  while (curl_easy_perform(h) != CURLE_OK) { // expect: retry-silent
    failures_here++;
    if (failures_here > 4)
      return -1;
    sleep(1);
  }
  return 0;
}

long by_status(CURL *h) {
  long status = 0;
  for (int n = 0; n < 4; n++) { // expect: retry-silent
    if (curl_easy_perform(h) == CURLE_OK) {
      curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &status);
      if (status != 503)
        return status;
    }
    sleep(2u << n);
  }
  return status;
}

int by_errno(int fd, const struct sockaddr *a, socklen_t n) {
  int tries = 0;
  for (;;) { // expect: retry-silent "'connect'"
    if (connect(fd, a, n) == 0)
      return 0;
    switch (errno) {
    case ECONNREFUSED:
    case ETIMEDOUT:
      break;
    default:
      return -errno;
    }
    if (++tries == 3)
      return -errno;
    struct timespec pause = {1, 0};
    nanosleep(&pause, NULL);
  }
}

typedef int (*operation)(void *state);

int any_operation(operation op_connect, void *state) {
  int rc = -1;
  for (int n = 0; n < 5 && rc != 0; n++) { // expect: retry-silent
    rc = op_connect(state);
    if (rc != 0)
      sleep(1);
  }
  return rc;
}

#define RETRY(times, call)                                                     \
  do {                                                                         \
    for (int round_ = 0; round_ < (times); round_++) {                         \
      if ((call) == 0)                                                         \
        break;                                                                 \
      sleep(1);                                                                \
    }                                                                          \
  } while (0)

int connect_to_broker(const char *host);

void in_a_macro(const char *host) {
  RETRY(3, connect_to_broker(host)); // expect: retry-silent
}

int result_kept(const char *host) {
  int last = 0;
  for (int n = 0; n < 3; n++) { // expect: retry-silent "'connect_to_broker'"
    last = connect_to_broker(host);
    if (last >= 0)
      return last;
    sleep(1);
  }
  return last;
}

int calls_itself(const char *host, int left) {
  int fd = connect_to_broker(host);
  if (fd >= 0 || left == 0)
    return fd;
  sleep(1);
  return calls_itself(host, left - 1); // expect: retry-silent
}

CURLcode success_is_logged(CURL *h) {
  CURLcode rc;
  int n = 0;
  while ((rc = curl_easy_perform(h)) != CURLE_OK) { // expect: retry-silent
    if (++n == 3)
      return rc;
    sleep(n);
  }
  syslog(LOG_INFO, "fetched");
  return rc;
}

int told_before(const char *host) {
  fprintf(stderr, "connecting to %s\n", host);
  for (int n = 0; n < 3; n++) { // expect: retry-silent
    if (connect_to_broker(host) >= 0)
      return 0;
    sleep(1);
  }
  return -1;
}

/* Right. */
#define LOG_RETRY(n) syslog(LOG_NOTICE, "%s: round %d failed", __func__, (n))

int log_macro(const char *host) {
  for (int n = 0; n < 3; n++) {
    if (connect_to_broker(host) >= 0)
      return 0;
    LOG_RETRY(n);
    sleep(1);
  }
  return -1;
}

void metric_inc(const char *name);

int counted_metric(const char *host) {
  for (int n = 0; n < 3; n++) {
    if (connect_to_broker(host) >= 0)
      return 0;
    metric_inc("broker.retries");
    sleep(1);
  }
  return -1;
}

typedef void (*on_failure)(void *closure, int rc);

int calls_back(const char *host, on_failure failed, void *closure) {
  for (int n = 0; n < 3; n++) {
    int rc = connect_to_broker(host);
    if (rc >= 0)
      return rc;
    failed(closure, rc);
    sleep(1);
  }
  return -1;
}

int out_parameter(const char *host, int *attempts) {
  for (*attempts = 1; *attempts <= 3; ++*attempts) {
    if (connect_to_broker(host) >= 0)
      return 0;
    sleep(1);
  }
  return -1;
}

int leaves_a_message(const char *host, char *error, size_t room) {
  for (int n = 0; n < 3; n++) {
    if (connect_to_broker(host) >= 0)
      return 0;
    snprintf(error, room, "attempt %d: %s", n, strerror(errno));
    sleep(1);
  }
  return -1;
}

static void note_failure(int n) { fprintf(stderr, "failure %d\n", n); }

int logged_in_a_helper(const char *host) {
  int n = 0;
again:
  if (connect_to_broker(host) >= 0)
    return 0;
  note_failure(n);
  if (++n < 3) {
    sleep(1);
    goto again;
  }
  return -1;
}

int dies(const char *host) {
  int n = 0;
  while (connect_to_broker(host) < 0) {
    if (++n == 3) {
      fprintf(stderr, "no broker at %s\n", host);
      exit(1);
    }
    sleep(1);
  }
  return 0;
}

int local_file(const char *path) {
  FILE *f = NULL;
  for (int n = 0; n < 3 && !f; n++) { /* nothing remote */
    f = fopen(path, "r");
    if (!f)
      usleep(1000);
  }
  if (!f)
    return -1;
  fclose(f);
  return 0;
}

int interrupted(int fd, char *to, size_t size) {
  ssize_t n;
  do /* goes on where it was: no retry */
    n = recv(fd, to, size, 0);
  while (n < 0 && errno == EINTR);
  return (int)n;
}

int each_of_many(const char **hosts, int count) {
  for (int i = 0; i < count; i++) /* another one each time */
    if (connect_to_broker(hosts[i]) >= 0)
      return i;
  return -1;
}

/* ---- a handle is kept, and nobody is told ---------------------------------- */
struct line;
struct line *line_connect(const char *host);
int line_send(struct line *l, const char *text);
void line_close(struct line *l);

struct session {
  const char *host;
  struct line *to;
  int failures;
  const char *last;
};

int reopened(struct session *s, const char *text) {
  for (int n = 0; n < 3; n++) { // expect: retry-silent
    if (!s->to)
      s->to = line_connect(s->host);
    if (line_send(s->to, text) == 0)
      return 0;
    line_close(s->to);
    s->to = NULL;
    usleep(100000u << n);
  }
  return -1;
}

int reopened_and_counted(struct session *s, const char *text) {
  for (int n = 0; n < 3; n++) {
    if (line_send(s->to, text) == 0)
      return 0;
    s->to = line_connect(s->host);
    s->failures++;
    usleep(100000u << n);
  }
  return -1;
}

int reopened_and_noted(struct session *s, const char *text) {
  for (int n = 0; n < 3; n++) {
    if (line_send(s->to, text) == 0)
      return 0;
    s->to = line_connect(s->host);
    s->last = "line is down";
    usleep(100000u << n);
  }
  return -1;
}
