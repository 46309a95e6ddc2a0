// REQUIRES: boost
// RUN: %check_retry %s --checks=%model_checks --
#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <chrono>
#include <iostream>
#include <random>
#include <thread>

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using namespace std::chrono_literals;

void dial(tcp::socket &socket, const tcp::endpoint &where) {
  boost::system::error_code ec;
  do { // expect: retry-unbounded "connect"
    socket.close();
    socket.connect(where, ec);
    if (ec)
      std::this_thread::sleep_for(1s); // expect: retry-fixed-interval "1 s"
  } while (ec);
}

bool resolve(tcp::resolver &resolver, const std::string &host) {
  for (int i = 0; i < 3; ++i) {
    try {
      resolver.resolve(host, "https"); // expect: retry-immediate "resolve"
      return true;
    } catch (const boost::system::system_error &e) {
      std::cerr << e.what() << "\n";
    }
  }
  return false;
}

bool order(boost::beast::tcp_stream &stream, const std::string &body) {
  http::request<http::string_body> request;
  request.method(http::verb::post);
  request.body() = body;
  for (int n = 0; n < 3; ++n) {
    boost::beast::error_code ec;
    http::write(stream, request, ec); // expect: retry-non-idempotent "POST"
    if (!ec)
      return true;
    std::this_thread::sleep_for(100ms * (1 << n)); // expect: retry-missing-jitter
  }
  return false;
}

bool fetch(boost::beast::tcp_stream &stream, const http::request<http::empty_body> &request) {
  for (int i = 0; i < 5; ++i) {
    http::write(stream, request); // expect: retry-permanent-error "400-407"
    boost::beast::flat_buffer buffer;
    http::response<http::string_body> response;
    http::read(stream, buffer, response);
    if (response.result_int() == 200)
      return true;
    std::this_thread::sleep_for(2s); // expect: retry-fixed-interval "2 s"
  }
  return false;
}

// The next address.
bool any(tcp::socket &socket, const tcp::resolver::results_type &all) {
  for (const auto &each : all) {
    boost::system::error_code ec;
    socket.connect(each.endpoint(), ec);
    if (!ec)
      return true;
    socket.close();
  }
  return false;
}

// What has come.
std::string read_all(tcp::socket &socket) {
  std::string all;
  char part[256];
  boost::system::error_code ec;
  for (;;) {
    size_t n = socket.read_some(asio::buffer(part), ec);
    if (ec)
      return all;
    all.append(part, n);
  }
}

// A server.
void serve(tcp::acceptor &acceptor) {
  for (;;) {
    boost::system::error_code ec;
    tcp::socket peer(acceptor.get_executor());
    acceptor.accept(peer, ec);
    if (ec)
      continue;
    asio::write(peer, asio::buffer("hello\n", 6), ec);
  }
}

bool with_care(tcp::socket &socket, const tcp::endpoint &where, std::mt19937 &gen) {
  for (int i = 0; i < 3; ++i) {
    boost::system::error_code ec;
    socket.connect(where, ec);
    if (!ec)
      return true;
    if (ec != asio::error::connection_refused || i == 2)
      return false;
    socket.close();
    std::cerr << "refused, attempt " << i + 1 << " of 3\n";
    std::uniform_int_distribution<int> wait(0, 1000 << i);
    std::this_thread::sleep_for(std::chrono::milliseconds(wait(gen)));
  }
  return false;
}
