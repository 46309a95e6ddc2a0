// Cycles of callbacks that are no retries, and retries that are right.
// REQUIRES: boost
// RUN: %check_retry %s --checks=retry-fixed-interval,retry-immediate,retry-unbounded,retry-missing-jitter,retry-permanent-error
// expect-none
#include <algorithm>
#include <boost/asio.hpp>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <random>

namespace asio = boost::asio;
using boost::system::error_code;
using tcp = asio::ip::tcp;
using namespace std::chrono_literals;

void log_line(const char *text);
void handle_client(tcp::socket socket);

// Accepts the next client.
class Server {
public:
  void accept() {
    acceptor_.async_accept([this](error_code ec, tcp::socket socket) {
      if (!ec)
        handle_client(std::move(socket));
      accept();
    });
  }

private:
  tcp::acceptor acceptor_;
};

// Accepts again after an error, too, with a pause.
class Patient {
public:
  void accept() {
    acceptor_.async_accept(socket_, [this](error_code ec) {
      if (ec) {
        timer_.expires_after(1s);
        timer_.async_wait([this](error_code) { accept(); });
        return;
      }
      handle_client(std::move(socket_));
      accept();
    });
  }

private:
  tcp::acceptor acceptor_;
  tcp::socket socket_;
  asio::steady_timer timer_;
};

// Reads the next message.
class Reader {
public:
  void read() {
    asio::async_read_until(socket_, buffer_, '\n', [this](error_code ec, std::size_t n) {
      if (ec)
        return close();
      consume(n);
      read();
    });
  }

private:
  void close();
  void consume(std::size_t n);
  tcp::socket socket_;
  asio::streambuf buffer_;
};

// An echo: reads and writes in turn.
class Echo : public std::enable_shared_from_this<Echo> {
public:
  void read() {
    auto self(shared_from_this());
    socket_.async_read_some(asio::buffer(data_), [this, self](error_code ec, std::size_t n) {
      if (!ec)
        write(n);
    });
  }
  void write(std::size_t n) {
    auto self(shared_from_this());
    asio::async_write(socket_, asio::buffer(data_, n), [this, self](error_code ec, std::size_t) {
      if (!ec)
        read();
    });
  }

private:
  tcp::socket socket_;
  char data_[1024];
};

// Sends a ping now and then; stops when the peer is gone.
class Heartbeat {
public:
  void beat() {
    timer_.expires_after(30s);
    timer_.async_wait([this](error_code ec) {
      if (ec)
        return;
      asio::async_write(socket_, asio::buffer("ping", 4), [this](error_code e, std::size_t) {
        if (!e)
          beat();
        else
          socket_.close();
      });
    });
  }

private:
  asio::steady_timer timer_;
  tcp::socket socket_;
};

// Reports every minute, whatever the last report did.
class Reporter {
public:
  void tick() {
    asio::async_write(socket_, asio::buffer(text_), [this](error_code ec, std::size_t) {
      if (ec)
        log_line("report lost");
      timer_.expires_after(1min);
      timer_.async_wait([this](error_code e) {
        if (e != asio::error::operation_aborted)
          tick();
      });
    });
  }

private:
  std::string text_;
  asio::steady_timer timer_;
  tcp::socket socket_;
};

// A periodic timer and nothing else.
class Clock {
public:
  void run() {
    timer_.expires_at(timer_.expiry() + 1s);
    timer_.async_wait(std::bind(&Clock::on_tick, this, std::placeholders::_1));
  }

private:
  void on_tick(error_code ec) {
    if (ec)
      return;
    ++ticks_;
    run();
  }
  int ticks_ = 0;
  asio::steady_timer timer_;
};

// Writes what is queued, one after the other.
class Outbox {
public:
  void drain() {
    asio::async_write(socket_, asio::buffer(queue_.front()), [this](error_code ec, std::size_t) {
      if (ec)
        return socket_.close();
      queue_.pop_front();
      if (!queue_.empty())
        drain();
    });
  }

private:
  std::deque<std::string> queue_;
  tcp::socket socket_;
};

// Tries the next address: failover.
class Failover {
public:
  void next() {
    if (at_ == addresses_.end())
      return log_line("no address left");
    socket_.async_connect(*at_++, [this](error_code ec) {
      if (ec) {
        socket_.close();
        next();
      }
    });
  }

private:
  std::vector<tcp::endpoint> addresses_;
  std::vector<tcp::endpoint>::iterator at_;
  tcp::socket socket_;
};

// The session ended: connects anew. A connect that fails is final.
class Again {
public:
  void connect() {
    socket_.async_connect(peer_, [this](error_code ec) {
      if (ec)
        return log_line("no connection");
      read();
    });
  }

private:
  void read() {
    asio::async_read(socket_, asio::buffer(data_), [this](error_code ec, std::size_t) {
      if (ec) {
        socket_.close();
        connect();
        return;
      }
      read();
    });
  }
  char data_[32];
  tcp::socket socket_;
  tcp::endpoint peer_;
};

// A time-out for each operation, armed again while it runs.
class Deadline {
public:
  void start() {
    deadline_.expires_after(60s);
    socket_.async_connect(peer_, [this](error_code ec) {
      deadline_.cancel();
      if (ec)
        log_line("failed");
    });
    deadline_.async_wait([this](error_code) { check(); });
  }

private:
  void check() {
    if (deadline_.expiry() <= asio::steady_timer::clock_type::now())
      socket_.close();
    else
      deadline_.async_wait([this](error_code) { check(); });
  }
  asio::steady_timer deadline_;
  tcp::socket socket_;
  tcp::endpoint peer_;
};

// A retry that is right: full jitter, a cap, few attempts, an error in the end.
class Good {
public:
  void connect(std::function<void(error_code)> done) {
    done_ = std::move(done);
    attempt();
  }

private:
  void attempt() {
    socket_.async_connect(peer_, [this](error_code ec) {
      if (!ec || ++attempts_ >= 4)
        return done_(ec);
      auto cap = std::min(std::chrono::milliseconds(30000),
                          std::chrono::milliseconds(1000 << attempts_));
      std::uniform_int_distribution<long> pick(0, cap.count());
      timer_.expires_after(std::chrono::milliseconds(pick(random_)));
      timer_.async_wait([this](error_code e) {
        if (e)
          return done_(e);
        attempt();
      });
    });
  }
  int attempts_ = 0;
  std::function<void(error_code)> done_;
  std::mt19937 random_{std::random_device{}()};
  tcp::socket socket_;
  asio::steady_timer timer_;
  tcp::endpoint peer_;
};

// A daemon's reconnect that is right: until shutdown, but politely.
class Polite {
public:
  void open() {
    if (stopping_)
      return;
    socket_.async_connect(peer_, [this](error_code ec) {
      if (!ec) {
        step_ = 0;
        return read();
      }
      later();
    });
  }

private:
  void later() {
    long cap = std::min(30000L, 1000L << std::min(step_++, 5));
    timer_.expires_after(
        std::chrono::milliseconds(std::uniform_int_distribution<long>(0, cap)(random_)));
    timer_.async_wait([this](error_code ec) {
      if (!ec)
        open();
    });
  }
  void read();
  int step_ = 0;
  bool stopping_ = false;
  std::mt19937 random_{std::random_device{}()};
  tcp::socket socket_;
  asio::steady_timer timer_;
  tcp::endpoint peer_;
};

// Work in slices: posts itself until all is done.
class Slices {
public:
  void work() {
    asio::post(io_, [this] {
      if (step())
        work();
    });
  }

private:
  bool step();
  asio::io_context &io_;
};
