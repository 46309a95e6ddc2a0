// REQUIRES: curl
// RUN: %check_retry %s --checks=retry-idempotency-key,retry-non-idempotent -- -std=gnu11

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

/* Further idioms. */
#include <stdbool.h>
#include <stdint.h>
#include <sys/random.h>

struct curl_slist *with_key(struct curl_slist *list, const char *key);

int jump_back(CURL *h, const char *form) {
  int rc, tries = 0;
  uuid_t id;
  char line[64] = "Idempotency-Key: ";
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
again:
  uuid_generate(id);
  uuid_unparse(id, line + 17);
  struct curl_slist *hdr = curl_slist_append(NULL, line); // expect: retry-idempotency-key "makes a new"
  curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
  rc = curl_easy_perform(h);
  curl_slist_free_all(hdr);
  if (rc != CURLE_OK && ++tries < 3) {
    pause_before(tries);
    goto again;
  }
  return rc;
}

static void fresh_header(char *line, size_t room) {
  uuid_t id;
  char text[37];
  uuid_generate_random(id);
  uuid_unparse(id, text);
  snprintf(line, room, "Idempotency-Key: %s", text); // expect: retry-idempotency-key "makes a new"
}

int made_in_a_helper(CURL *h, const char *form) {
  char line[80];
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_POST, 1L);
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  for (int n = 0; n < 3; n++) {
    fresh_header(line, sizeof line);
    struct curl_slist *hdr = curl_slist_append(NULL, line);
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
    rc = curl_easy_perform(h);
    curl_slist_free_all(hdr);
    if (rc == CURLE_OK)
      break;
    pause_before(n);
  }
  return rc;
}

int nanoseconds(CURL *h, const char *form, const char *user) {
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  for (int n = 0; n < 3; n++) {
    struct timespec now;
    char line[96];
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(line, sizeof line, "Idempotency-Key: %s-%lld.%ld", user, (long long)now.tv_sec, now.tv_nsec); // expect: retry-idempotency-key "the time of each attempt"
    struct curl_slist *hdr = curl_slist_append(NULL, line);
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
    rc = curl_easy_perform(h);
    curl_slist_free_all(hdr);
    if (rc == CURLE_OK)
      break;
    pause_before(n);
  }
  return rc;
}

int counted_down(CURL *h, const char *form, const char *order) {
  int rc = -1, left = 5;
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  while (left > 0 && rc != CURLE_OK) {
    char line[96];
    snprintf(line, sizeof line, "Idempotency-Key: %s/%d", order, left); // expect: retry-idempotency-key "a number that changes"
    struct curl_slist *hdr = curl_slist_append(NULL, line);
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
    rc = curl_easy_perform(h);
    curl_slist_free_all(hdr);
    if (rc != CURLE_OK)
      pause_before(left);
    left--;
  }
  return rc;
}

#define KEY_HEADER "Idempotency-Key: 7f1c-static"

int macro_constant(CURL *h, const char *form) {
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  for (int n = 0; n < 3; n++) {
    struct curl_slist *hdr = curl_slist_append(NULL, KEY_HEADER); // expect: retry-idempotency-key "with every operation"
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
    rc = curl_easy_perform(h);
    curl_slist_free_all(hdr);
    if (rc == CURLE_OK)
      break;
    pause_before(n);
  }
  return rc;
}

int too_long(CURL *h, const char *form, const char *order) {
  char line[160];
  int rc = 0;
  snprintf(line, sizeof line, "Idempotency-Key: com.example.payments.production.eu-west-1.charges.create.version-2:%s", order); // expect: retry-idempotency-key "more than 64"
  struct curl_slist *hdr = curl_slist_append(NULL, line);
  curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  for (int n = 0; n < 3; n++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    pause_before(n);
  }
  curl_slist_free_all(hdr);
  return rc;
}

int hex_of_random(CURL *h, const char *form) {
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  for (int n = 0; n < 3; n++) {
    uint64_t bits;
    char line[64];
    getrandom(&bits, sizeof bits, 0);
    snprintf(line, sizeof line, "Idempotency-Key: %016llx", (unsigned long long)bits); // expect: retry-idempotency-key "makes a new"
    struct curl_slist *hdr = curl_slist_append(NULL, line);
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
    rc = curl_easy_perform(h);
    curl_slist_free_all(hdr);
    if (rc == CURLE_OK)
      break;
    pause_before(n);
  }
  return rc;
}

struct payment {
  long amount;
  char idempotency_key[40];
};
int post_payment(const struct payment *p);

int copied_into_a_member(long amount) {
  struct payment p = {amount, ""};
  int tries = 0;
  do {
    uuid_t id;
    uuid_generate(id);
    uuid_unparse(id, p.idempotency_key); // expect: retry-idempotency-key "makes a new"
    if (post_payment(&p) == 0)
      return 0;
    pause_before(tries);
  } while (++tries < 3);
  return -1;
}

int reset_each_round(CURL *h, const char *form) {
  char key[37] = "";
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  for (int n = 0; n < 3; n++) {
    char line[80];
    if (key[0] == '\0') {
      uuid_t id;
      uuid_generate(id);
      uuid_unparse(id, key);
    }
    snprintf(line, sizeof line, "Idempotency-Key: %s", key); // expect: retry-idempotency-key "makes a new"
    struct curl_slist *hdr = curl_slist_append(NULL, line);
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
    rc = curl_easy_perform(h);
    curl_slist_free_all(hdr);
    if (rc == CURLE_OK)
      break;
    key[0] = '\0';
    pause_before(n);
  }
  return rc;
}

