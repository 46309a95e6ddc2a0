#define _GNU_SOURCE
#include "../ledger.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MAX_ATTEMPTS = 3, BASE_MS = 1000, CAP_MS = 30000, RESERVE_MS = 50 };

static long now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void sleep_ms(long ms) {
  struct timespec time = {ms / 1000, ms % 1000 * 1000000};
  nanosleep(&time, NULL);
}

static long full_jitter_ms(int attempt) {
  long ceiling = (long)BASE_MS << (attempt - 1);
  if (ceiling > CAP_MS)
    ceiling = CAP_MS;
  return (long)arc4random_uniform((unsigned)ceiling + 1);
}

static int is_transient(CURLcode rc, long status) {
  switch (rc) {
  case CURLE_OK:
    return status == 408 || status == 429 || status == 500 || status == 502 ||
           status == 503 || status == 504;
  case CURLE_COULDNT_CONNECT:
  case CURLE_OPERATION_TIMEDOUT:
  case CURLE_SEND_ERROR:
  case CURLE_RECV_ERROR:
  case CURLE_GOT_NOTHING:
    return 1;
  default: /* a bad certificate among them */
    return 0;
  }
}

static int give_up(const char *why, int attempts, CURLcode rc, long status) {
  fprintf(stderr, "ledger: upload: %s after %d attempts: %s, status %ld\n", why,
          attempts, curl_easy_strerror(rc), status);
  return -1;
}

int upload_settlement(CURL *ledger, const char *day, long deadline_ms) {
  char url[128];
  snprintf(url, sizeof url, "https://ledger.example/settlements/%s", day);
  curl_easy_setopt(ledger, CURLOPT_URL, url);
  curl_easy_setopt(ledger, CURLOPT_UPLOAD, 1L);
  for (int attempt = 1;; attempt++) {
    long status = 0, delay;
    curl_off_t asked = 0;
    curl_easy_setopt(ledger, CURLOPT_TIMEOUT_MS, deadline_ms - now_ms());
    CURLcode rc = curl_easy_perform(ledger);
    curl_easy_getinfo(ledger, CURLINFO_RESPONSE_CODE, &status);
    if (rc == CURLE_OK && status < 300)
      return 0;
    if (!is_transient(rc, status))
      return give_up("cannot succeed", attempt, rc, status);
    if (attempt == MAX_ATTEMPTS)
      return give_up("out of attempts", attempt, rc, status);
    delay = full_jitter_ms(attempt);
    curl_easy_getinfo(ledger, CURLINFO_RETRY_AFTER, &asked);
    if (asked * 1000 > delay)
      delay = (long)asked * 1000;
    if (now_ms() + delay + RESERVE_MS >= deadline_ms)
      return give_up("out of time", attempt, rc, status);
    fprintf(
        stderr,
        "ledger: attempt %d of %d failed (%s, status %ld), next in %ld ms\n",
        attempt, MAX_ATTEMPTS, curl_easy_strerror(rc), status, delay);
    sleep_ms(delay);
  }
}
