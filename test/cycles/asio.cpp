// Timers and completion handlers that try again: retries without a loop.
// REQUIRES: boost
// RUN: %check_retry %s --checks=retry-fixed-interval,retry-immediate,retry-unbounded,retry-missing-jitter,retry-permanent-error
#include <algorithm>
#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <random>

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using tcp = asio::ip::tcp;
using namespace std::chrono_literals;

void log_line(const char *text);

// A lambda in a lambda, for ever.
class Link {
public:
  void connect() {
    socket_.async_connect(peer_, [this](error_code ec) {
      if (!ec) {
        ready();
        return;
      }
      timer_.expires_after(5s);
      timer_.async_wait([this](error_code) { connect(); }); // expect: retry-fixed-interval "5 s, 5 s", retry-unbounded "'async_connect' for ever"
    });
  }

private:
  void ready();
  tcp::socket socket_;
  asio::steady_timer timer_;
  tcp::endpoint peer_;
};

// Member functions, a counter in the object.
class Counted : public std::enable_shared_from_this<Counted> {
public:
  void start() {
    auto self = shared_from_this();
    socket_.async_connect(peer_, [self](const error_code &ec) { self->on_connect(ec); });
  }

private:
  void on_connect(const error_code &ec) {
    if (!ec)
      return serve();
    if (++tries_ >= 4)
      return give_up(ec);
    timer_.expires_after(std::chrono::seconds(2));
    timer_.async_wait([self = shared_from_this()](const error_code &e) { // expect: retry-fixed-interval "2 s, 2 s, 2 s (6 s in total)"
      if (!e)
        self->start();
    });
  }
  void serve();
  void give_up(error_code ec);
  int tries_ = 0;
  tcp::socket socket_;
  asio::steady_timer timer_;
  tcp::endpoint peer_;
};

// Handlers that std::bind makes; the delay doubles after the timer is set.
class Bound {
public:
  void dial() {
    asio::async_connect(socket_, targets_,
                        std::bind(&Bound::dialled, this, std::placeholders::_1,
                                  std::placeholders::_2));
  }

private:
  void dialled(const error_code &ec, const tcp::endpoint &) {
    if (ec) {
      timer_.expires_after(delay_);
      timer_.async_wait(std::bind(&Bound::tick, this, std::placeholders::_1)); // expect: retry-missing-jitter "1 s, 2 s, 4 s", retry-unbounded
      delay_ = std::min(delay_ * 2, std::chrono::seconds(30));
      return;
    }
    talk();
  }
  void tick(const error_code &ec) {
    if (ec == asio::error::operation_aborted)
      return;
    dial();
  }
  void talk();
  tcp::socket socket_;
  tcp::resolver::results_type targets_;
  asio::steady_timer timer_;
  std::chrono::seconds delay_{1};
};

// At once, from the handler.
class Eager {
public:
  void go() {
    socket_.async_connect(peer_, [this](error_code ec) { // expect: retry-immediate "'async_connect'", retry-unbounded
      if (ec) {
        socket_.close();
        go();
      } else {
        done();
      }
    });
  }

private:
  void done();
  tcp::socket socket_;
  tcp::endpoint peer_;
};

// A chain: resolve, connect, write, read. Any failure begins anew.
class Session : public std::enable_shared_from_this<Session> {
public:
  void run() {
    resolver_.async_resolve(host_, "80",
                            beast::bind_front_handler(&Session::on_resolve, shared_from_this()));
  }

private:
  void on_resolve(beast::error_code ec, tcp::resolver::results_type results) {
    if (ec)
      return again();
    stream_.expires_after(30s);
    stream_.async_connect(results,
                          beast::bind_front_handler(&Session::on_connect, shared_from_this()));
  }
  void on_connect(beast::error_code ec, tcp::resolver::results_type::endpoint_type) {
    if (ec)
      return again();
    http::async_write(stream_, request_,
                      beast::bind_front_handler(&Session::on_write, shared_from_this()));
  }
  void on_write(beast::error_code ec, std::size_t) {
    if (ec)
      return again();
    http::async_read(stream_, buffer_, response_,
                     beast::bind_front_handler(&Session::on_read, shared_from_this()));
  }
  void on_read(beast::error_code ec, std::size_t) {
    if (ec)
      return again();
    if (response_.result_int() != 200)
      return again();
    finish();
  }
  void again() {
    timer_.expires_after(10s);
    timer_.async_wait([self = shared_from_this()](error_code) { self->run(); }); // expect: retry-fixed-interval "10 s", retry-unbounded
  }
  void finish();
  std::string host_;
  tcp::resolver resolver_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  http::request<http::empty_body> request_;
  http::response<http::string_body> response_;
  asio::steady_timer timer_;
};

