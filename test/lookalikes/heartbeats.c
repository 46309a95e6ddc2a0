// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <curl/curl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

extern volatile int running;

void watchdog_ping(int sock) {
  while (running) {
    send(sock, "WATCHDOG=1", 10, MSG_NOSIGNAL);
    sleep(10);
  }
}

void probe_uptime(CURL *h) {
  unsigned up = 0, attempts = 0;
  curl_easy_setopt(h, CURLOPT_URL, "https://status.example.net/ping");
  while (running) {
    attempts++;
    if (curl_easy_perform(h) == CURLE_OK)
      up++;
    printf("%u of %u\n", up, attempts);
    sleep(60);
  }
}

int modbus_read(int unit, int reg, int *value);
void store_sample(time_t at, int value);

void sample_meter(int unit) {
  int value;
  for (;;) {
    if (modbus_read(unit, 40001, &value) == 0)
      store_sample(time(NULL), value);
    else
      fprintf(stderr, "unit %d: gap in the series\n", unit);
    usleep(500000);
    if (!running)
      break;
  }
}

int vrrp_advertise(int sock, int priority);

void vrrp_master(int sock, int priority) {
  unsigned retry = 0;
  do {
    if (vrrp_advertise(sock, priority) < 0)
      retry++;
    usleep(1000 * 1000);
  } while (running && priority > 0);
  fprintf(stderr, "%u advertisements lost\n", retry);
}

/* Sends every announcement three times: there is no answer to wait for. */
void ssdp_notify(int sock, const struct sockaddr *group, socklen_t len,
                 const char *text) {
  for (int attempt = 0; attempt < 3; attempt++) {
    sendto(sock, text, strlen(text), 0, group, len);
    usleep(200000);
  }
}
