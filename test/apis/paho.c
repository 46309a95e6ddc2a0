// REQUIRES: paho
// RUN: %check_retry %s --checks=%model_checks --
#include <MQTTClient.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int attach(MQTTClient client, MQTTClient_connectOptions *options) {
  int rc;
  while ((rc = MQTTClient_connect(client, options)) != MQTTCLIENT_SUCCESS) { // expect: retry-unbounded "MQTTClient_connect"
    printf("connect: %d\n", rc);
    sleep(5); // expect: retry-fixed-interval "5 s"
  }
  return rc;
}

int say(MQTTClient client, const char *text) {
  for (int i = 0; i < 3; i++) {
    MQTTClient_deliveryToken token;
    if (MQTTClient_publish(client, "news", (int)strlen(text), text, 1, 0, &token) == MQTTCLIENT_SUCCESS) // expect: retry-immediate
      return 0;
  }
  return -1;
}

int join(MQTTClient client) {
  int ms = 100;
  for (int i = 0; i < 5; i++, ms *= 2) {
    if (MQTTClient_subscribe(client, "orders/#", 1) == MQTTCLIENT_SUCCESS)
      return 0;
    usleep(ms * 1000); // expect: retry-missing-jitter
  }
  return -1;
}

int leave(MQTTClient client) {
  int tries = 0;
again:
  if (MQTTClient_unsubscribe(client, "orders/#") != MQTTCLIENT_SUCCESS && tries++ < 3) {
    sleep(1); // expect: retry-fixed-interval "1 s"
    goto again;
  }
  return tries < 3 ? 0 : -1;
}

// Messages come by and by.
void read_all(MQTTClient client, void (*handle)(MQTTClient_message *)) {
  for (;;) {
    char *topic = NULL;
    int length;
    MQTTClient_message *m = NULL;
    if (MQTTClient_receive(client, &topic, &length, &m, 1000) != MQTTCLIENT_SUCCESS)
      break;
    if (m) {
      handle(m);
      MQTTClient_freeMessage(&m);
    }
    MQTTClient_free(topic);
  }
}

void wait_until_gone(MQTTClient client) {
  while (MQTTClient_isConnected(client))
    sleep(1);
}

int join_all(MQTTClient client, char **topics, int n) {
  for (int i = 0; i < n; i++)
    if (MQTTClient_subscribe(client, topics[i], 0) != MQTTCLIENT_SUCCESS)
      return -1;
  return 0;
}

int attach_with_care(MQTTClient client, MQTTClient_connectOptions *options) {
  int rc = MQTTCLIENT_FAILURE;
  for (int i = 0; i < 3; i++) {
    rc = MQTTClient_connect(client, options);
    if (rc != MQTTCLIENT_FAILURE && rc != MQTTCLIENT_DISCONNECTED)
      return rc;
    if (i < 2) {
      fprintf(stderr, "broker: %s, attempt %d of 3\n", MQTTClient_strerror(rc), i + 1);
      usleep(rand() % (1000000u << i));
    }
  }
  return rc;
}
