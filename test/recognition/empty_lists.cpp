// RUN: %check_retry %s --checks=retry-missing-jitter,retry-excessive-attempts,retry-fixed-interval -- -std=c++20
// int n{} is 0.
#include <algorithm>
#include <cmath>
#include <sys/socket.h>
#include <unistd.h>

bool send_report(int id);

bool grows(int id, int most) {
  for (int i{}; i < most; ++i) {
    if (send_report(id))
      return true;
    int pause{std::min(30, static_cast<int>(std::pow(2, i)))};
    sleep(pause); // expect: retry-missing-jitter "1 s, 2 s, 4 s"
  }
  return false;
}

bool counts(int id) {
  unsigned n{};
  while (n++ < 9) { // expect: retry-excessive-attempts "9 times"
    if (send_report(id))
      return true;
    sleep(1); // expect: retry-fixed-interval
  }
  return false;
}

struct Counter {
  unsigned n{};
  double pause{};
};
bool in_a_member(int id) {
  Counter c{};
  while (++c.n < 4) {
    if (send_report(id))
      return true;
    c.pause += 1;
    sleep(static_cast<unsigned>(c.pause)); // expect: retry-missing-jitter "1 s, 2 s"
  }
  return false;
}

// What is in the braces is not known.
bool unknown(int id, int first) {
  int n{first};
  while (n++ < 9) {
    if (send_report(id))
      return true;
    sleep(1); // expect: retry-fixed-interval
  }
  return false;
}
