// RUN: %check_retry %s --checks=retry-fixed*,retry-swallowed*,retry-immediate --
// Whether somebody wants to stop is asked before each attempt: what fails is
// the attempt, and who was stopped is told.
#include <cstdio>
#include <string>
#include <unistd.h>

struct Worker {
  bool killed() const;
};
bool connect_master(const std::string &host);

bool reach(Worker &worker, const std::string &host, unsigned most) {
  unsigned n = 0;
  bool dead;
  while (!(dead = worker.killed()) && !connect_master(host)) {
    std::fprintf(stderr, "no connection to %s\n", host.c_str());
    if (++n == most) {
      dead = true;
      break;
    }
    sleep(30); // expect: retry-fixed-interval "'connect_master'"
  }
  return !dead;
}

int interrupted(void);
int send_report(const char *text);

int report(const char *text) {
  for (int i = 0; i < 4; i++) {
    if (interrupted())
      return -2;
    if (send_report(text) == 0)
      return 0;
    std::fprintf(stderr, "report: try %d failed\n", i);
    usleep(500000); // expect: retry-fixed-interval "'send_report'"
  }
  return -1;
}

class Replica {
public:
  bool join() {
    int left = 3;
    bool gone = false;
    do {
      gone = shuttingDown();
      if (gone)
        break;
      if (subscribe("changes"))
        return true;
      std::fprintf(stderr, "join: %d left\n", left);
      sleep(5); // expect: retry-fixed-interval "'subscribe'"
    } while (--left > 0);
    return false;
  }

private:
  bool shuttingDown();
  bool subscribe(const char *topic);
};
bool join(Replica &r) { return r.join(); }

// What stops something is an attempt.
bool stop_instance(const std::string &name);
bool stop(const std::string &name) {
  for (int i = 0; i < 3; ++i) {
    if (stop_instance(name))
      return true;
    std::fprintf(stderr, "stop failed: %s\n", name.c_str());
    sleep(1); // expect: retry-fixed-interval "'stop_instance'"
  }
  return false;
}
