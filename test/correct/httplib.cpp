// RUN: %check_retry %s -- -std=c++20
// expect-none
#include <algorithm>
#include <chrono>
#include <httplib.h>
#include <iostream>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

std::string uuid4();
// Seconds or an HTTP-date; zero when there is none.
milliseconds parse_retry_after(const std::string &value);

static std::mt19937_64 &rng() {
  thread_local std::mt19937_64 engine{std::random_device{}()};
  return engine;
}

static milliseconds fullJitter(int attempt) {
  const auto ceiling = std::min<milliseconds>(30s, 1000ms * (1 << attempt));
  std::uniform_int_distribution<long> wait(0, ceiling.count());
  return milliseconds(wait(rng()));
}

static bool transient(int status) {
  return status == 408 || status == 429 || status == 500 || status == 502 ||
         status == 503 || status == 504;
}

static bool transient(httplib::Error error) {
  return error == httplib::Error::Connection ||
         error == httplib::Error::ConnectionTimeout ||
         error == httplib::Error::Read || error == httplib::Error::Write;
}

httplib::Result getStock(httplib::Client &http, const std::string &sku,
                         Clock::time_point deadline) {
  constexpr int MaxAttempts = 3;
  for (int attempt = 0;; ++attempt) {
    auto res = http.Get("/stock/" + sku);
    const bool again = res ? transient(res->status) : transient(res.error());
    if (!again || attempt + 1 == MaxAttempts)
      return res;
    milliseconds wait = fullJitter(attempt);
    if (res)
      wait = std::max(wait,
                      parse_retry_after(res->get_header_value("Retry-After")));
    if (Clock::now() + wait + 50ms >= deadline)
      return res;
    std::clog << "stock: attempt " << attempt + 1 << " of " << MaxAttempts
              << " failed, next in " << wait.count() << " ms\n";
    std::this_thread::sleep_for(wait);
  }
}

struct PaymentError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::string charge(httplib::Client &http, const std::string &json,
                   Clock::time_point deadline) {
  const httplib::Headers headers{{"Idempotency-Key", uuid4()}};
  int attempts = 0;
  while (true) {
    auto res = http.Post("/charges", headers, json, "application/json");
    ++attempts;
    if (res && res->status == 201)
      return res->body;
    if (res && !transient(res->status))
      throw PaymentError("refused with " + std::to_string(res->status));
    if (!res && !transient(res.error()))
      throw PaymentError(httplib::to_string(res.error()));
    milliseconds wait = fullJitter(attempts - 1);
    if (res && res->has_header("Retry-After"))
      wait = std::max(wait,
                      parse_retry_after(res->get_header_value("Retry-After")));
    if (attempts == 3 || Clock::now() + wait + 50ms >= deadline)
      throw PaymentError("gave up after " + std::to_string(attempts) +
                         " attempts");
    std::clog << "charge: attempt " << attempts << " of 3 failed, next in "
              << wait.count() << " ms\n";
    std::this_thread::sleep_for(wait);
  }
}

// Transport errors only; what the server answered is final.
bool storeThumbnail(httplib::Client &http, const std::string &path,
                    const std::string &png) {
  auto previous = 1000ms;
  int left = 3;
  http.set_connection_timeout(3s);
  http.set_write_timeout(3s);
  do {
    auto res = http.Put(path, png, "image/png");
    if (res)
      return res->status == 200 || res->status == 204;
    if (!transient(res.error()) || --left == 0)
      return false;
    std::uniform_int_distribution<long> next(1000, 3 * previous.count());
    previous = std::min<milliseconds>(10s, milliseconds(next(rng())));
    std::clog << "thumbnail: " << httplib::to_string(res.error()) << ", "
              << left << " attempts left, next in " << previous.count()
              << " ms\n";
    std::this_thread::sleep_for(previous);
  } while (true);
}
