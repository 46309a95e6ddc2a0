// RUN: %check_retry %s --checks=retry-fixed-interval -- -std=c11
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>
struct chip;
struct answer;
struct answer *chip_master_write_read(struct chip *c, uint8_t reg, uint8_t *out, int n);

/* An unknown function that gives NULL when it fails. */
int chip_dump(struct chip *c, uint8_t reg, uint8_t *out) {
  for (int i = 0; i < 3; i++) {
    if (chip_master_write_read(c, reg, out, 16) != NULL)
      return 0;
    sleep(1); // expect: retry-fixed-interval
  }
  return -1;
}
