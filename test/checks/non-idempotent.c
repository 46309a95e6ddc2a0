// RUN: %check_retry %s --checks=retry-non-idempotent -- -std=c11

#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

CURLcode start_job(CURL *h, const char *url) {
  CURLcode rc = CURLE_OK;
  curl_easy_setopt(h, CURLOPT_URL, url);
  curl_easy_setopt(h, CURLOPT_POST, 1L);
  for (int i = 0; i < 3; i++) {
    rc = curl_easy_perform(h); // expect: retry-non-idempotent "POST"
    if (rc == CURLE_OK)
      break;
    sleep(1);
  }
  return rc;
}

/* POSTFIELDS makes it a POST. */
int send_sms(const char *form) {
  CURL *c = curl_easy_init();
  if (!c)
    return -1;
  curl_easy_setopt(c, CURLOPT_URL, "https://sms.example/send");
  curl_easy_setopt(c, CURLOPT_POSTFIELDS, form);
  int left = 4;
  long code = 0;
  do {
    if (curl_easy_perform(c) == 0) // expect: retry-non-idempotent "POST"
      curl_easy_getinfo(c, CURLINFO_RESPONSE_CODE, &code);
    if (code == 202)
      break;
    usleep(200000);
  } while (--left);
  curl_easy_cleanup(c);
  return code == 202 ? 0 : -1;
}

bool set_threshold(CURL *c, const char *json) {
  struct curl_slist *hdr = NULL;
  hdr = curl_slist_append(hdr, "Content-Type: application/json");
  curl_easy_setopt(c, CURLOPT_HTTPHEADER, hdr);
  curl_easy_setopt(c, CURLOPT_CUSTOMREQUEST, "PATCH");
  curl_easy_setopt(c, CURLOPT_POSTFIELDS, json);
  unsigned n = 0;
  while (curl_easy_perform(c)) { // expect: retry-non-idempotent "PATCH"
    if (++n == 3)
      break;
    sleep(n);
  }
  curl_slist_free_all(hdr);
  return n < 3;
}

static void prepare_upload(CURL *h, curl_mime *form) {
  curl_easy_setopt(h, CURLOPT_URL, "https://crash.example/dumps");
  curl_easy_setopt(h, CURLOPT_MIMEPOST, form);
}

int upload_dump(CURL *h, curl_mime *form) {
  int round = 0;
  prepare_upload(h, form);
retry:
  if (curl_easy_perform(h) != CURLE_OK) { // expect: retry-non-idempotent
    if (++round == 3)
      return -1;
    sleep(5);
    goto retry;
  }
  return 0;
}

struct answer {
  int status;
};
int http_request(const char *method, const char *url, const char *body,
                 struct answer *out);

int open_valve(const char *url, int tries) {
  struct answer a;
  if (!http_request("POST", url, "open", &a)) // expect: retry-non-idempotent
    return a.status;
  if (tries == 0)
    return -1;
  sleep(1);
  return open_valve(url, tries - 1);
}

int http_post(const char *url, const void *body, size_t len);

int ship_log(const void *body, size_t len) {
  static const unsigned pauses[] = {1, 5, 30};
  for (size_t i = 0; i < sizeof pauses / sizeof *pauses; i++) {
    int rc = http_post("http://log.example/in", // expect: retry-non-idempotent
                       body, len);
    if (rc == 0)
      return 0;
    sleep(pauses[i]);
  }
  return -1;
}

// ---- What follows may be repeated, has a key, or is not known to be a POST.

int fetch_rates(CURL *h) {
  curl_easy_setopt(h, CURLOPT_URL, "https://rates.example/posts");
  curl_easy_setopt(h, CURLOPT_HTTPGET, 1L);
  for (int i = 0; i < 3; i++) {
    if (curl_easy_perform(h) == CURLE_OK)
      return 0;
    sleep(1);
  }
  return -1;
}

CURLcode start_job_keyed(CURL *h, const char *uuid) {
  char line[96];
  snprintf(line, sizeof line, "Idempotency-Key: %s", uuid);
  struct curl_slist *hdr = curl_slist_append(NULL, line);
  curl_easy_setopt(h, CURLOPT_POST, 1L);
  curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; i++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    sleep(1);
  }
  curl_slist_free_all(hdr);
  return rc;
}

static struct curl_slist *with_key(struct curl_slist *l, const char *uuid) {
  char buf[128] = "";
  l = curl_slist_append(l, "Accept: application/json");
  snprintf(buf, sizeof buf, "idempotency-key: %.64s", uuid);
  return curl_slist_append(l, buf);
}

int send_sms_keyed(CURL *curl, const char *form, const char *uuid) {
  struct curl_slist *l = with_key(NULL, uuid);
  curl_easy_setopt(curl, CURLOPT_COPYPOSTFIELDS, form);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, l);
  int left = 4;
  while (curl_easy_perform(curl) != CURLE_OK && --left)
    usleep(200000);
  curl_slist_free_all(l);
  return left ? 0 : -1;
}

