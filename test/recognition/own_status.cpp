// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter -- -std=c++20
// An unknown function that says itself whether it worked, and is waited for.
#include <chrono>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

struct Status {
  bool ok() const;
  std::string message() const;
};
struct Outcome {
  bool failed;
  int detail;
};
struct Lines {
  bool empty() const;
  std::vector<std::string> all;
};
struct Reading {
  bool complete() const;
};

Status go(const std::string &uri, std::string &out);
Outcome apply(const char *migration);
Lines tail(const char *file);
Reading sample(int channel);

Status byMethod(const std::string &uri, std::string &out) {
  Status s;
  for (int i = 1; i <= 3; i++) {
    s = go(uri, out);
    if (s.ok())
      return s;
    std::this_thread::sleep_for(std::chrono::seconds(i)); // expect: retry-missing-jitter "1 s, 2 s"
  }
  return s;
}

bool byField(const char *migration) {
  for (int left = 4; left > 0; --left) {
    Outcome o = apply(migration);
    if (!o.failed)
      return true;
    sleep(2); // expect: retry-fixed-interval
  }
  return false;
}

class Store {
  Status put(const std::string &key);
  unsigned pause_ = 3;

public:
  Status keep(const std::string &key) {
    Status s = put(key);
    for (int again = 0; !s.ok() && again < 2; ++again) {
      sleep(pause_); // expect: retry-fixed-interval
      s = put(key);
    }
    return s;
  }
};

// What is not there yet is waited for: no call has failed.
std::string untilALine(const char *file) {
  for (;;) {
    Lines l = tail(file);
    if (!l.empty())
      return l.all.front();
    sleep(1);
  }
}
bool untilComplete(int channel) {
  for (int i = 0; i < 10; ++i) {
    if (sample(channel).complete())
      return true;
    usleep(1000);
  }
  return false;
}
