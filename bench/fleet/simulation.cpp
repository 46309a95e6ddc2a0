// Many clients fail at the same instant, in virtual time, and the server stays
// down for ten seconds. How many requests arrive in each 100 ms after that
// instant? The library's decisions are those of `retry::decide`. Prints a JSON
// object for each strategy, number of attempts and size of the fleet.
#include "hand.h"
#include "retry/budget.h"
#include "retry/decide.h"
#include "retry/defaults.h"
#include "retry/random.h"
#include <algorithm>
#include <cstdio>
#include <deque>
#include <optional>
#include <queue>
#include <vector>

using namespace fleet;
using namespace std::chrono_literals;

namespace {

constexpr retry::duration base = 1s, cap = 30s, down = 10s, answered_in = 10ms;
constexpr retry::duration bin = 100ms, watched = 15s;

struct Strategy {
  const char *name;
  std::optional<Hand> hand{}; // else retry::decide
  retry::jitter form = retry::jitter::full;
  unsigned callers = 0; // so many clients share a process and its budget
};

const Strategy strategies[] = {
    {"naive loop", Hand::Naive},
    {"backoff, no jitter", Hand::Backoff},
    {"backoff, full jitter", Hand::Jitter},
    {"ours, full jitter"},
    {"ours, decorrelated jitter", {}, retry::jitter::decorrelated},
    {"ours, a budget for 100 clients", {}, retry::jitter::full, 100},
};

class Fleet {
public:
  Fleet(const Strategy &how, unsigned attempts, unsigned clients)
      : strategy(how), limits(retry::sync_api), states(clients) {
    limits.max_attempts = attempts;
    limits.base = base;
    limits.cap = cap;
    limits.form = how.form;
    limits.per_failure = {}; // so that attempts are what it says
    if (how.callers)
      budgets.resize(clients / how.callers);
  }

  /// Requests in each bin; those that fail at the instant are not among them.
  std::vector<unsigned> run() {
    std::vector<unsigned> bins(watched / bin);
    for (unsigned i = 0; i < states.size(); ++i) {
      states[i].attempts = 1;
      states[i].started = instant;
      failed(i, instant);
    }
    while (!queue.empty()) {
      auto [at, client] = queue.top();
      queue.pop();
      auto number = std::size_t((at - instant) / bin);
      if (number < bins.size())
        ++bins[number];
      if (at - instant < down)
        failed(client, at + answered_in);
    }
    return bins;
  }

private:
  void failed(unsigned client, retry::time_point now) {
    const retry::failure why = retry::transient("http_503");
    retry::progress &so_far = states[client];
    retry::decision then = next(so_far, why, now);
    if (then.again() && strategy.callers &&
        !budgets[client / strategy.callers].acquire(now))
      return;
    if (!then.again())
      return;
    so_far = advance(so_far, why, then.wait);
    queue.push({now + then.wait, client});
  }

  retry::decision next(const retry::progress &so_far, const retry::failure &why,
                       retry::time_point now) {
    if (!strategy.hand)
      return decide(limits, so_far, why, now, random);
    if (so_far.attempts == limits.max_attempts)
      return {retry::stop_reason::attempts_exhausted, {}};
    return {retry::stop_reason::none,
            wait(*strategy.hand, base, cap, so_far.attempts - 1, random)};
  }

  const Strategy &strategy;
  retry::policy limits;
  std::vector<retry::progress> states;
  std::deque<retry::token_bucket> budgets;
  retry::random_source random{1};
  const retry::time_point instant{std::chrono::hours(1)};
  using Event = std::pair<retry::time_point, unsigned>;
  std::priority_queue<Event, std::vector<Event>, std::greater<Event>> queue;
};

} // namespace

int main() {
  const char *separator = "[";
  for (unsigned clients : {1000u, 100000u})
    for (unsigned attempts : {3u, 8u})
      for (const Strategy &one : strategies) {
        std::vector<unsigned> bins = Fleet(one, attempts, clients).run();
        std::printf("%s{\"strategy\": \"%s\", \"attempts\": %u, \"clients\": "
                    "%u, \"requests_per_100ms\": [",
                    separator, one.name, attempts, clients);
        for (std::size_t i = 0; i < bins.size(); ++i)
          std::printf("%s%u", i ? ", " : "", bins[i]);
        std::printf("]}");
        separator = ",\n";
      }
  std::printf("]\n");
}
