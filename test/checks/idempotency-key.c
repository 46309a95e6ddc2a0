// REQUIRES: curl
// RUN: %check_retry %s --checks=retry-idempotency-key,retry-non-idempotent -- -std=c11

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <uuid/uuid.h>

void pause_before(int round);

int charge(CURL *h, const char *form) {
  int rc = -1;
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  for (int i = 0; i < 3; i++) {
    uuid_t id;
    char text[37], line[80];
    uuid_generate(id);
    uuid_unparse_lower(id, text);
    snprintf(line, sizeof line, "Idempotency-Key: %s", text); // expect: retry-idempotency-key "makes a new"
    struct curl_slist *hdr = curl_slist_append(NULL, line);
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
    rc = curl_easy_perform(h);
    curl_slist_free_all(hdr);
    if (rc == CURLE_OK)
      break;
    pause_before(i);
  }
  return rc;
}

int numbered(CURL *h, const char *form, const char *order) {
  char line[96];
  int n = 0, rc;
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  do {
    sprintf(line, "Idempotency-Key: %s-%d", order, n); // expect: retry-idempotency-key "a number that changes"
    struct curl_slist *hdr = curl_slist_append(NULL, line);
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
    rc = curl_easy_perform(h);
    curl_slist_free_all(hdr);
    if (rc == CURLE_OK)
      return 0;
    pause_before(n);
  } while (++n < 4);
  return rc;
}

int timed(CURL *h, const char *form) {
  char line[96];
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  for (int n = 0; n < 4; n++) {
    snprintf(line, sizeof line, "Idempotency-Key: %ld", (long)time(NULL)); // expect: retry-idempotency-key "the time of each attempt"
    struct curl_slist *hdr = curl_slist_append(NULL, line);
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
    rc = curl_easy_perform(h);
    curl_slist_free_all(hdr);
    if (rc == CURLE_OK)
      return 0;
    sleep(1u << n);
  }
  return rc;
}

int drawn(CURL *h, const char *form) {
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  for (int n = 0; n < 4; n++) {
    char line[96];
    snprintf(line, sizeof line, "Idempotency-Key: %08x", (unsigned)rand()); // expect: retry-idempotency-key "makes a new"
    struct curl_slist *hdr = curl_slist_append(NULL, line);
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
    rc = curl_easy_perform(h);
    curl_slist_free_all(hdr);
    if (rc == CURLE_OK)
      return 0;
    pause_before(n);
  }
  return rc;
}

int literal(CURL *h, const char *form) {
  struct curl_slist *hdr = NULL;
  hdr = curl_slist_append(hdr, "Idempotency-Key: 42"); // expect: retry-idempotency-key "with every operation"
  curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  int rc = 0;
  for (int n = 0; n < 4; n++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    pause_before(n);
  }
  curl_slist_free_all(hdr);
  return rc;
}

struct request {
  const char *body;
  const char *idempotency_key;
};
int submit(const struct request *r);
char *new_key(void);

int in_house(const char *body) {
  struct request r = {body, NULL};
  for (int tries = 0; tries < 3; tries++) {
    r.idempotency_key = new_key(); // expect: retry-idempotency-key "makes a new"
    if (submit(&r) == 0)
      return 0;
    pause_before(tries);
  }
  return -1;
}

/* Right: made before the loop, written into each request. */
int once(CURL *h, const char *form) {
  uuid_t id;
  char text[37];
  int rc = -1;
  uuid_generate_random(id);
  uuid_unparse(id, text);
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  for (int i = 0; i < 3; i++) {
    char line[80];
    snprintf(line, sizeof line, "Idempotency-Key: %s", text);
    struct curl_slist *hdr = curl_slist_append(NULL, line);
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
    rc = curl_easy_perform(h);
    curl_slist_free_all(hdr);
    if (rc == CURLE_OK)
      break;
    pause_before(i);
  }
  return rc;
}

int line_before(CURL *h, const char *form) {
  uuid_t id;
  char text[37], line[80] = "Idempotency-Key: ";
  int rc = -1;
  uuid_generate(id);
  uuid_unparse(id, text);
  strcat(line, text);
  struct curl_slist *hdr = curl_slist_append(NULL, line);
  curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  for (int i = 0; i < 3; i++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    pause_before(i);
  }
  curl_slist_free_all(hdr);
  return rc;
}

int given(CURL *h, const char *form, const char *key) {
  char line[80];
  int rc = -1;
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  for (int i = 0; i < 3; i++) {
    snprintf(line, sizeof line, "Idempotency-Key: %s", key);
    struct curl_slist *hdr = curl_slist_append(NULL, line);
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
    rc = curl_easy_perform(h);
    curl_slist_free_all(hdr);
    if (rc == CURLE_OK)
      break;
    pause_before(i);
  }
  return rc;
}

int in_house_once(const char *body) {
  struct request r = {body, NULL};
  r.idempotency_key = new_key();
  for (int tries = 0; tries < 3; tries++) {
    if (submit(&r) == 0)
      return 0;
    pause_before(tries);
  }
  return -1;
}
