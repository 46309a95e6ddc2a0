// RUN: %check_retry %s --checks=retry-missing-jitter,retry-unclassified-error,retry-excessive-attempts,retry-missing-deadline -- -std=c++20
// A signal that is emitted changes nothing of what its object attempts.
#include <algorithm>
#include <boost/asio.hpp>
#include <chrono>
#include <string>

#define emit
#define Q_EMIT

namespace net = boost::asio;
using net::ip::tcp;

class Client {
public:
  explicit Client(net::io_context &io) : io(io), socket(io), timer(io) {}
  void connected();
  void waiting(int attempt, int seconds);
  void failed();
  void open() {
    net::post(io, [this] {
      boost::system::error_code ec;
      tcp::resolver resolver(io);
      auto places = resolver.resolve(host, std::to_string(port), ec); // expect: retry-unclassified-error
      if (ec)
        return again();
      net::async_connect(socket, places, [this](const boost::system::error_code &error, const tcp::endpoint &) {
        if (error)
          return again();
        attempts = 0;
        emit connected();
      });
    });
  }

private:
  void again() {
    if (++attempts > 8) {
      emit failed();
      return;
    }
    const int seconds = std::min(1 << attempts, 60);
    Q_EMIT waiting(attempts, seconds);
    timer.expires_after(std::chrono::seconds(seconds));
    timer.async_wait([this](const boost::system::error_code &error) { // expect: retry-missing-jitter "2 s, 4 s, 8 s"
      if (!error)
        open();
    });
  }
  net::io_context &io;
  tcp::socket socket;
  net::steady_timer timer;
  std::string host;
  int port = 0, attempts = 0;
};

// The waits grow by a member, and a signal is not asked about it.
class Monitor {
public:
  explicit Monitor(net::io_context &io) : socket(io), timer(io) {}
  void down();
  void open() {
    socket.async_connect(place, [this](const boost::system::error_code &error) { // expect: retry-unclassified-error
      if (error)
        again();
    });
  }

private:
  void again() {
    emit down();
    timer.expires_after(std::chrono::seconds(seconds));
    if (seconds < 32)
      seconds *= 2;
    timer.async_wait([this](const boost::system::error_code &error) { // expect: retry-missing-jitter "1 s, 2 s, 4 s"
      if (!error)
        open();
    });
  }
  tcp::socket socket;
  tcp::endpoint place;
  net::steady_timer timer;
  int seconds = 1;
};

// What is called is a function that may have set the delay.
class Adaptive {
public:
  explicit Adaptive(net::io_context &io) : socket(io), timer(io) {}
  void adapt();
  void open() {
    socket.async_connect(place, [this](const boost::system::error_code &error) { // expect: retry-unclassified-error
      if (error)
        again();
    });
  }

private:
  void again() {
    adapt();
    timer.expires_after(std::chrono::seconds(seconds));
    seconds *= 2;
    timer.async_wait([this](const boost::system::error_code &error) {
      if (!error)
        open();
    });
  }
  tcp::socket socket;
  tcp::endpoint place;
  net::steady_timer timer;
  int seconds = 1;
};
