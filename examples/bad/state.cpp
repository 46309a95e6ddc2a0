#include "../payments.h"
#include <thread>

std::string payments::state(httplib::Client &http, const std::string &charge,
                            const Context &) {
  std::chrono::milliseconds delay(500);
  int tries = 0;
  while (true) {
    auto res = http.Get("/charges/" + charge);
    if (res && res->status == 200)
      return res->body;
    if (res && res->status < 500)
      throw Error("charge " + charge + ": status " +
                  std::to_string(res->status));
    if (++tries == 6)
      throw Error("charge " + charge + ": no answer");
    std::this_thread::sleep_for(delay);
    delay *= 2;
  }
}