/* Right. */
int when_there_is_none(CURL *h, const char *form) {
  char key[37] = "";
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  for (int n = 0; n < 3; n++) {
    char line[80];
    if (!key[0]) {
      uuid_t id;
      uuid_generate(id);
      uuid_unparse(id, key);
    }
    snprintf(line, sizeof line, "Idempotency-Key: %s", key);
    struct curl_slist *hdr = curl_slist_append(NULL, line);
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
    rc = curl_easy_perform(h);
    curl_slist_free_all(hdr);
    if (rc == CURLE_OK)
      break;
    pause_before(n);
  }
  return rc;
}

int on_the_first_round(CURL *h, const char *form) {
  char line[80];
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  for (int n = 0; n < 3; n++) {
    if (n == 0)
      fresh_header(line, sizeof line);
    struct curl_slist *hdr = curl_slist_append(NULL, line);
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
    rc = curl_easy_perform(h);
    curl_slist_free_all(hdr);
    if (rc == CURLE_OK)
      break;
    pause_before(n);
  }
  return rc;
}

int by_pointer_once(const char *body) {
  char *key = NULL;
  int rc = -1;
  for (int n = 0; n < 3 && rc != 0; n++) {
    if (key == NULL)
      key = new_key();
    struct request r = {body, NULL};
    r.idempotency_key = key;
    rc = submit(&r);
    if (rc != 0)
      pause_before(n);
  }
  free(key);
  return rc;
}

int by_flag_once(const char *body) {
  struct request r = {body, NULL};
  bool have_key = false;
  for (int n = 0; n < 3; n++) {
    if (!have_key) {
      r.idempotency_key = new_key();
      have_key = true;
    }
    if (submit(&r) == 0)
      return 0;
    pause_before(n);
  }
  return -1;
}

int of_the_order(CURL *h, const char *form, long order) {
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  for (int n = 0; n < 3; n++) {
    char line[80];
    snprintf(line, sizeof line, "Idempotency-Key: order-%ld", order);
    struct curl_slist *hdr = curl_slist_append(NULL, line);
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
    rc = curl_easy_perform(h);
    curl_slist_free_all(hdr);
    if (rc == CURLE_OK)
      break;
    pause_before(n);
  }
  return rc;
}

int before_the_label(CURL *h, const char *form) {
  char line[80];
  int rc, tries = 0;
  fresh_header(line, sizeof line);
  struct curl_slist *hdr = curl_slist_append(NULL, line);
  curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
retry:
  rc = curl_easy_perform(h);
  if (rc != CURLE_OK && ++tries < 3) {
    pause_before(tries);
    goto retry;
  }
  curl_slist_free_all(hdr);
  return rc;
}

int time_taken_before(CURL *h, const char *form, const char *user) {
  const long begun = (long)time(NULL);
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  for (int n = 0; n < 3; n++) {
    char line[96];
    snprintf(line, sizeof line, "Idempotency-Key: %s-%ld", user, begun);
    struct curl_slist *hdr = curl_slist_append(NULL, line);
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
    rc = curl_easy_perform(h);
    curl_slist_free_all(hdr);
    if (rc == CURLE_OK)
      break;
    pause_before(n);
  }
  return rc;
}

int number_in_another_header(CURL *h, const char *form, const char *key) {
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_POSTFIELDS, form);
  for (int n = 0; n < 3; n++) {
    char line[80], round[32];
    snprintf(line, sizeof line, "Idempotency-Key: %s", key);
    snprintf(round, sizeof round, "X-Attempt: %d", n);
    struct curl_slist *hdr = curl_slist_append(NULL, line);
    hdr = curl_slist_append(hdr, round);
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
    rc = curl_easy_perform(h);
    curl_slist_free_all(hdr);
    if (rc == CURLE_OK)
      break;
    pause_before(n);
  }
  return rc;
}

int request_id_is_no_key(CURL *h, const char *url) {
  int rc = 0;
  curl_easy_setopt(h, CURLOPT_URL, url); /* a GET */
  for (int n = 0; n < 3; n++) {
    uuid_t id;
    char text[37], line[64];
    uuid_generate(id);
    uuid_unparse(id, text);
    snprintf(line, sizeof line, "X-Request-Id: %s", text);
    struct curl_slist *hdr = curl_slist_append(NULL, line);
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, hdr);
    rc = curl_easy_perform(h);
    curl_slist_free_all(hdr);
    if (rc == CURLE_OK)
      break;
    pause_before(n);
  }
  return rc;
}

int one_for_each_payment(const long *amounts, int count) {
  for (int i = 0; i < count; i++) {
    struct payment p = {amounts[i], ""};
    uuid_t id;
    int tries = 0;
    uuid_generate(id);
    uuid_unparse(id, p.idempotency_key);
    while (post_payment(&p) != 0) {
      if (++tries == 3)
        return -1;
      pause_before(tries);
    }
  }
  return 0;
}

int new_operation_new_key(void) {
  for (;;) { /* goes round when it succeeded */
    struct payment p = {100, ""};
    uuid_t id;
    uuid_generate(id);
    uuid_unparse(id, p.idempotency_key);
    if (post_payment(&p) != 0)
      return -1;
    sleep(60);
  }
}
