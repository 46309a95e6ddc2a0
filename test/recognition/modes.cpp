// RUN: %check_retry %s --checks=retry-unbounded -- -std=c++20
// Who asks for one attempt only gets one; that bounds nothing for the others.
#include <atomic>
#include <cstdlib>
#include <string>
#include <unistd.h>

extern int dbConnect(const char *host);
enum class Mode { Once, Exit, Persist };

int byEnumeration(const char *host, Mode mode) {
  int rc;
  while ((rc = dbConnect(host)) != 0) { // expect: retry-unbounded "for ever"
    if (mode == Mode::Once)
      break;
    if (mode == Mode::Exit)
      exit(1);
    sleep(10);
  }
  return rc;
}
bool byFlag(const char *host, bool wait) {
  for (;;) { // expect: retry-unbounded "for ever"
    if (dbConnect(host) == 0)
      return true;
    if (!wait)
      return false;
    sleep(5);
  }
}

struct Client {
  bool connected();
  bool connect(const char *id);
  bool isOpen() const;
  bool open(const std::string &port);
};
extern Client client;

// Only another one can connect it while this one fails.
void bySameObject() {
  while (!client.connected()) { // expect: retry-unbounded
    if (client.connect("sensor"))
      return;
    sleep(5);
  }
}
void byConstMethod(Client &line) {
  while (!line.isOpen()) // expect: retry-unbounded
    if (!line.open("/dev/ttyS0"))
      sleep(1);
}
void byVolatile(int (*check)(volatile int *), volatile int *stop) {
  while (dbConnect("db") != 0) { // expect: retry-unbounded "until shutdown"
    check(stop);
    if (*stop)
      return;
    sleep(1);
  }
}

// A number that the caller passes may be a bound, or none.
int atMost(const char *host, int most) {
  int rc = -1;
  for (int i = 0; (most <= 0 || i < most) && rc != 0; ++i) {
    if (i)
      sleep(1);
    rc = dbConnect(host);
  }
  return rc;
}
// Another object may know how often it was asked.
struct Patience {
  bool exhausted();
};
bool whilePatient(const char *host, Patience &patience) {
  while (!patience.exhausted()) {
    if (dbConnect(host) == 0)
      return true;
    sleep(1);
  }
  return false;
}
