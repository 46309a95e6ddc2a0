// REQUIRES: curl
// RUN: %check_retry %s --checks=retry-sensitive-log -- -std=c11

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
