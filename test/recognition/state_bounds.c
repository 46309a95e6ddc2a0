// A state that is left and entered again bounds nothing; a counter beside it does.
// RUN: %check_retry %s --checks=retry-stuck-counter,retry-unbounded,retry-excessive-attempts -- -std=gnu11
#include <stdio.h>
#include <unistd.h>

enum answer { ANSWER_OK, ANSWER_BUSY, ANSWER_LOST, ANSWER_DENIED };
enum answer send_block(const void *block);
enum state { SENDING, WAITING, DONE, FAILED };

enum answer upload_uncounted(const void *block) {
  enum state now = SENDING;
  enum answer last = ANSWER_OK;
  unsigned tries = 0;
  while (now != DONE && now != FAILED) {
    switch (now) {
    case SENDING:
      last = send_block(block);
      if (last == ANSWER_OK)
        now = DONE;
      else if (last == ANSWER_BUSY)
        now = WAITING;
      else if (last == ANSWER_LOST && ++tries < 4) // expect: retry-stuck-counter "'++tries < 4'"
        now = WAITING;
      else
        now = FAILED;
      break;
    case WAITING:
      sleep(1);
      now = SENDING;
      break;
    default:
      now = FAILED;
    }
  }
  return last;
}

enum answer upload_counted(const void *block) {
  enum state now = SENDING;
  enum answer last = ANSWER_OK;
  unsigned tries = 0;
  while (now != DONE && now != FAILED) {
    switch (now) {
    case SENDING:
      last = send_block(block);
      if (last == ANSWER_OK)
        now = DONE;
      else if (++tries < 4)
        now = WAITING;
      else
        now = FAILED;
      break;
    case WAITING:
      sleep(1);
      now = SENDING;
      break;
    default:
      now = FAILED;
    }
  }
  return last;
}

int upload_flagged(const void *block) {
  int waiting = 0;
  for (;;) { // expect: retry-unbounded
    if (waiting) {
      sleep(1);
      waiting = 0;
    } else {
      if (send_block(block) == ANSWER_OK)
        return 0;
      waiting = 1;
    }
  }
}

enum answer upload_often(const void *block) {
  enum state now = SENDING;
  enum answer last = ANSWER_OK;
  for (int left = 20; now != DONE; ) {
    if (now == WAITING) {
      sleep(1);
      now = SENDING;
      continue;
    }
    last = send_block(block);
    now = last == ANSWER_OK ? DONE : WAITING;
    if (now == WAITING && --left == 0) // expect: retry-excessive-attempts "20 times"
      break;
  }
  return last;
}
