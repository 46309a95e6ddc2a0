#include "client.h"

// The key of a POST is made once and sent with every attempt, so the service
// recognises one that it has executed already.
std::string payments::charge(httplib::Client &http, const std::string &order,
                             const Context &context) {
  return body(retry::httplib_client(service(), http)
                  .Post(within(context, retry::post("charge")), "/charges",
                        order, "application/json"));
}
