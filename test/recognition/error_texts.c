// RUN: %check_retry %s --checks=retry-fixed-interval -- -std=c11 -D_GNU_SOURCE
// Whether a text in the answer is another one says nothing of how it went; that
// there is a text of an error does.
#include <string.h>
#include <unistd.h>

struct answer;
struct answer *request_page(const char *url);
int answer_ok(const struct answer *a);
const char *answer_error(const struct answer *a);
const char *answer_state(const struct answer *a);
void answer_free(struct answer *a);

int by_error(const char *url) {
  for (int i = 0; i < 4; i++) {
    struct answer *a = request_page(url);
    const char *error = a ? answer_error(a) : "none";
    if (!error)
      return 0;
    if (strcmp(error, "busy") != 0)
      return -1;
    answer_free(a);
    sleep(1); // expect: retry-fixed-interval
  }
  return -1;
}

int by_part_of_error(const char *url) {
  for (int i = 0; i < 4; i++) {
    struct answer *a = request_page(url);
    const char *error = a ? answer_error(a) : "none";
    if (!error)
      return 0;
    if (!strstr(error, "timed out"))
      return -1;
    answer_free(a);
    sleep(1); // expect: retry-fixed-interval
  }
  return -1;
}

/* Polled until it is done. */
int until_done(const char *url) {
  for (int i = 0; i < 40; i++) {
    struct answer *a = request_page(url);
    if (!a)
      return -1;
    if (strcmp(answer_state(a), "done") == 0)
      return 0;
    answer_free(a);
    sleep(1);
  }
  return -1;
}

int while_pending(const char *url) {
  for (;;) {
    struct answer *a = request_page(url);
    if (!a)
      return -1;
    if (strncmp(answer_state(a), "pending", 7) != 0)
      return 0;
    answer_free(a);
    sleep(1);
  }
}

/* Without an answer there is nothing to say: that is another failure. */
int no_answer(const char *url) {
  for (int i = 0; i < 4; i++) {
    struct answer *a = request_page(url);
    if (!a)
      return -1;
    const char *error = answer_error(a);
    if (!error)
      return 0;
    if (strcmp(error, "busy") != 0)
      return -1;
    answer_free(a);
    sleep(1); // expect: retry-fixed-interval
  }
  return -1;
}
