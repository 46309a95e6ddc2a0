#include "retry.h"

std::string payments::state(httplib::Client &http, const std::string &charge,
                            const Context &context) {
  Retry retry("state", context);
  while (true) {
    auto res = http.Get("/charges/" + charge);
    if (res && res->status == 200)
      return res->body;
    retry.wait(res);
  }
}
