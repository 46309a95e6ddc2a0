// Loops in coroutines: co_await is a call like any other.
// REQUIRES: boost
// RUN: %check_retry %s --checks=retry-fixed-interval,retry-immediate,retry-unbounded,retry-missing-jitter,retry-permanent-error -- -DBOOST_ASIO_HAS_CO_AWAIT -DBOOST_ASIO_HAS_STD_COROUTINE
#include <algorithm>
#include <utility> // awaitable.hpp needs it
#include <boost/asio.hpp>
#include <chrono>
#include <random>

namespace asio = boost::asio;
using asio::awaitable;
using asio::use_awaitable;
using boost::system::error_code;
using tcp = asio::ip::tcp;
using namespace std::chrono_literals;

// Waits the same time, for ever.
awaitable<void> dial(tcp::socket &socket, tcp::endpoint peer) {
  asio::steady_timer timer(co_await asio::this_coro::executor);
  for (;;) { // expect: retry-unbounded "'async_connect' for ever"
    try {
      co_await socket.async_connect(peer, use_awaitable);
      co_return;
    } catch (const std::exception &) {
    }
    timer.expires_after(2s);
    co_await timer.async_wait(use_awaitable); // expect: retry-fixed-interval "2 s, 2 s"
  }
}

// The error is redirected; bounded; grows.
awaitable<bool> reach(tcp::socket &socket, tcp::endpoint peer) {
  asio::steady_timer timer(socket.get_executor());
  auto delay = 1s;
  for (int attempt = 0; attempt < 5; ++attempt) {
    error_code ec;
    co_await socket.async_connect(peer, asio::redirect_error(use_awaitable, ec));
    if (!ec)
      co_return true;
    timer.expires_after(delay);
    co_await timer.async_wait(use_awaitable); // expect: retry-missing-jitter "1 s, 2 s, 4 s"
    delay *= 2;
  }
  co_return false;
}

// At once.
awaitable<void> push(tcp::socket &socket, const std::string &text) {
  for (int left = 3; left > 0; --left) {
    try {
      co_await asio::async_write(socket, asio::buffer(text), use_awaitable); // expect: retry-immediate
      co_return;
    } catch (const boost::system::system_error &) {
    }
  }
  throw std::runtime_error("not sent");
}

// A client of this program.
struct Reply {
  int status;
};
struct Api {
  awaitable<Reply> get(const std::string &url);
};
awaitable<int> state(Api &api, asio::steady_timer &timer) {
  for (int i = 0; i < 3; ++i) {
    Reply reply = co_await api.get("http://inventory/state"); // expect: retry-permanent-error "400-407"
    if (reply.status == 200)
      co_return 0;
    timer.expires_after(1s);
    co_await timer.async_wait(use_awaitable); // expect: retry-fixed-interval
  }
  co_return -1;
}

// Not retries: accepting, reading, a clock.
awaitable<void> listen(tcp::acceptor &acceptor) {
  for (;;) {
    tcp::socket client = co_await acceptor.async_accept(use_awaitable);
    client.close();
  }
}
awaitable<void> echo(tcp::socket socket) {
  char data[256];
  try {
    for (;;) {
      std::size_t n = co_await socket.async_read_some(asio::buffer(data), use_awaitable);
      co_await asio::async_write(socket, asio::buffer(data, n), use_awaitable);
    }
  } catch (const std::exception &) {
  }
}
awaitable<void> tick(asio::steady_timer &timer, int &count) {
  while (count < 1000) {
    timer.expires_after(1s);
    co_await timer.async_wait(use_awaitable);
    ++count;
  }
}

// A retry that is right.
awaitable<void> patient(tcp::socket &socket, tcp::endpoint peer, std::mt19937 &random) {
  asio::steady_timer timer(socket.get_executor());
  for (int attempt = 0;; ++attempt) {
    error_code ec;
    co_await socket.async_connect(peer, asio::redirect_error(use_awaitable, ec));
    if (!ec)
      co_return;
    if (attempt == 3)
      throw boost::system::system_error(ec);
    long cap = std::min(30000L, 1000L << attempt);
    timer.expires_after(
        std::chrono::milliseconds(std::uniform_int_distribution<long>(0, cap)(random)));
    co_await timer.async_wait(use_awaitable);
  }
}

// The error is kept outside of the loop.
awaitable<bool> reach_kept(tcp::endpoint peer) {
  auto executor = co_await asio::this_coro::executor;
  error_code why;
  for (int left = 5; left > 0; --left) {
    tcp::socket socket(executor);
    co_await socket.async_connect(peer, asio::redirect_error(use_awaitable, why)); // expect: retry-immediate
    if (!why)
      co_return true;
    if (why != asio::error::connection_refused)
      break;
  }
  co_return false;
}

awaitable<bool> push_kept(tcp::socket &socket, const std::string &text) {
  asio::steady_timer timer(socket.get_executor());
  error_code why;
  for (int i = 0; i < 3; ++i) {
    co_await asio::async_write(socket, asio::buffer(text), asio::redirect_error(use_awaitable, why));
    if (!why)
      co_return true;
    timer.expires_after(2s);
    co_await timer.async_wait(use_awaitable); // expect: retry-fixed-interval "2 s, 2 s"
  }
  co_return false;
}

awaitable<error_code> dial_kept(tcp::socket &socket, tcp::endpoint peer) {
  asio::steady_timer timer(socket.get_executor());
  error_code why;
  auto delay = 1s;
  for (int i = 0; i < 4; ++i) {
    co_await socket.async_connect(peer, asio::redirect_error(use_awaitable, why));
    if (why != asio::error::connection_refused)
      break;
    timer.expires_after(delay);
    co_await timer.async_wait(use_awaitable); // expect: retry-missing-jitter "1 s, 2 s, 4 s"
    delay *= 2;
  }
  co_return why;
}

// Not a retry: one after the other.
awaitable<int> reach_any(const std::vector<tcp::endpoint> &peers) {
  auto executor = co_await asio::this_coro::executor;
  error_code why;
  for (const tcp::endpoint &peer : peers) {
    tcp::socket socket(executor);
    co_await socket.async_connect(peer, asio::redirect_error(use_awaitable, why));
    if (!why)
      co_return 1;
  }
  co_return 0;
}
