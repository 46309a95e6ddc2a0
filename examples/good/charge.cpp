#include "retry.h"

std::string payments::charge(httplib::Client &http, const std::string &order,
                             const Context &context) {
  // One key for the operation: the service recognises a repeated attempt.
  const std::string key = uuid4();
  const httplib::Headers headers{{"Idempotency-Key", key}};
  for (Retry retry("charge", context, key);;) {
    auto res = http.Post("/charges", headers, order, "application/json");
    if (res && res->status == 201)
      return res->body;
    retry.wait(res);
  }
}
