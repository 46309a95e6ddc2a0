// RUN: %check_retry %s --checks=retry-nested -- -std=c++20
// A template that retries what it is given is a layer for each thing it is given.
#include <chrono>
#include <string>
#include <thread>

struct Reply {
  int status;
  std::string body;
};
Reply http_get(const std::string &url);
Reply http_put(const std::string &url, const std::string &body);

template <class F> Reply with_tries(int n, F &&f) {
  Reply r{};
  for (int i = 0; i < n; ++i) {
    r = f(); // expect: retry-nested "3 x 4 = 12 attempts"
    if (r.status != 503)
      return r;
    std::this_thread::sleep_for(std::chrono::seconds(1 << i));
  }
  return r;
}

static Reply price(const std::string &sku) {
  return with_tries(4, [&] { return http_get("http://prices/" + sku); });
}

int total(const std::string &sku) {
  return with_tries(3, [&] { return price(sku); }).status;
}

// ---- Each at one layer.

template <class F> Reply twice(F &&f) {
  Reply r{};
  for (int i = 0; i < 2; ++i) {
    r = f();
    if (r.status != 503)
      return r;
    std::this_thread::sleep_for(std::chrono::seconds(1 << i));
  }
  return r;
}

int stock(const std::string &sku) {
  return twice([&] { return http_get("http://stock/" + sku); }).status;
}

int store(const std::string &sku) {
  if (stock(sku) == 200)
    return 0;
  return twice([&] { return http_put("http://stock/" + sku, "1"); }).status;
}

Reply store_and_ask(const std::string &sku) {
  twice([&] { return http_put("http://stock/" + sku, "1"); });
  return twice([&] { return http_get("http://stock/" + sku); });
}
