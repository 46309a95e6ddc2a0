// When the client tries again, and how long it waits before.
#ifndef GOOD_RETRY_H
#define GOOD_RETRY_H

#include "../payments.h"
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <thread>

namespace payments {

/// What answers to the question "try again?".
enum class Failure { Transient, Permanent };

inline Failure classify(const httplib::Result &res) {
  if (res)
    switch (res->status) {
    case 408:
    case 429:
    case 500: // every call here is idempotent or keyed
    case 502:
    case 503:
    case 504:
      return Failure::Transient;
    default:
      return Failure::Permanent;
    }
  switch (res.error()) {
  case httplib::Error::Connection:
  case httplib::Error::ConnectionTimeout:
  case httplib::Error::Read:
  case httplib::Error::Write:
    return Failure::Transient;
  default: // a bad certificate among them
    return Failure::Permanent;
  }
}

inline std::string describe(const httplib::Result &res) {
  return res ? "status " + std::to_string(res->status)
             : httplib::to_string(res.error());
}

/// The seconds that the server asks for, 0 if it does not. This service never
/// sends the other form, a date.
inline std::chrono::milliseconds retryAfter(const httplib::Result &res) {
  if (!res || !res->has_header("Retry-After"))
    return std::chrono::milliseconds(0);
  return std::chrono::seconds(
      std::strtoul(res->get_header_value("Retry-After").c_str(), nullptr, 10));
}

/// The retries of one operation: at most three attempts, exponential waits with
/// full jitter in between, all of it before the caller's deadline.
class Retry {
public:
  Retry(std::string operation, const Context &context, std::string key = "none")
      : Operation(std::move(operation)), Key(std::move(key)), Caller(context) {}

  /// Waits until the next attempt is due. Throws if there is none: the failure
  /// is permanent, or attempts or time have run out.
  void wait(const httplib::Result &res) {
    if (classify(res) == Failure::Permanent)
      giveUp("cannot succeed", res);
    if (++Attempts == MaxAttempts)
      giveUp("out of attempts", res);
    const std::chrono::milliseconds delay =
        std::max(fullJitter(), retryAfter(res));
    if (Clock::now() + delay + Reserve >= Caller.deadline)
      giveUp("out of time", res);
    std::clog << "retry correlation_id=" << Caller.correlation_id
              << " dependency=payments operation=" << Operation
              << " attempt=" << Attempts << " max_attempts=" << MaxAttempts
              << " backoff_ms=" << delay.count() << " error_type=\""
              << describe(res) << "\" idempotency_key=" << Key << "\n";
    std::this_thread::sleep_for(delay);
  }

private:
  static constexpr int MaxAttempts = 3;
  static constexpr std::chrono::milliseconds Base{1000}, Cap{30000},
      Reserve{50};

  std::chrono::milliseconds fullJitter() {
    const auto ceiling = std::min(Cap, Base * (1 << (Attempts - 1)));
    std::uniform_int_distribution<long> upTo(0, ceiling.count());
    return std::chrono::milliseconds(upTo(Dice));
  }

  [[noreturn]] void giveUp(const char *why, const httplib::Result &res) {
    const std::chrono::duration<double> elapsed = Clock::now() - Start;
    throw Error("payments: " + Operation + ": " + why + " after " +
                std::to_string(Attempts) + " attempts and " +
                std::to_string(elapsed.count()) + " s: " + describe(res));
  }

  std::string Operation, Key;
  const Context &Caller;
  int Attempts = 0;
  const Clock::time_point Start = Clock::now();
  std::mt19937 Dice{std::random_device{}()};
};

} // namespace payments

#endif
