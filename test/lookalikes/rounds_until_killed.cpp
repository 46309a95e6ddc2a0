// RUN: %check_retry %s -- -std=c++20
// expect-none
// What is done every minute until somebody says stop is done, not tried again,
// also if the same object says both.
#include <chrono>
#include <cstdio>
#include <thread>
#include <unistd.h>

struct Store {
  bool sync();
  bool killed() const;
};
void keep_in_step(Store &s) {
  while (!s.killed()) {
    if (!s.sync())
      std::fprintf(stderr, "sync failed\n");
    for (int i = 0; i < 60 && !s.killed(); ++i)
      std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

struct Probe {
  int publish(double value);
  double measure();
  bool stopRequested() const;
};
void sample(Probe &p) {
  do {
    if (p.publish(p.measure()) < 0)
      std::fprintf(stderr, "publish failed\n");
    sleep(10);
  } while (!p.stopRequested());
}

class Mirror {
public:
  void run() {
    for (;;) {
      if (interrupted())
        return;
      if (!replicate_all())
        std::fprintf(stderr, "error: mirror is behind\n");
      usleep(500000);
    }
  }

private:
  bool interrupted() const;
  bool replicate_all();
};
void mirror(Mirror &m) { m.run(); }
