// REQUIRES: rdkafka
// RUN: %check_retry %s --checks=%model_checks --
#include <librdkafka/rdkafka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int enqueue(rd_kafka_t *rk, const char *topic, const void *data, size_t size) {
  for (int i = 0; i < 10; i++) {
    rd_kafka_resp_err_t err =
        rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_VALUE((void *)data, size), RD_KAFKA_V_END);
    if (err == RD_KAFKA_RESP_ERR_NO_ERROR)
      return 0;
    usleep(100000); // expect: retry-fixed-interval "100 ms"
  }
  return -1;
}

const struct rd_kafka_metadata *describe(rd_kafka_t *rk) {
  const struct rd_kafka_metadata *meta = NULL;
  while (rd_kafka_metadata(rk, 1, NULL, &meta, 5000) != RD_KAFKA_RESP_ERR_NO_ERROR) { // expect: retry-unbounded, retry-immediate
  }
  return meta;
}

int commit(rd_kafka_t *rk, rd_kafka_topic_partition_list_t *offsets) {
  rd_kafka_resp_err_t err;
  int pause = 1, tries = 0;
  do {
    err = rd_kafka_commit(rk, offsets, 0);
    if (!err)
      return 0;
    sleep(pause); // expect: retry-missing-jitter
    pause *= 2;
  } while (++tries < 4);
  return -1;
}

int start_transactions(rd_kafka_t *rk) {
  for (int n = 0; n < 3; ++n) {
    rd_kafka_error_t *error = rd_kafka_init_transactions(rk, 10000);
    if (!error)
      return 0;
    fprintf(stderr, "%s\n", rd_kafka_error_string(error));
    rd_kafka_error_destroy(error);
    sleep(5); // expect: retry-fixed-interval "5 s, 5 s"
  }
  return -1;
}

// One message after the other.
void consume(rd_kafka_t *rk, volatile int *run, void (*handle)(rd_kafka_message_t *)) {
  while (*run) {
    rd_kafka_message_t *m = rd_kafka_consumer_poll(rk, 500);
    if (!m)
      continue;
    if (m->err)
      fprintf(stderr, "%s\n", rd_kafka_message_errstr(m));
    else
      handle(m);
    rd_kafka_message_destroy(m);
  }
}

// Serves callbacks until the queue is empty.
void drain(rd_kafka_t *rk) {
  while (rd_kafka_outq_len(rk) > 0)
    rd_kafka_poll(rk, 100);
}

// Other messages.
int produce_all(rd_kafka_t *rk, rd_kafka_topic_t *topic, char **lines, int n) {
  int lost = 0;
  for (int i = 0; i < n; i++) {
    if (rd_kafka_produce(topic, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_COPY, lines[i], strlen(lines[i]), NULL, 0, NULL))
      lost++;
    rd_kafka_poll(rk, 0);
  }
  return lost;
}

int seek_with_care(rd_kafka_topic_t *topic, int64_t offset) {
  for (int i = 0; i < 3; i++) {
    rd_kafka_resp_err_t err = rd_kafka_seek(topic, 0, offset, 2000);
    if (err == RD_KAFKA_RESP_ERR_NO_ERROR)
      return 0;
    if (err != RD_KAFKA_RESP_ERR__TIMED_OUT)
      return -1;
    if (i < 2) {
      fprintf(stderr, "seek timed out, attempt %d of 3\n", i + 1);
      usleep(rand() % (1000000u << i));
    }
  }
  return -1;
}

// The queue is the client's own: room is made, and the message goes in.
int produce_when_there_is_room(rd_kafka_t *rk, rd_kafka_topic_t *topic, char *line) {
  rd_kafka_resp_err_t err;
  while ((err = rd_kafka_producev(rk, RD_KAFKA_V_RKT(topic), RD_KAFKA_V_VALUE(line, strlen(line)), RD_KAFKA_V_END)) ==
         RD_KAFKA_RESP_ERR__QUEUE_FULL)
    rd_kafka_poll(rk, 100);
  return err ? -1 : 0;
}
