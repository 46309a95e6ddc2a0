// REQUIRES: mosquitto
// RUN: %check_retry %s --checks=%model_checks --
#include <mosquitto.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void stay_connected(struct mosquitto *m, const char *host) {
  while (mosquitto_connect(m, host, 1883, 60) != MOSQ_ERR_SUCCESS) { // expect: retry-unbounded "mosquitto_connect"
    fprintf(stderr, "no broker yet\n");
    sleep(10); // expect: retry-fixed-interval "10 s"
  }
}

int reconnect(struct mosquitto *m) {
  int rc = MOSQ_ERR_NO_CONN;
  for (int i = 0; i < 5 && rc != MOSQ_ERR_SUCCESS; i++)
    rc = mosquitto_reconnect(m); // expect: retry-immediate "mosquitto_reconnect"
  return rc;
}

bool report(struct mosquitto *m, const char *text) {
  unsigned wait = 1;
  for (int n = 0; n < 4; n++) {
    if (!mosquitto_publish(m, NULL, "status", (int)strlen(text), text, 1, false))
      return true;
    sleep(wait); // expect: retry-missing-jitter
    wait *= 3;
  }
  return false;
}

int follow(struct mosquitto *m, const char *topic) {
  int left = 3;
  while (left-- > 0) {
    int rc = mosquitto_subscribe(m, NULL, topic, 0);
    if (rc == MOSQ_ERR_SUCCESS)
      return 0;
    usleep(250 * 1000); // expect: retry-fixed-interval "250 ms"
  }
  return -1;
}

// The network loop.
void serve(struct mosquitto *m, volatile bool *stop) {
  while (!*stop) {
    if (mosquitto_loop(m, 100, 1) != MOSQ_ERR_SUCCESS)
      break;
  }
}

// Each of several topics.
int follow_all(struct mosquitto *m, char **topics, int n) {
  int bad = 0;
  for (int i = 0; i < n; i++)
    if (mosquitto_subscribe(m, NULL, topics[i], 1))
      bad++;
  return bad;
}

// Random, growing and few.
int connect_with_care(struct mosquitto *m, const char *host) {
  int rc = MOSQ_ERR_UNKNOWN;
  for (int i = 0; i < 4; i++) {
    rc = mosquitto_connect(m, host, 8883, 60);
    if (rc != MOSQ_ERR_CONN_REFUSED && rc != MOSQ_ERR_EAI)
      return rc;
    if (i < 3) {
      fprintf(stderr, "%s: attempt %d of 4\n", mosquitto_strerror(rc), i + 1);
      usleep(rand() % (1000000u << i));
    }
  }
  return rc;
}

// A heartbeat.
void beat(struct mosquitto *m) {
  for (;;) {
    mosquitto_publish(m, NULL, "alive", 1, "1", 0, true);
    sleep(30);
  }
}
