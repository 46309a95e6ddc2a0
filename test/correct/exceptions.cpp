// RUN: %check_retry %s -- -std=c++20
// expect-none
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <random>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

struct ServiceUnavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct RequestTimeout : std::runtime_error {
  using std::runtime_error::runtime_error;
};

static thread_local std::default_random_engine engine{std::random_device{}()};

struct GeoService {
  std::string reverse(double lat, double lon);
};

// Everything but the two transient failures goes to the caller at once.
std::string addressOf(GeoService &geo, double lat, double lon) {
  int attempt = 0;
  for (;;) {
    std::string reason;
    try {
      return geo.reverse(lat, lon);
    } catch (const ServiceUnavailable &e) {
      if (++attempt == 3)
        throw;
      reason = e.what();
    } catch (const RequestTimeout &e) {
      if (++attempt == 3)
        throw;
      reason = e.what();
    }
    std::uniform_real_distribution<double> seconds(
        0, std::min(30.0, std::pow(2.0, attempt - 1)));
    const std::chrono::duration<double> wait(seconds(engine));
    std::clog << "reverse: attempt " << attempt << " of 3: " << reason
              << ", next in " << wait.count() << " s\n";
    std::this_thread::sleep_for(wait);
  }
}

class ApiError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
  int status() const;
  milliseconds retryAfter() const;
};
struct DocumentApi {
  std::string get(const std::string &id);
};

static bool isTransient(int status) {
  return status == 408 || status == 429 || (status >= 502 && status <= 504);
}

std::string loadDocument(DocumentApi &api, const std::string &id,
                         Clock::time_point deadline) {
  constexpr int maxAttempts = 3;
  milliseconds ceiling = 1s;
  for (int attempt = 1;;
       ++attempt, ceiling = std::min<milliseconds>(ceiling * 2, 30s)) {
    try {
      return api.get(id);
    } catch (const ApiError &e) {
      if (!isTransient(e.status()) || attempt == maxAttempts)
        throw;
      std::uniform_int_distribution<int> pick(
          0, static_cast<int>(ceiling.count()));
      const milliseconds wait =
          std::max(e.retryAfter(), milliseconds(pick(engine)));
      if (Clock::now() + wait + 50ms > deadline)
        throw;
      std::clog << "document: attempt " << attempt << " of " << maxAttempts
                << " got " << e.status() << ", next in " << wait.count()
                << " ms\n";
      std::this_thread::sleep_for(wait);
    }
  }
}

struct CacheNode {
  void open();
};

void openCache(CacheNode &node) {
  std::error_code last;
  for (int round = 0; round < 4; ++round) {
    if (round > 0) {
      std::uniform_int_distribution<int> pick(0, 1000 << (round - 1));
      const int ms = pick(engine);
      std::fprintf(stderr, "cache: retry %d of 3 in %d ms: %s\n", round, ms,
                   last.message().c_str());
      std::this_thread::sleep_for(milliseconds(ms));
    }
    try {
      node.open();
      return;
    } catch (const std::system_error &e) {
      if (e.code() != std::errc::connection_refused &&
          e.code() != std::errc::timed_out)
        throw;
      last = e.code();
    }
  }
  throw std::system_error(last, "cache not reachable after 4 attempts");
}
