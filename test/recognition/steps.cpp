// RUN: %check_retry %s --checks=retry-fixed-interval -- -std=c++17
// A function that is passed in and tells how it went takes nothing from a
// sequence, whatever it is called.
#include <functional>
#include <unistd.h>

enum class Outcome { Ok, Failed };
struct Item {
  int id;
};

bool run(const std::function<Outcome()> &next) {
  for (int i = 0; i < 3; ++i) {
    if (next() == Outcome::Ok)
      return true;
    sleep(1); // expect: retry-fixed-interval
  }
  return false;
}

class Stage {
  std::function<Outcome(int)> step_;

public:
  bool enter(int phase) {
    int failures = 0;
    while (step_(phase) != Outcome::Ok) {
      if (++failures == 5)
        return false;
      sleep(3); // expect: retry-fixed-interval
    }
    return true;
  }
};

using Pull = Outcome (*)(void *);
bool drain(Pull pull, void *context) {
  for (int left = 4; left; --left) {
    Outcome o = pull(context);
    if (o == Outcome::Ok)
      return true;
    usleep(100000); // expect: retry-fixed-interval
  }
  return false;
}

// These are taken one after the other.
int all(const std::function<const Item *()> &next, int &sum) {
  while (const Item *i = next()) {
    sum += i->id;
    sleep(1);
  }
  return sum;
}
