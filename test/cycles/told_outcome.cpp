// What a callback is told may be the outcome itself, of which only the good value is
// asked for, or one of its reasons, too.
// REQUIRES: boost
// RUN: %check_retry %s --checks=retry-unclassified-error,retry-fixed-interval -- -std=c++20
#include <boost/asio.hpp>
#include <chrono>
#include <functional>
#include <string>

namespace asio = boost::asio;
using namespace std::chrono_literals;

enum class Told { Good, Refused, Forbidden };
struct Dialer {
  void connect(const std::string &host, std::function<void(Told)> done);
  void publish(const std::string &text, std::function<void(bool)> done);
};

class Plain {
  Dialer &dialer_;
  asio::steady_timer timer_;
  int tries_ = 0;
  void ready();
  void fail();

public:
  void dial() {
    dialer_.connect("peer", [this](Told t) { // expect: retry-unclassified-error
      if (t == Told::Good)
        return ready();
      if (++tries_ == 3)
        return fail();
      timer_.expires_after(2s);
      timer_.async_wait([this](const auto &) { dial(); }); // expect: retry-fixed-interval
    });
  }
};

class YesOrNo {
  Dialer &dialer_;
  asio::steady_timer timer_;
  int left_ = 4;
  void gone();

public:
  void send(const std::string &text) {
    dialer_.publish(text, [this, text](bool ok) { // expect: retry-unclassified-error
      if (ok)
        return;
      if (--left_ == 0)
        return gone();
      timer_.expires_after(1s);
      timer_.async_wait([this, text](const auto &) { send(text); }); // expect: retry-fixed-interval
    });
  }
};

class Classified {
  Dialer &dialer_;
  asio::steady_timer timer_;
  int tries_ = 0;
  void ready();
  void fail();

public:
  void dial() {
    dialer_.connect("peer", [this](Told t) {
      if (t == Told::Good)
        return ready();
      if (t == Told::Forbidden || ++tries_ == 3)
        return fail();
      timer_.expires_after(2s);
      timer_.async_wait([this](const auto &) { dial(); }); // expect: retry-fixed-interval
    });
  }
};
