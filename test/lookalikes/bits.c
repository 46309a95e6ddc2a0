// RUN: %check_retry %s -- -std=c11
// expect-none
// A bit of what a device answers is a state that is waited for.
#define _GNU_SOURCE
#include <stdint.h>
#include <unistd.h>

struct chip;
uint8_t spi_read_status_register(struct chip *c);
int bus_query_register(struct chip *c, int reg);
uint32_t card_send_status(struct chip *c);

int while_busy(struct chip *c) {
  int i = 0;
  while (spi_read_status_register(c) & 1) {
    if (++i > 490)
      return -1;
    usleep(10000);
  }
  return 0;
}
int until_ready(struct chip *c) {
  for (int i = 0; i < 100; ++i) {
    if (card_send_status(c) & 0x100)
      return 0;
    usleep(1000);
  }
  return -1;
}
int until_clear(struct chip *c) {
  int state;
  do {
    usleep(50);
    state = bus_query_register(c, 3);
  } while ((state & 0x80) != 0);
  return state;
}
