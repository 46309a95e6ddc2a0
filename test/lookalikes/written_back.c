// RUN: %check_retry %s -- -std=c11
// expect-none
// Until what was written is what is read; no answer is as good as an old one.
#include <stdint.h>
#include <string.h>
#include <unistd.h>

struct bus;
struct answer {
  uint8_t code; // 0xc9 and 0xcc are no statuses of HTTP
  int length;
  uint8_t bytes[16];
};
struct answer *bus_request(struct bus *b, int what);

int all_at_once(struct bus *b, const uint8_t *wanted, int length) {
  for (int left = 10;; left--) {
    struct answer *a = bus_request(b, 3);
    if (a && a->length == length && memcmp(a->bytes, wanted, length) == 0)
      return 0;
    if (left == 0)
      return -1;
    sleep(3);
  }
}

static const uint8_t *read_back(struct bus *b, int *length) {
  struct answer *a = bus_request(b, 4);
  if (!a)
    return NULL;
  switch (a->code) {
  case 0x00:
    break;
  case 0x80:
  case 0xc9:
  case 0xcc:
    *length = 0;
    return (const uint8_t *)"";
  default:
    return NULL;
  }
  *length = a->length - 1;
  return a->bytes + 1;
}
int step_by_step(struct bus *b, const uint8_t *wanted, int size) {
  int left = 10;
  for (;;) {
    int length = 0;
    const uint8_t *got = read_back(b, &length);
    if (!got) {
      sleep(3);
      if (left-- == 0)
        return -1;
      continue;
    }
    if (length != size || memcmp(wanted, got, size) != 0) {
      sleep(3);
      if (left-- == 0)
        return -1;
      continue;
    }
    return 0;
  }
}
