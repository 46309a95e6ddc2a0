// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

struct buffer {
  char *data;
  size_t len;
};
size_t append(char *p, size_t size, size_t n, void *to);
void new_uuid4(char out[37]);

static long now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void sleep_ms(long ms) {
  struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  nanosleep(&t, NULL);
}

static int transport_is_transient(CURLcode rc) {
  return rc == CURLE_COULDNT_CONNECT || rc == CURLE_OPERATION_TIMEDOUT ||
         rc == CURLE_SEND_ERROR || rc == CURLE_RECV_ERROR ||
         rc == CURLE_GOT_NOTHING;
}

static int status_is_transient(long status) {
  switch (status) {
  case 408:
  case 429:
  case 500:
  case 502:
  case 503:
  case 504:
    return 1;
  default:
    return 0;
  }
}

/* GET with a deadline on the monotonic clock; 0, or -1 when it gave up. */
int fetch_catalog(CURL *h, struct buffer *body, long deadline_ms) {
  enum { MAX_ATTEMPTS = 3, BASE_MS = 1000, CAP_MS = 30000, RESERVE_MS = 50 };
  curl_easy_setopt(h, CURLOPT_HTTPGET, 1L);
  curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, append);
  curl_easy_setopt(h, CURLOPT_WRITEDATA, body);
  for (int attempt = 0;; attempt++) {
    long status = 0;
    body->len = 0;
    curl_easy_setopt(h, CURLOPT_TIMEOUT_MS, deadline_ms - now_ms());
    CURLcode rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &status);
    if (status == 200)
      return 0;
    if (rc == CURLE_OK ? !status_is_transient(status)
                       : !transport_is_transient(rc))
      return -1;
    if (attempt + 1 == MAX_ATTEMPTS)
      return -1;
    long ceiling = BASE_MS << attempt;
    if (ceiling > CAP_MS)
      ceiling = CAP_MS;
    long wait = (long)arc4random_uniform((unsigned)ceiling + 1);
    curl_off_t asked = 0;
    if (rc == CURLE_OK)
      curl_easy_getinfo(h, CURLINFO_RETRY_AFTER, &asked);
    if (asked * 1000 > wait)
      wait = (long)asked * 1000;
    if (now_ms() + wait + RESERVE_MS >= deadline_ms)
      return -1;
    syslog(LOG_WARNING,
           "catalog: attempt %d of %d failed (curl %d, http %ld), "
           "next in %ld ms",
           attempt + 1, MAX_ATTEMPTS, rc, status, wait);
    sleep_ms(wait);
  }
}

/* A new subscription: the key makes the POST safe to repeat. */
long create_subscription(CURL *h, const char *json) {
  char key[37], header[64];
  long status = 0;
  new_uuid4(key);
  snprintf(header, sizeof header, "Idempotency-Key: %s", key);
  struct curl_slist *headers = curl_slist_append(NULL, header);
  headers = curl_slist_append(headers, "Content-Type: application/json");
  curl_easy_setopt(h, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, json);
  curl_easy_setopt(h, CURLOPT_TIMEOUT_MS, 5000L);
  CURLcode rc = curl_easy_perform(h);
  for (int again = 0; again < 2 && transport_is_transient(rc); again++) {
    long wait = (long)arc4random_uniform((1000u << again) + 1);
    syslog(LOG_WARNING, "subscription: retry %d of 2 in %ld ms, curl %d",
           again + 1, wait, rc);
    sleep_ms(wait);
    rc = curl_easy_perform(h);
  }
  if (rc == CURLE_OK)
    curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &status);
  curl_slist_free_all(headers);
  return rc == CURLE_OK ? status : -(long)rc;
}

/* HEAD, written with goto; decorrelated jitter. */
CURLcode probe_object(CURL *h) {
  long previous = 1000, span;
  int left = 3;
  CURLcode rc;
  curl_easy_setopt(h, CURLOPT_NOBODY, 1L);
  curl_easy_setopt(h, CURLOPT_TIMEOUT_MS, 2000L);
again:
  rc = curl_easy_perform(h);
  if (rc == CURLE_OK || --left == 0)
    return rc;
  if (rc != CURLE_COULDNT_CONNECT && rc != CURLE_OPERATION_TIMEDOUT)
    return rc;
  span = 3 * previous - 1000;
  previous = 1000 + (long)arc4random_uniform((unsigned)span + 1);
  if (previous > 10000)
    previous = 10000;
  fprintf(stderr, "probe: %s, %d attempts left, next in %ld ms\n",
          curl_easy_strerror(rc), left, previous);
  sleep_ms(previous);
  goto again;
}
