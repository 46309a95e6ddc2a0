// The tests are compiled once for each of the two libraries.
#ifndef RETRY_TEST_ASIO_LIBRARY_H
#define RETRY_TEST_ASIO_LIBRARY_H

#include "retry/testing.h"
#include "gtest/gtest.h"
#include <atomic>
#include <thread>
#include <vector>

#ifdef RETRY_TEST_BOOST
#include "retry/boost_asio.h"
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
namespace net = boost::asio;
using Code = boost::system::error_code;
#define RETRY_TEST_SLOTS (BOOST_ASIO_VERSION >= 101900)
#else
#include "retry/asio.h"
#include <asio/bind_executor.hpp>
#include <asio/io_context.hpp>
#include <asio/strand.hpp>
namespace net = asio;
using Code = std::error_code;
#define RETRY_TEST_SLOTS (ASIO_VERSION >= 101900)
#endif
#if RETRY_TEST_SLOTS
#ifdef RETRY_TEST_BOOST
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#else
#include <asio/bind_cancellation_slot.hpp>
#include <asio/cancellation_signal.hpp>
#endif
#endif

struct Recorder final : retry::observer {
  std::vector<retry::retry_event> retries, ends, recoveries;
  void retrying(const retry::retry_event &e) noexcept override {
    retries.push_back(e);
  }
  void gave_up(const retry::retry_event &e) noexcept override {
    ends.push_back(e);
  }
  void recovered(const retry::retry_event &e) noexcept override {
    recoveries.push_back(e);
  }
};

inline Code refusedCode() { return net::error::connection_refused; }

/// A dependency in simulated time.
struct Simulated : testing::Test {
  net::io_context io;
  retry::fake_environment env;
  Recorder seen;
  retry::dependency server{"server"};
  Simulated() { server.use(env).use(seen); }
};

/// A policy whose first wait is hours: whoever ends it early is seen to.
inline retry::policy patient() {
  using namespace std::chrono_literals;
  retry::policy p = retry::async_event;
  p.base = p.cap = p.throttled_floor = 1h;
  return p;
}
inline retry::failure throttledAnswer() { return retry::throttled("busy"); }

/// For ThreadSanitizer: stops that come while a wait begins, lasts or ends.
/// `start(io, server, operation, attempts, completed)` starts one call.
template <typename Start> void raceStops(int rounds, Start start) {
  retry::policy p = retry::async_event;
  p.base = p.cap = std::chrono::microseconds(1);
  retry::null_observer nobody;
  net::io_context io;
  auto work = net::make_work_guard(io);
  std::thread one([&] { io.run(); }), two([&] { io.run(); });
  for (int i = 0; i < rounds; ++i) {
    retry::dependency server("server", p);
    server.use(nobody);
    retry::stop_source stopper;
    std::atomic<int> attempts{0};
    std::atomic<bool> completed{false};
    start(io, server, retry::get("read").unless(stopper.token()), attempts,
          completed);
    while (attempts.load() < 1 + i % 3 && !completed.load())
      std::this_thread::yield();
    stopper.request_stop();
    while (!completed.load())
      std::this_thread::yield();
  }
  work.reset();
  one.join();
  two.join();
}

/// A dependency in real time that is never waited for to the end.
struct RealTime : testing::Test {
  net::io_context io;
  Recorder seen;
  retry::dependency server{"server", patient()};
  RealTime() { server.use(seen); }
};

#endif
