// REQUIRES: curl
// RUN: %check_retry %s --checks=retry-sensitive-log -- -std=gnu11

#include <curl/curl.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>

void pause_before(int round);

int user_and_password(CURL *h, const char *who) {
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_USERPWD, who);
  for (int i = 0; i < 3; i++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    syslog(LOG_WARNING, "%d: %s (%s)", i, curl_easy_strerror(rc), who); // expect: retry-sensitive-log "'who', which is sent as a credential"
    pause_before(i);
  }
  return rc;
}

int authorization_line(CURL *h, const char *jwt) {
  char line[512];
  struct curl_slist *hdr = NULL;
  int rc = 0;
  snprintf(line, sizeof line, "Authorization: Bearer %s", jwt);
  hdr = curl_slist_append(hdr, line);
  curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
  for (int i = 0; i < 3; i++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    fprintf(stderr, "again with %s\n", jwt); // expect: retry-sensitive-log "'jwt', which is sent as a credential"
    pause_before(i);
  }
  curl_slist_free_all(hdr);
  return rc;
}

struct account {
  const char *name;
  char passwd[64];
};
int login_remote(const struct account *a);

int member(const struct account *a) {
  int i;
  for (i = 0; i < 3; i++) {
    if (login_remote(a) == 0)
      return 0;
    printf("login %s/%s failed\n", a->name, a->passwd); // expect: retry-sensitive-log "'passwd'"
    pause_before(i);
  }
  return -1;
}

static void note(const char *what, int n) {
  fprintf(stderr, "%d: %s\n", n, what);
}

int send_remote(const char *body);

int helper(const char *body) {
  int n = 0;
again:
  if (send_remote(body) == 0)
    return 0;
  note(body, n); // expect: retry-sensitive-log "'body'"
  if (++n < 3) {
    pause_before(n);
    goto again;
  }
  return -1;
}

int copied(const char *body) {
  char shown[128];
  for (int n = 0; n < 3; n++) {
    if (send_remote(body) == 0)
      return 0;
    strncpy(shown, body, sizeof shown - 1);
    puts(shown); // expect: retry-sensitive-log "'body'"
    pause_before(n);
  }
  return -1;
}

/* Right. */
int length_only(const char *body) {
  for (int n = 0; n < 3; n++) {
    if (send_remote(body) == 0)
      return 0;
    syslog(LOG_ERR, "attempt %d: %zu bytes not sent", n, strlen(body));
    pause_before(n);
  }
  return -1;
}

int name_only(const struct account *a) {
  for (int i = 0; i < 3; i++) {
    if (login_remote(a) == 0)
      return 0;
    printf("login %s failed\n", a->name);
    pause_before(i);
  }
  return -1;
}

int reason(CURL *h, const char *userpwd) {
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_USERPWD, userpwd);
  for (int i = 0; i < 3; i++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    fprintf(stderr, "attempt %d: %s\n", i, curl_easy_strerror(rc));
    pause_before(i);
  }
  return rc;
}

int last_byte(const char *body) {
  for (int n = 0; n < 3; n++) {
    if (send_remote(body) == 0)
      return 0;
    fprintf(stderr, "attempt %d, begins with %d\n", n, body[0]);
    pause_before(n);
  }
  return -1;
}

