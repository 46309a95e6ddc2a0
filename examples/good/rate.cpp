#include "retry.h"

double payments::rate(httplib::Client &http, const std::string &currency,
                      const Context &context) {
  Retry retry("rate", context);
  auto res = http.Get("/rates/" + currency);
  while (!res || res->status != 200) {
    retry.wait(res);
    res = http.Get("/rates/" + currency);
  }
  return std::stod(res->body);
}
