// REQUIRES: mosquitto
// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter,retry-missing-cap,retry-missing-deadline -- -std=c11
#define _GNU_SOURCE
#include <mosquitto.h>
#include <unistd.h>

/* The wait grows until it meets a cap that somebody has configured: neither fixed
   nor without a cap. */
int capped_double(struct mosquitto *mq, unsigned base, unsigned max) {
  unsigned delay = base;
  int rc;
  while ((rc = mosquitto_reconnect(mq)) != MOSQ_ERR_SUCCESS) {
    sleep(delay); // expect: retry-missing-jitter
    delay *= 2;
    if (delay > max)
      delay = max;
  }
  return rc;
}

int capped_linear(struct mosquitto *mq, unsigned base, unsigned max) {
  unsigned tries = 0;
  int rc;
  while ((rc = mosquitto_reconnect(mq)) != MOSQ_ERR_SUCCESS) {
    unsigned delay = base * ++tries;
    sleep(delay > max ? max : delay); // expect: retry-missing-jitter
  }
  return rc;
}

struct settings { unsigned delay, delay_max, tries; };

int capped_square(struct mosquitto *mq, struct settings *s) {
  int rc;
  s->tries = 0;
  do {
    unsigned long delay = s->delay * (s->tries + 1) * (s->tries + 1);
    if (delay > s->delay_max)
      delay = s->delay_max;
    else
      s->tries++;
    sleep(delay); // expect: retry-missing-jitter
    rc = mosquitto_reconnect(mq);
  } while (rc != MOSQ_ERR_SUCCESS);
  return rc;
}

int capped_numbers(struct mosquitto *mq, unsigned max) {
  unsigned delay = 1;
  for (int i = 0; i < 12; i++) {
    if (mosquitto_reconnect(mq) == MOSQ_ERR_SUCCESS)
      return 0;
    sleep(delay); // expect: retry-missing-jitter "1 s, 2 s, 4 s"
    if (delay < max)
      delay *= 2;
  }
  return -1;
}

/* Configured once, and the same in every round. */
int chosen_once(struct mosquitto *mq, unsigned fast, unsigned slow, int patient) {
  for (int i = 0; i < 4; i++) {
    if (mosquitto_reconnect(mq) == MOSQ_ERR_SUCCESS)
      return 0;
    sleep(patient ? slow : fast); // expect: retry-fixed-interval
  }
  return -1;
}

int never_capped(struct mosquitto *mq, unsigned base, int loud) {
  unsigned delay = base;
  while (mosquitto_reconnect(mq) != MOSQ_ERR_SUCCESS) {
    sleep(delay); // expect: retry-missing-jitter, retry-missing-cap
    delay *= 2;
  }
  return 0;
}

/* What it grows from is not known, but what it grows to is. */
int capped_high(struct mosquitto *mq, unsigned base) {
  unsigned delay = base;
  int rc;
  while ((rc = mosquitto_reconnect(mq)) != MOSQ_ERR_SUCCESS) {
    sleep(delay); // expect: retry-missing-jitter, retry-missing-cap "10 min"
    delay *= 2;
    if (delay > 600)
      delay = 600;
  }
  return rc;
}

struct backoff {
  unsigned seconds;
};
int capped_high_in_struct(struct mosquitto *mq, struct backoff *b) {
  int rc;
  while ((rc = mosquitto_reconnect(mq)) != MOSQ_ERR_SUCCESS) {
    sleep(b->seconds); // expect: retry-missing-jitter, retry-missing-cap "5 min"
    b->seconds = b->seconds * 2 > 300 ? 300 : b->seconds * 2;
  }
  return rc;
}

int capped_right(struct mosquitto *mq, unsigned base) {
  unsigned delay = base;
  int rc;
  while ((rc = mosquitto_reconnect(mq)) != MOSQ_ERR_SUCCESS) {
    sleep(delay); // expect: retry-missing-jitter
    delay *= 2;
    if (delay > 30)
      delay = 30;
  }
  return rc;
}
