// The client of a payment service, as its callers see it. bad/ and good/ hold
// two implementations.
#ifndef PAYMENTS_H
#define PAYMENTS_H

#include <chrono>
#include <httplib.h>
#include <stdexcept>
#include <string>

namespace payments {

using Clock = std::chrono::steady_clock;

/// What the caller of the service brings along.
struct Context {
  std::string correlation_id;
  Clock::time_point deadline; // of the inbound request
};

struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Takes the money; returns the id of the charge.
std::string charge(httplib::Client &http, const std::string &order,
                   const Context &context);

/// The state of a charge: "pending", "captured", "failed".
std::string state(httplib::Client &http, const std::string &charge,
                  const Context &context);

/// How many euros one unit of the currency buys.
double rate(httplib::Client &http, const std::string &currency,
            const Context &context);

} // namespace payments

#endif
