// RUN: %check_retry %s --checks=retry-missing-deadline,retry-excessive-attempts --policy=%S/Inputs/waiting-user.yaml -- -std=c++20
// A timer that calls back keeps nobody waiting, unless the policy says that it does.
#include <boost/asio.hpp>
#include <chrono>

namespace net = boost::asio;
using net::ip::tcp;

class Feed {
  tcp::socket socket;
  net::steady_timer timer;
  tcp::endpoint server;
  int attempts = 0;

public:
  explicit Feed(net::io_context &io) : socket(io), timer(io) {}
  void open() {
    socket.async_connect(server, [this](const boost::system::error_code &error) {
      if (!error || ++attempts > 7)
        return;
      timer.expires_after(std::chrono::seconds(10));
      timer.async_wait([this](const boost::system::error_code &) { open(); });
    });
  }
};
class Dialog {
  tcp::socket socket;
  net::steady_timer timer;
  tcp::endpoint server;
  int attempts = 0;

public:
  explicit Dialog(net::io_context &io) : socket(io), timer(io) {}
  void open() {
    socket.async_connect(server, [this](const boost::system::error_code &error) {
      if (!error || ++attempts > 7) // expect: retry-excessive-attempts "a synchronous call"
        return;
      timer.expires_after(std::chrono::seconds(10));
      timer.async_wait([this](const boost::system::error_code &) { open(); }); // expect: retry-missing-deadline "a synchronous call"
    });
  }
};
