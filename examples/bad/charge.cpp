#include "../payments.h"
#include <iostream>
#include <thread>

using namespace std::chrono_literals;

std::string payments::charge(httplib::Client &http, const std::string &order,
                             const Context &) {
  for (int attempt = 1; attempt <= 5; ++attempt) {
    auto res = http.Post("/charges", order, "application/json");
    if (res && res->status == 201)
      return res->body;
    std::cerr << "charge failed, attempt " << attempt << "\n";
    std::this_thread::sleep_for(2s);
  }
  throw Error("charge failed");
}
