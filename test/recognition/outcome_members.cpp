// RUN: %check_retry %s --checks=retry-fixed*,retry-sleep-after* --
// A call that gives nothing leaves in a member how it went.
#include <cstdio>
#include <string>
#include <unistd.h>

struct Session {
  std::string error;
  bool loggedIn = false;
  void login(const std::string &user);
};
bool enter(Session &s, const std::string &user) {
  int tries = 0;
  while (!s.loggedIn && tries < 4) {
    s.login(user);
    if (!s.loggedIn)
      std::fprintf(stderr, "login: %s\n", s.error.c_str());
    ++tries;
    sleep(2); // expect: retry-fixed-interval "2 s", retry-sleep-after-last-attempt
  }
  return s.loggedIn;
}

struct Arm {
  bool is_connected;
  void connect(const char *port);
};
int attach(Arm *arm, const char *port) {
  for (int i = 0; i < 3; i++) {
    arm->connect(port);
    if (arm->is_connected)
      return 0;
    usleep(300000); // expect: retry-fixed-interval "300 ms", retry-sleep-after-last-attempt
  }
  return -1;
}

struct Peer {
  bool registered;
};
void register_peer(Peer *p, const char *name);
int enrol(Peer *p, const char *name) {
  int left = 5;
  do {
    register_peer(p, name);
    if (p->registered)
      break;
    if (left > 1)
      sleep(1); // expect: retry-fixed-interval "1 s"
  } while (--left > 0);
  return p->registered ? 0 : -1;
}
