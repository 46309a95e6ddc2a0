// What the requests of the client have in common.
#ifndef GOOD_CLIENT_H
#define GOOD_CLIENT_H

#include "../payments.h"
#include <retry/adapters/httplib.h>

namespace payments {

/// The service: its limits, and the budget and circuit breaker that all
/// requests to it share.
inline retry::dependency &service() {
  static retry::dependency one("payments");
  return one;
}

/// Not past the deadline of the inbound request, and with its id in the logs.
inline retry::operation within(const Context &context, retry::operation what) {
  return what.until(context.deadline)
      .correlated(retry::id::from(context.correlation_id));
}

/// The body of the answer. Throws if there is none that helps.
inline std::string body(retry::result<httplib::Result> result) {
  if (!result.ok())
    throw Error(retry::describe(result.how()));
  return result.answer()->body;
}

} // namespace payments

#endif
