// A timer waits for what it was told before: that is what is compared with the
// deadline.
// REQUIRES: boost
// RUN: %check_retry %s --checks=retry-sleep-past-deadline -- -DBOOST_ASIO_HAS_CO_AWAIT -DBOOST_ASIO_HAS_STD_COROUTINE
#include <algorithm>
#include <utility> // awaitable.hpp needs it
#include <boost/asio.hpp>
#include <chrono>

namespace asio = boost::asio;
using asio::awaitable;
using asio::use_awaitable;
using boost::system::error_code;
using tcp = asio::ip::tcp;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

awaitable<bool> fits(tcp::socket &socket, tcp::endpoint peer, Clock::time_point until) {
  asio::steady_timer timer(co_await asio::this_coro::executor);
  for (auto wait = 200ms;; wait *= 2) {
    error_code ec;
    co_await socket.async_connect(peer, asio::redirect_error(use_awaitable, ec));
    if (!ec)
      co_return true;
    if (Clock::now() + wait >= until)
      co_return false;
    timer.expires_after(wait);
    co_await timer.async_wait(use_awaitable);
  }
}

class Dialer {
public:
  awaitable<bool> dial(tcp::endpoint peer) {
    for (int n = 0; n < 5; ++n) {
      error_code ec;
      co_await socket_.async_connect(peer, asio::redirect_error(use_awaitable, ec));
      if (!ec)
        co_return true;
      const auto pause = std::chrono::seconds(1 << n);
      if (until_ - Clock::now() < pause)
        break;
      timer_.expires_after(pause);
      co_await timer_.async_wait(use_awaitable);
    }
    co_return false;
  }
  awaitable<bool> dial_late(tcp::endpoint peer) {
    while (Clock::now() < until_) {
      error_code ec;
      co_await socket_.async_connect(peer, asio::redirect_error(use_awaitable, ec));
      if (!ec)
        co_return true;
      timer_.expires_after(pause_);
      co_await timer_.async_wait(use_awaitable); // expect: retry-sleep-past-deadline
    }
    co_return false;
  }

private:
  tcp::socket socket_;
  asio::steady_timer timer_;
  Clock::time_point until_;
  std::chrono::seconds pause_;
};

awaitable<bool> clamped(tcp::socket &socket, tcp::endpoint peer, Clock::time_point until) {
  asio::steady_timer timer(co_await asio::this_coro::executor);
  for (auto wait = 1s; Clock::now() < until; wait *= 2) {
    error_code ec;
    co_await socket.async_connect(peer, asio::redirect_error(use_awaitable, ec));
    if (!ec)
      co_return true;
    timer.expires_at(std::min(until, Clock::now() + wait));
    co_await timer.async_wait(use_awaitable);
  }
  co_return false;
}

awaitable<bool> past(tcp::socket &socket, tcp::endpoint peer, Clock::time_point until) {
  asio::steady_timer timer(co_await asio::this_coro::executor);
  for (auto wait = 1s; Clock::now() < until; wait *= 2) {
    error_code ec;
    co_await socket.async_connect(peer, asio::redirect_error(use_awaitable, ec));
    if (!ec)
      co_return true;
    timer.expires_after(wait);
    co_await timer.async_wait(use_awaitable); // expect: retry-sleep-past-deadline
  }
  co_return false;
}
