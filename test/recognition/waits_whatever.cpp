// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter -- -std=c++20
// What is waited after a success, too, is not how long it waits for the retry,
// if there is such a wait.
#include <cstdio>
#include <unistd.h>

int fetch(int fd);
double Sleep(double seconds);
bool redirecting();

static void flushLog(bool debugging) {
  if (debugging && redirecting())
    Sleep(0.001);
}

struct Settings {
  bool Debugging;
  int Seconds;
};

int growing(const Settings &s, int fd) {
  for (int i = 0; i < 5; ++i) {
    int rc = fetch(fd);
    flushLog(s.Debugging);
    if (rc >= 0)
      return rc;
    std::fprintf(stderr, "fetch failed\n");
    if (s.Seconds > 0)
      sleep(s.Seconds * (1 << i)); // expect: retry-missing-jitter "s.Seconds * (1 << i)"
  }
  return -1;
}

int settled(const Settings &s, int fd) {
  for (int i = 0; i < 5; ++i) {
    int rc = fetch(fd);
    usleep(10000); // the device comes to rest
    if (rc >= 0)
      return rc;
    std::fprintf(stderr, "fetch failed\n");
    sleep(1 << i); // expect: retry-missing-jitter
  }
  return -1;
}

// There is no other.
int always(int fd) {
  for (int i = 0; i < 5; ++i) {
    int rc = fetch(fd);
    usleep(10000); // expect: retry-fixed-interval "10 ms"
    if (rc >= 0)
      return rc;
    std::fprintf(stderr, "fetch failed\n");
  }
  return -1;
}

int neverGrows(const Settings &s, int fd) {
  for (int i = 0; i < 5; ++i) {
    int rc = fetch(fd);
    flushLog(s.Debugging);
    if (rc >= 0)
      return rc;
    std::fprintf(stderr, "fetch failed\n");
    sleep(3); // expect: retry-fixed-interval "3 s"
  }
  return -1;
}
