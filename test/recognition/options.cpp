// RUN: %check_retry %s --checks=retry-fixed-interval,retry-unbounded
#include <unistd.h>

// An option of the attempt changes, not whom it talks to.
struct Link;
struct Network {
  Link *Connect(const char *host, int port, int options);
};
enum { Quiet = 0x200 };

Link *hookUp(Network &net, const char *host, int port) {
  Link *link;
  int tries = 6, options = Quiet;
  while (!(link = net.Connect(host, port, options))) { // expect: retry-unbounded
    sleep(3); // expect: retry-fixed-interval "3 s, 3 s"
    if (tries--)
      options = Quiet;
    else {
      options = 0;
      tries = 6;
    }
  }
  return link;
}

Link *loudAtFirst(Network &net, const char *host, int port) {
  int options = 0;
  for (int i = 0; i < 4; ++i) {
    if (Link *link = net.Connect(host, port, options))
      return link;
    options = Quiet;
    sleep(2); // expect: retry-fixed-interval "2 s, 2 s, 2 s"
  }
  return nullptr;
}

// Another port each time: looking for one that is free.
Link *anyPort(Network &net, const char *host) {
  for (int port = 8000; port < 8010; ++port) {
    if (Link *link = net.Connect(host, port, 0))
      return link;
    sleep(1);
  }
  return nullptr;
}
