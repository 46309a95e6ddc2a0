// RUN: %check_retry %s --checks=retry-sleep-after-last-attempt,retry-nested -- -std=c++17
// A round of the outer loop may hold several attempts: what is waited between them
// is not waited after the last.
#include <unistd.h>

enum class Outcome { Done, Timeout, Refused, Rejected };
struct Server {
  Outcome push(const char *rule);
};
void warn(const char *what, int attempt);

static Outcome pushed(Server &server, const char *rule) {
  Outcome o = server.push(rule);
  for (int n = 1; n < 3 && (o == Outcome::Timeout || o == Outcome::Refused); ++n) {
    warn("push", n);
    sleep(n);
    o = server.push(rule);
  }
  return o;
}

Outcome waitsFirst(Server &server, const char *rule) {
  Outcome o = Outcome::Refused;
  for (int round = 0; round < 4; ++round) {
    if (round)
      sleep(round);
    o = pushed(server, rule); // expect: retry-nested
    if (o != Outcome::Timeout && o != Outcome::Refused)
      break;
    warn("deploy", round);
  }
  return o;
}

Outcome waitsLast(Server &server, const char *rule) {
  Outcome o = Outcome::Refused;
  for (int round = 0; round < 4; ++round) {
    o = pushed(server, rule); // expect: retry-nested
    if (o != Outcome::Timeout && o != Outcome::Refused)
      break;
    warn("deploy", round);
    sleep(5); // expect: retry-sleep-after-last-attempt
  }
  return o;
}

Outcome leavesInTime(Server &server, const char *rule) {
  for (int round = 0;; ++round) {
    Outcome o = pushed(server, rule); // expect: retry-nested
    if ((o != Outcome::Timeout && o != Outcome::Refused) || round == 3)
      return o;
    warn("deploy", round);
    sleep(5);
  }
}