// The counter is captured.
void announce(tcp::socket &socket, asio::steady_timer &timer, std::shared_ptr<std::string> text,
              int left) {
  asio::async_write(socket, asio::buffer(*text),
                    [&socket, &timer, text, left](error_code ec, std::size_t) {
                      if (!ec || left == 0)
                        return;
                      timer.expires_after(500ms);
                      timer.async_wait([&socket, &timer, text, left](error_code) { // expect: retry-fixed-interval "500 ms"
                        announce(socket, timer, text, left - 1);
                      });
                    });
}

// Reconnect for a daemon: a flag ends it, the wait does not grow.
class Daemon {
public:
  void open() {
    if (stopping_)
      return;
    socket_.async_connect(peer_, [this](auto ec) {
      if (ec)
        later();
      else
        read();
    });
  }

private:
  void later() {
    timer_.expires_after(std::chrono::milliseconds(1500));
    timer_.async_wait([this](auto ec) { // expect: retry-fixed-interval "1.5 s", retry-unbounded "until shutdown"
      if (!ec)
        open();
    });
  }
  void read() {
    asio::async_read(socket_, asio::buffer(data_), [this](auto ec, std::size_t) {
      if (ec)
        later();
      else
        read();
    });
  }
  bool stopping_ = false;
  char data_[64];
  tcp::socket socket_;
  asio::steady_timer timer_;
  tcp::endpoint peer_;
};

// A function object that holds itself.
void subscribe(asio::io_context &io, tcp::socket &socket, const tcp::endpoint &peer) {
  auto timer = std::make_shared<asio::steady_timer>(io);
  auto again = std::make_shared<std::function<void()>>();
  *again = [&socket, peer, timer, again] {
    socket.async_connect(peer, [timer, again](error_code ec) {
      if (!ec)
        return log_line("subscribed");
      timer->expires_after(3s);
      timer->async_wait([again](error_code) { (*again)(); }); // expect: retry-fixed-interval "3 s", retry-unbounded
    });
  };
  (*again)();
}

// A task posted from its own failure.
class Poster {
public:
  void push() {
    asio::post(io_, [this] {
      error_code ec;
      socket_.connect(peer_, ec); // expect: retry-immediate, retry-unbounded
      if (ec)
        push();
    });
  }

private:
  asio::io_context &io_;
  tcp::socket socket_;
  tcp::endpoint peer_;
};

// The wait is in a helper, on a strand.
class Strand {
public:
  void call() {
    socket_.async_connect(
        peer_, asio::bind_executor(strand_, [this](error_code ec) { handle(ec); }));
  }

private:
  void handle(error_code ec) {
    if (ec && attempt_++ < max_)
      wait_then([this] { call(); });
  }
  void wait_then(std::function<void()> what) {
    timer_.expires_from_now(std::chrono::seconds(7));
    timer_.async_wait([what](error_code ec) { // expect: retry-fixed-interval "7 s"
      if (!ec)
        what();
    });
  }
  int attempt_ = 0;
  int max_;
  tcp::socket socket_;
  asio::steady_timer timer_;
  asio::io_context::strand strand_;
  tcp::endpoint peer_;
};

// A function object of its own class.
struct Redial {
  tcp::socket &socket;
  asio::steady_timer &timer;
  tcp::endpoint peer;
  void operator()(error_code ec) {
    if (!ec)
      return;
    timer.expires_after(4s);
    timer.async_wait([again = *this](error_code) mutable { // expect: retry-fixed-interval "4 s", retry-unbounded
      again.socket.async_connect(again.peer, again);
    });
  }
};
