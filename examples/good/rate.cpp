#include "client.h"

double payments::rate(httplib::Client &http, const std::string &currency,
                      const Context &context) {
  return std::stod(body(
      retry::httplib_client(service(), http)
          .Get(within(context, retry::get("rate")), "/rates/" + currency)));
}