/* Further idioms. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>

int renew_session(const char *session, char *token, size_t room);

int goto_chain(const char *session) {
  char token[256];
  int tries = 3;
retry:
  if (renew_session(session, token, sizeof token) != 0) {
    fprintf(stderr, "refresh failed, had token %s\n", token); // expect: retry-sensitive-log "'token'"
    if (--tries == 0)
      goto fail;
    pause_before(tries);
    goto retry;
  }
  return 0;
fail:
  return -1;
}

int built_by_hand(CURL *h, const char *key) {
  char header[256] = "Authorization: ";
  int rc, n = 0;
  strncat(header, "Token ", sizeof header - strlen(header) - 1);
  strncat(header, key, sizeof header - strlen(header) - 1);
  struct curl_slist *list = curl_slist_append(NULL, header);
  curl_easy_setopt(h, CURLOPT_HTTPHEADER, list);
  do {
    rc = curl_easy_perform(h);
    if (rc != CURLE_OK) {
      fprintf(stderr, "%s: %s\n", header, curl_easy_strerror(rc)); // expect: retry-sensitive-log
      pause_before(n);
    }
  } while (rc != CURLE_OK && ++n < 4);
  curl_slist_free_all(list);
  return rc;
}

#define WARN(...) fprintf(stderr, "warn: " __VA_ARGS__)

int by_macro(CURL *h, const char *cookie) {
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_COOKIE, cookie);
  for (int n = 0; n < 3; n++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      return 0;
    WARN("round %d with %s\n", n, cookie); // expect: retry-sensitive-log "'cookie'"
    pause_before(n);
  }
  return rc;
}

typedef void (*log_fn)(int level, const char *fmt, ...);

int by_pointer(log_fn log, const char *user, const char *password) {
  int login_to_server(const char *, const char *);
  for (int n = 0; n < 3; n++) {
    if (login_to_server(user, password) == 0)
      return 0;
    log(LOG_WARNING, "login %s:%s failed", user, password); // expect: retry-sensitive-log "'password'"
    pause_before(n);
  }
  return -1;
}

struct context {
  void (*warn)(const char *fmt, ...);
  char api_key[40];
  CURL *h;
};

int in_the_context(struct context *ctx) {
  int rc = 0;
  for (int n = 0; n < 3; n++) {
    rc = curl_easy_perform(ctx->h);
    if (rc == CURLE_OK)
      return 0;
    ctx->warn("attempt %d with key %s: %d", n, ctx->api_key, rc); // expect: retry-sensitive-log "'api_key'"
    pause_before(n);
  }
  return rc;
}

static void complain(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsyslog(LOG_ERR, fmt, ap);
  va_end(ap);
}

void log_error(const char *fmt, ...);

int own_log(const char *body) {
  for (int n = 0; n < 3; n++) {
    if (send_remote(body) == 0)
      return 0;
    log_error("not sent: %s", body); // expect: retry-sensitive-log "'body'"
    pause_before(n);
  }
  complain("given up after %d", 3);
  return -1;
}

int when_giving_up(const char *body) {
  int n = 0;
  while (send_remote(body) != 0) {
    if (++n >= 3) {
      syslog(LOG_CRIT, "lost: %s", body); // expect: retry-sensitive-log "'body'"
      return -1;
    }
    pause_before(n);
  }
  return 0;
}

int heap_text(CURL *h, const char *bearer) {
  char *line = malloc(strlen(bearer) + 32);
  int rc = 0;
  sprintf(line, "Authorization: Bearer %s", bearer);
  struct curl_slist *list = curl_slist_append(NULL, line);
  curl_easy_setopt(h, CURLOPT_HTTPHEADER, list);
  for (int n = 0; n < 3; n++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    printf("%s\n", bearer); // expect: retry-sensitive-log
    pause_before(n);
  }
  curl_slist_free_all(list);
  free(line);
  return rc;
}

int oauth(CURL *h, const char *grant) {
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_XOAUTH2_BEARER, grant);
  for (int n = 0; n < 3; n++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    fputs(grant, stderr); // expect: retry-sensitive-log "'grant', which is sent as a credential"
    pause_before(n);
  }
  return rc;
}

int formatted_first(const struct account *a) {
  char message[256];
  for (int i = 0; i < 3; i++) {
    if (login_remote(a) == 0)
      return 0;
    snprintf(message, sizeof message, "%s with %s refused", a->name, a->passwd);
    syslog(LOG_NOTICE, "%s", message); // expect: retry-sensitive-log "'passwd'"
    pause_before(i);
  }
  return -1;
}

static int try_once(const char *body, int n) {
  int rc = send_remote(body);
  if (rc != 0)
    fprintf(stderr, "round %d: %s\n", n, body);
  return rc;
}

int logged_by_the_attempt(const char *body) {
  for (int n = 0; n < 3; n++) {
    if (try_once(body, n) == 0) // expect: retry-sensitive-log "'body'"
      return 0;
    pause_before(n);
  }
  return -1;
}

/* Right. */
int before_the_loop(const char *body) {
  printf("sending %s\n", body); /* once, not while it fails */
  for (int n = 0; n < 3; n++) {
    if (send_remote(body) == 0)
      return 0;
    pause_before(n);
  }
  return -1;
}

int whether_there_is_one(CURL *h, const char *password) {
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_PASSWORD, password);
  for (int n = 0; n < 3; n++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    fprintf(stderr, "attempt %d, %s password\n", n, password ? "with" : "without");
    pause_before(n);
  }
  return rc;
}

const char *mask(const char *text);

int masked(CURL *h, const char *userpwd) {
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_USERPWD, userpwd);
  for (int n = 0; n < 3; n++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    syslog(LOG_WARNING, "attempt %d as %s", n, mask(userpwd));
    pause_before(n);
  }
  return rc;
}

int code_and_url(CURL *h, const char *url, const char *jwt) {
  long status = 0;
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_URL, url);
  curl_easy_setopt(h, CURLOPT_XOAUTH2_BEARER, jwt);
  for (int n = 0; n < 3; n++) {
    rc = curl_easy_perform(h);
    curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &status);
    if (rc == CURLE_OK && status == 200)
      break;
    WARN("%s: %ld\n", url, status);
    pause_before(n);
  }
  return rc;
}

int token_count(const char *body, int tokens) {
  for (int n = 0; n < 3; n++) {
    if (send_remote(body) == 0)
      return 0;
    fprintf(stderr, "%d tokens not sent\n", tokens);
    pause_before(n);
  }
  return -1;
}

int no_retry(const char *body) {
  int rc = send_remote(body);
  if (rc != 0)
    fprintf(stderr, "not sent: %s\n", body); /* not while retrying */
  return rc;
}

int each_item(const char **bodies, int count) {
  int failed = 0;
  for (int i = 0; i < count; i++)
    if (send_remote(bodies[i]) != 0) {
      printf("%s\n", bodies[i]); /* no retry: the next one */
      failed++;
    }
  return failed;
}

int after_success(const char *session) {
  char token[256];
  for (int n = 0; n < 3; n++) {
    if (renew_session(session, token, sizeof token) == 0) {
      printf("%s\n", token); /* what the program is for */
      return 0;
    }
    fprintf(stderr, "attempt %d failed\n", n);
    pause_before(n);
  }
  return -1;
}

int other_text(const char *body, const char *subject) {
  for (int n = 0; n < 3; n++) {
    if (send_remote(body) == 0)
      return 0;
    log_error("mail '%s' not sent, attempt %d", subject, n);
    pause_before(n);
  }
  return -1;
}

int wiped(const char *session) {
  char token[256];
  for (int n = 0; n < 3; n++) {
    if (renew_session(session, token, sizeof token) == 0)
      return 0;
    strcpy(token, "none");
    printf("token: %s\n", token);
    pause_before(n);
  }
  return -1;
}

int by_pointer_right(log_fn log, const char *user, const char *password) {
  int login_to_server(const char *, const char *);
  int n = 0;
again:
  if (login_to_server(user, password) == 0)
    return 0;
  log(LOG_WARNING, "login of %s failed, attempt %d", user, n);
  if (++n < 3) {
    pause_before(n);
    goto again;
  }
  return -1;
}
