#include "../payments.h"

namespace {

double ask(httplib::Client &http, const std::string &currency) {
  auto res = http.Get("/rates/" + currency);
  if (!res)
    throw payments::Error(httplib::to_string(res.error()));
  return std::stod(res->body);
}

} // namespace

double payments::rate(httplib::Client &http, const std::string &currency,
                      const Context &) {
  int left = 3;
retry:
  try {
    return ask(http, currency);
  } catch (const Error &) {
    if (--left > 0)
      goto retry;
    throw;
  }
}