/* A PUT, although its body is set like a POST's. */
bool replace_threshold(CURL *c, const char *json) {
  curl_easy_setopt(c, CURLOPT_POSTFIELDS, json);
  curl_easy_setopt(c, CURLOPT_CUSTOMREQUEST, "PUT");
  for (int retry = 0; retry < 3; retry++) {
    if (curl_easy_perform(c) == CURLE_OK)
      return true;
    sleep(1);
  }
  return false;
}

/* The POST is made once; the handle is reset before the reading. */
int post_then_read(CURL *h, const char *form) {
  curl_easy_setopt(h, CURLOPT_URL, "https://jobs.example/new");
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  if (curl_easy_perform(h) != CURLE_OK)
    return -1;
  curl_easy_reset(h);
  curl_easy_setopt(h, CURLOPT_URL, "https://jobs.example/last");
  int n = 0;
  do {
    if (curl_easy_perform(h) == CURLE_OK)
      return 0;
    sleep(1);
  } while (++n < 3);
  return -1;
}

/* The handle comes as the caller made it. */
CURLcode perform_some(CURL *h) {
  CURLcode rc;
  int n = 0;
again:
  rc = curl_easy_perform(h);
  if (rc == CURLE_COULDNT_CONNECT && n++ < 2) {
    sleep(1);
    goto again;
  }
  return rc;
}

int close_valve(const char *url) {
  struct answer a = {0};
  for (int i = 0; i < 3; i++) {
    if (http_request("PUT", url, "closed", &a) == 0 && a.status == 200)
      return 0;
    sleep(1);
  }
  return -1;
}

/* Posting a semaphore is not HTTP. */
int wake_worker(sem_t *s) {
  int retries = 3;
  while (sem_post(s) != 0) {
    if (errno != EOVERFLOW || --retries == 0)
      return -1;
    usleep(100);
  }
  return 0;
}

/* ---- headers in a struct that only this file knows ------------------------- */
struct uplink {
  CURL *curl;
  struct curl_slist *with;
};
int uplink_open(struct uplink *u) {
  u->curl = curl_easy_init();
  u->with = curl_slist_append(NULL, "Content-Type: application/json");
  u->with = curl_slist_append(u->with, "X-Client: 4");
  return u->curl ? 0 : -1;
}
int uplink_send(struct uplink *u, const char *json) {
  curl_easy_setopt(u->curl, CURLOPT_HTTPHEADER, u->with);
  curl_easy_setopt(u->curl, CURLOPT_POSTFIELDS, json);
  for (int i = 0; i < 3; i++) {
    if (curl_easy_perform(u->curl) == CURLE_OK) // expect: retry-non-idempotent "POST"
      return 0;
    sleep(1u << i);
  }
  return -1;
}

struct keyed_uplink {
  CURL *curl;
  struct curl_slist *with;
};
int keyed_open(struct keyed_uplink *u, const char *id) {
  char line[80];
  u->curl = curl_easy_init();
  snprintf(line, sizeof line, "Idempotency-Key: %s", id);
  u->with = curl_slist_append(NULL, line);
  return u->curl ? 0 : -1;
}
int keyed_send(struct keyed_uplink *u, const char *json) {
  curl_easy_setopt(u->curl, CURLOPT_HTTPHEADER, u->with);
  curl_easy_setopt(u->curl, CURLOPT_POSTFIELDS, json);
  for (int i = 0; i < 3; i++) {
    if (curl_easy_perform(u->curl) == CURLE_OK)
      return 0;
    sleep(1u << i);
  }
  return -1;
}

/* Somebody else makes the list. */
struct given_uplink {
  CURL *curl;
  struct curl_slist *with;
};
void given_headers(struct given_uplink *u, struct curl_slist *all) { u->with = all; }
int given_send(struct given_uplink *u, const char *json) {
  curl_easy_setopt(u->curl, CURLOPT_HTTPHEADER, u->with);
  curl_easy_setopt(u->curl, CURLOPT_POSTFIELDS, json);
  for (int i = 0; i < 3; i++) {
    if (curl_easy_perform(u->curl) == CURLE_OK)
      return 0;
    sleep(1u << i);
  }
  return -1;
}

/* Somebody else adds to it. */
struct shared_uplink {
  CURL *curl;
  struct curl_slist *with;
};
void add_defaults(struct curl_slist **to);
void shared_open(struct shared_uplink *u) { add_defaults(&u->with); }
int shared_send(struct shared_uplink *u, const char *json) {
  curl_easy_setopt(u->curl, CURLOPT_HTTPHEADER, u->with);
  curl_easy_setopt(u->curl, CURLOPT_POSTFIELDS, json);
  for (int i = 0; i < 3; i++) {
    if (curl_easy_perform(u->curl) == CURLE_OK)
      return 0;
    sleep(1u << i);
  }
  return -1;
}
