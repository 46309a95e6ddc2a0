// RUN: %check_retry %s --checks=retry-permanent-error -- -std=c11

#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int fetch_firmware(CURL *h) {
  for (int i = 0; i < 3; i++) {
    long code = 0;
    CURLcode rc = curl_easy_perform(h); // expect: retry-permanent-error
    curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &code);
    if (rc == CURLE_OK && code == 200)
      return 0;
    sleep(1u << i);
  }
  return -1;
}

#define SHOULD_RETRY(c) ((c) >= 400)

long report_usage(CURL *curl) {
  long http = 0;
  int left = 4;
  do {
    if (curl_easy_perform(curl) != CURLE_OK) // expect: retry-permanent-error
      return -1;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &http);
    if (SHOULD_RETRY(http))
      usleep(500000);
  } while (SHOULD_RETRY(http) && --left > 0);
  return http;
}

struct response {
  int status;
  char *body;
};
int call_api(const char *path, struct response *out);

int get_quota(struct response *out) {
  int round = 0;
again:
  if (call_api("/quota", out) < 0) // expect: retry-permanent-error
    return -1;
  if (out->status / 100 != 2) {
    if (++round == 3)
      return -1;
    sleep(2);
    goto again;
  }
  return 0;
}

int s3_stat(const char *bucket, const char *key, int *http_code);

bool object_there(const char *bucket, const char *key) {
  int st = 0;
  for (unsigned n = 0; n < 4; n++) {
    s3_stat(bucket, key, &st); // expect: retry-permanent-error "403"
    switch (st) {
    case 200:
      return true;
    case 403: /* the policy may not have spread yet */
    case 500:
    case 503:
      usleep(250000u << n);
      break;
    default:
      return false;
    }
  }
  return false;
}

static bool once_more(long code) {
  if (code == 400 || code == 404)
    return false;
  return code >= 300;
}

CURLcode sync_clock(CURL *h) {
  CURLcode rc;
  long code;
  int n = 0;
  while (true) {
    code = 0;
    rc = curl_easy_perform(h); // expect: retry-permanent-error
    if (rc != CURLE_OK)
      return rc;
    curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &code);
    if (!once_more(code) || n++ == 2)
      return CURLE_OK;
    struct timespec ts = {.tv_sec = n};
    nanosleep(&ts, NULL);
  }
}

/* The function answers with the status itself. */
int http_get(const char *url, char **body);

char *license_text(const char *url, time_t until) {
  char *text = NULL;
  while (http_get(url, &text) != 200) { // expect: retry-permanent-error
    if (time(NULL) >= until)
      return NULL;
    sleep(1);
  }
  return text;
}

int acquire_lease(struct response *out, int tries) {
  if (call_api("/lease", out) != 0) // expect: retry-permanent-error "409"
    return -1;
  if (out->status != 409 && out->status < 500)
    return out->status == 200 ? 0 : -1;
  if (tries <= 1)
    return -1;
  sleep(1);
  return acquire_lease(out, tries - 1);
}

// ---- What follows retries only what may succeed, or is not this check's.

static bool transient(long code) {
  switch (code) {
  case 408:
  case 429:
  case 500:
  case 502:
  case 503:
  case 504:
    return true;
  }
  return false;
}

int fetch_firmware_right(CURL *h) {
  for (int i = 0; i < 3; i++) {
    long code = 0;
    CURLcode rc = curl_easy_perform(h);
    curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &code);
    if (rc == CURLE_OK && !transient(code))
      return code == 200 ? 0 : -1;
    sleep(1u << i);
  }
  return -1;
}

/* Only success or failure of the transfer: unclassified-error. */
CURLcode fetch_any(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; i++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    sleep(1);
  }
  return rc;
}

/* The status is read only after the loop. */
long fetch_then_look(CURL *h) {
  int left = 3;
  long code = 0;
  while (curl_easy_perform(h) != CURLE_OK) {
    if (--left == 0)
      return -1;
    sleep(1);
  }
  curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &code);
  return code == 200 ? 0 : code;
}

int get_quota_right(struct response *out) {
  int round = 0;
again:
  if (call_api("/quota", out) < 0)
    return -1;
  if (out->status >= 500 && ++round < 3) {
    sleep(2);
    goto again;
  }
  return out->status / 100 == 2 ? 0 : -1;
}

/* The errors of a bus, not of HTTP. */
int i2c_transfer(int fd, unsigned addr, unsigned char *buf, int len);

int read_eeprom(int fd, unsigned char *buf) {
  int status, retries = 4;
  do {
    status = i2c_transfer(fd, 0x50, buf, 16);
    if (status == 0)
      return 0;
    usleep(5000);
  } while (--retries);
  return status;
}

/* 404 is no failure here: the object is gone. */
int call_delete(const char *path, struct response *out);

int remove_object(const char *path) {
  struct response r;
  for (int n = 0; n < 3; n++) {
    if (call_delete(path, &r) != 0)
      return -1;
    if (r.status == 204 || r.status == 404)
      return 0;
    if (r.status != 503 && r.status != 504)
      return -1;
    sleep(1);
  }
  return -1;
}

/* One call per item: a refused item is skipped. */
int publish_all(const char *const *paths, int n) {
  int done = 0;
  struct response r;
  for (int i = 0; i < n; i++) {
    if (call_api(paths[i], &r) != 0 || r.status >= 400) {
      fprintf(stderr, "%s: %d, no retry\n", paths[i], r.status);
      continue;
    }
    done++;
  }
  return done;
}

int acquire_lease_right(struct response *out, int tries) {
  if (call_api("/lease", out) != 0)
    return -1;
  if (out->status != 429 || tries <= 1)
    return out->status;
  sleep(1);
  return acquire_lease_right(out, tries - 1);
}
