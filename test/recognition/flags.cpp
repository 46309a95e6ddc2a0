// An option that is switched on or off is no other request; other numbers are.
// RUN: %check_retry %s --checks=retry-fixed-interval,retry-unbounded -- -std=c++17
#include <unistd.h>

struct Timer {
  static void Wait(int ms);
};
struct Network {
  int Connect(const char *host, int port, int options);
};
enum { Quiet = 0x40 };

int quietAfterTheFirst(Network &net, const char *host) {
  int tries = 6, options = 0, fd;
  while ((fd = net.Connect(host, 1094, options)) < 0) { // expect: retry-unbounded "'Connect' for ever"
    if (tries--)
      options = Quiet;
    else {
      options = 0;
      tries = 6;
    }
    sleep(3); // expect: retry-fixed-interval "waits 3 s, 3 s, 3 s"
  }
  return fd;
}

int send_job(int queue, unsigned flags);

int marksTheSecond(int queue) {
  unsigned flags = 0;
  for (int i = 0; i < 5; ++i) {
    if (send_job(queue, flags) == 0)
      return 0;
    flags |= 8;
    sleep(2); // expect: retry-fixed-interval "waits 2 s, 2 s, 2 s"
  }
  return -1;
}

// Other pages, other ports, other speeds: each is tried once.
int fetch_page(int site, int page);

void allPages(int site) {
  for (int page = 3; page < 12; page += 4) {
    fetch_page(site, page) == 0 ? (void)0 : (void)sleep(1);
    sleep(1);
  }
}

int quietInATimer(Network &net, const char *host) {
  int tries = 0, options = 0, fd;
  while ((fd = net.Connect(host, 1094, options)) < 0) { // expect: retry-unbounded
    if (!tries--) {
      options = Quiet;
      tries = 6;
    } else if (!tries)
      options = 0;
    Timer::Wait(10 * 1000); // expect: retry-fixed-interval "waits 10 s, 10 s"
  }
  return fd;
}

int anyPort(Network &net, const char *host) {
  const int ports[] = {443, 8443};
  for (int port : ports) {
    int fd = net.Connect(host, port, 0);
    if (fd >= 0)
      return fd;
    sleep(1);
  }
  return -1;
}

int bothSpeeds(int line) {
  int speed = 115200;
  for (;;) {
    if (send_job(line, speed) == 0)
      return speed;
    sleep(1);
    if (speed == 9600)
      return -1;
    speed = 9600;
  }
}
