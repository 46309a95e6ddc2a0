// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { FW_IN_PROGRESS = 0x80 };
int fw_get_status(void *dev, int *completion);

int fw_wait_long_command(void *dev, int seconds) {
  time_t end = time(NULL) + seconds;
  int completion;
  do {
    if (fw_get_status(dev, &completion) < 0)
      return -EIO;
    if (completion != FW_IN_PROGRESS)
      return completion;
    sleep(1);
  } while (time(NULL) < end);
  return -ETIMEDOUT;
}

long http_status(CURL *h);

/* 200: ready. 202: still working. Everything else is an error. */
int wait_report(CURL *h) {
  for (int attempt = 0; attempt < 30; attempt++) {
    if (curl_easy_perform(h) != CURLE_OK)
      return -1;
    long status = http_status(h);
    if (status != 202)
      return status == 200 ? 0 : -1;
    sleep(2);
  }
  return -1;
}

struct erase_state {
  int done;
};
int sdr_erase_status(void *intf, int reservation, struct erase_state *out);

int sdr_wait_erased(void *intf, int reservation) {
  struct erase_state st;
  int try = 5;
again:
  if (sdr_erase_status(intf, reservation, &st) != 0)
    return -1;
  if (st.done)
    return 0;
  if (--try > 0) {
    sleep(1);
    goto again;
  }
  return -1;
}

int copy_progress(int job);

int show_bar(int job) {
  int percent;
  while ((percent = copy_progress(job)) >= 0 && percent < 100) {
    printf("\r[%-50.*s]", percent / 2,
           "##################################################");
    fflush(stdout);
    usleep(100000);
  }
  return percent == 100 ? 0 : -1;
}

struct vm {
  int id;
};
int cloud_vm_state(const struct vm *vm, char *state);

int wait_running(const struct vm *vm) {
  char state = 'P';
  unsigned backoff = 1;
  for (;;) {
    int rc = cloud_vm_state(vm, &state);
    if (rc != 0 || state == 'E')
      return rc ? rc : -1;
    if (state == 'R')
      return 0;
    sleep(backoff);
    backoff = backoff < 16 ? backoff * 2 : 16;
  }
}

/* The command has worked; it is asked until its result is there. */
struct answer {
  unsigned char ccode;
  unsigned char data[64];
};
struct value_answer {
  unsigned char status_code; // 0 ready, 1 not ready, 2 failed
};
struct bus;
struct answer *bus_request(struct bus *b, int command);

int set_value(struct bus *b) {
  for (int i = 0; i < 5; i++) {
    struct answer *a = bus_request(b, 0x2c);
    if (!a) {
      fprintf(stderr, "no answer\n");
      return -1;
    }
    if (a->ccode) {
      fprintf(stderr, "failed: %d\n", a->ccode);
      return -1;
    }
    struct value_answer *v = (struct value_answer *)a->data;
    if (v->status_code == 0)
      return 0;
    if (v->status_code != 1)
      return -1;
    sleep(1);
  }
  fprintf(stderr, "timed out\n");
  return -1;
}

int verify_topics_in_metadata(struct bus *b, const char **topics, int count);

int wait_for_topics(struct bus *b, const char **topics, int count) {
  for (int i = 0; i < 30; i++) {
    int missing = verify_topics_in_metadata(b, topics, count);
    if (!missing)
      return 0;
    sleep(1);
  }
  return -1;
}

/* It waits before it asks for the first time, and asks again only while the
   answer is "in progress"; no answer ends it. */
struct response {
  unsigned char ccode;
  unsigned char data[8];
};
struct response *send_command(void *dev, int command);

int poll_rollback(void *dev, unsigned patience) {
  struct response *rsp;
  unsigned from = time(NULL), now = from;
  do {
    usleep(100000);
    rsp = send_command(dev, 0x37);
    if (rsp && (rsp->ccode == 0xc0 || rsp->ccode == 0xc3))
      rsp->ccode = FW_IN_PROGRESS;
    now = time(NULL);
  } while (rsp && rsp->ccode == FW_IN_PROGRESS && now - from < patience);
  if (!rsp)
    return -1;
  return rsp->ccode == 0 ? 0 : -2;
}

int poll_erase(void *dev) {
  for (int asked = 0; asked < 60; asked++) {
    sleep(2);
    struct response *rsp = send_command(dev, 0x2b);
    if (rsp == NULL)
      return -1;
    if (rsp->ccode != FW_IN_PROGRESS)
      return rsp->ccode;
  }
  return -ETIMEDOUT;
}

enum stage { STAGE_OK, STAGE_BROKEN, STAGE_BUSY };
enum stage transfer_stage(void *dev, int slot);

int await_transfer(void *dev, int slot) {
  enum stage now;
  do {
    usleep(50000);
    now = transfer_stage(dev, slot);
  } while (now == STAGE_BUSY);
  return now == STAGE_OK;
}

/* The good code has relatives: what goes round is the plain one. */
enum result { RESULT_OK = 0, RESULT_OK_WARN = 4, RESULT_FAILED = -1 };
int stopped(void);
enum result process_logs(void *all);

enum result follow_logs(void *all) {
  enum result now = RESULT_OK;
  while (!stopped()) {
    if ((now = process_logs(all)) != RESULT_OK)
      goto out;
    if (!stopped())
      sleep(1);
  }
out:
  return now;
}

/* A question that could not be asked leaves. The answer is a state, not an error. */
enum phase { PHASE_SETTLED, PHASE_REFUSED, PHASE_OPEN };
int request_phase(void *dev, const char *id, enum phase *out);

int await_phase(void *dev, const char *id, enum phase *out) {
  for (int asked = 0; asked < 40; asked++) {
    if (request_phase(dev, id, out) < 0)
      return -1;
    if (*out != PHASE_OPEN)
      return 0;
    sleep(10);
  }
  return 1;
}

int request_ready(void *dev, int *ready);

int await_ready(void *dev) {
  int ready = 0;
  while (!ready) {
    int rc = request_ready(dev, &ready);
    if (rc < 0)
      return rc;
    if (!ready)
      sleep(5);
  }
  return 0;
}

enum job { JOB_DONE, JOB_FAILED, JOB_QUEUED, JOB_RUNNING };
enum job query_job(void *dev, long id);

int await_job(void *dev, long id) {
  for (int asked = 0; asked < 30; asked++) {
    enum job now = query_job(dev, id);
    if (now != JOB_RUNNING)
      return now == JOB_DONE ? 0 : -1;
    sleep(2);
  }
  return -1;
}
