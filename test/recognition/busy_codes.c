// RUN: %check_retry %s --checks=retry-fixed-interval,retry-sleep-after-last-attempt -- -std=c11
// EAGAIN that is slept for a few times, and then given up, is a failure.
#define _GNU_SOURCE
#include <errno.h>
#include <sys/ioctl.h>
#include <unistd.h>

int bus_transfer(void *bus, void *message);

int by_return(void *bus, void *message, int most) {
  for (int i = 0; i < most; i++) {
    int ret = bus_transfer(bus, message);
    if (ret != -EAGAIN)
      return ret;
    usleep(100); // expect: retry-fixed-interval, retry-sleep-after-last-attempt
  }
  return -EIO;
}

int by_errno(int fd, int image) {
  int rc = 0;
  for (int i = 0; i <= 10; ++i) {
    errno = 0;
    rc = ioctl(fd, 0x4c00, image);
    if (rc == 0 || errno != EAGAIN)
      break;
    usleep(250000); // expect: retry-fixed-interval, retry-sleep-after-last-attempt
  }
  return rc;
}

int claim_region(int fd, long from, long to);
int claim(int fd) {
  int left = 3, rc;
  do {
    rc = claim_region(fd, 0, 4096);
    if (rc != -1 || errno != EAGAIN)
      return rc;
    sleep(1); // expect: retry-fixed-interval, retry-sleep-after-last-attempt
  } while (--left > 0);
  return rc;
}

// A full buffer: it goes on where it was.
int write_all(int fd, const char *bytes, size_t size) {
  int idle = 0;
  while (size) {
    ssize_t n = write(fd, bytes, size);
    if (n < 0 && errno == EAGAIN && idle++ < 50) {
      usleep(1000);
      continue;
    }
    if (n < 0)
      return -1;
    bytes += n;
    size -= n;
  }
  return 0;
}
// For as long as it takes.
int take_turn(void *bus, void *message) {
  int rc;
  while ((rc = bus_transfer(bus, message)) == -EAGAIN)
    usleep(10);
  return rc;
}
