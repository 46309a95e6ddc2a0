// The tests are compiled once for each of the two libraries.
#ifndef RETRY_TEST_ASIO_LIBRARY_H
#define RETRY_TEST_ASIO_LIBRARY_H

#include "retry/testing.h"
#include "gtest/gtest.h"
#include <vector>

#ifdef RETRY_TEST_BOOST
#include "retry/boost_asio.h"
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_future.hpp>
#if BOOST_ASIO_VERSION >= 101900
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#define RETRY_TEST_SLOTS 1
#endif
namespace net = boost::asio;
using Code = boost::system::error_code;
using SystemError = boost::system::system_error;
#else
#include "retry/asio.h"
#include <asio/bind_cancellation_slot.hpp>
#include <asio/bind_executor.hpp>
#include <asio/cancellation_signal.hpp>
#include <asio/io_context.hpp>
#include <asio/strand.hpp>
#include <asio/use_future.hpp>
#define RETRY_TEST_SLOTS 1
namespace net = asio;
using Code = std::error_code;
using SystemError = std::system_error;
#endif

#ifdef RETRY_TEST_COROUTINES
#ifdef RETRY_TEST_BOOST
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
using net::deferred;
#else
#include <asio/co_spawn.hpp>
#include <asio/detached.hpp>
#include <asio/experimental/deferred.hpp>
#include <asio/steady_timer.hpp>
using net::experimental::deferred;
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

/// A dependency in real time that is never waited for to the end.
struct RealTime : testing::Test {
  net::io_context io;
  Recorder seen;
  retry::dependency server{"server", patient()};
  RealTime() { server.use(seen); }
};

#endif
