// A bound that is not known is asked twice: whether to wait, and whether to go
// round. What the first question has settled, the second does not ask again.
// RUN: %check_retry %s --checks=retry-sleep-after-last-attempt -- -std=c++20
#include <string>
#include <unistd.h>

bool send_page(const std::string &to);
struct Limits {
  int most = 3;
};

bool below(const std::string &to, const Limits &limits) {
  for (int n = 1; n <= limits.most; ++n) {
    if (send_page(to))
      return true;
    if (n < limits.most)
      sleep(2);
  }
  return false;
}

bool not_last(const std::string &to, unsigned tries) {
  for (unsigned n = 0; n < tries; n++) {
    if (send_page(to))
      return true;
    if (n + 1 != tries)
      sleep(2);
  }
  return false;
}

class Pager {
public:
  bool page(const std::string &to) {
    int left = limits_.most;
    do {
      if (send_page(to))
        return true;
      if (left > 1)
        pause();
    } while (--left > 0);
    return false;
  }
  bool page_too_long(const std::string &to) {
    int n = 0;
    while (n < limits_.most) {
      if (send_page(to))
        return true;
      if (n < limits_.most)
        pause(); // expect: retry-sleep-after-last-attempt
      ++n;
    }
    return false;
  }

private:
  void pause() { sleep(5); }
  Limits limits_;
};

// Off by one.
bool at_most(const std::string &to, const Limits &limits) {
  for (int n = 1; n <= limits.most; ++n) {
    if (send_page(to))
      return true;
    if (n <= limits.most)
      sleep(2); // expect: retry-sleep-after-last-attempt
  }
  return false;
}

// Another limit says nothing of this one.
bool other(const std::string &to, const Limits &limits, int quiet) {
  for (int n = 1; n <= limits.most; ++n) {
    if (send_page(to))
      return true;
    if (n != quiet)
      sleep(2); // expect: retry-sleep-after-last-attempt
  }
  return false;
}
