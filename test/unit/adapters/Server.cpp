#include "Server.h"
#include <atomic>
#include <boost/asio/ssl.hpp>
#include <boost/beast.hpp>
#include <boost/beast/ssl.hpp>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <netinet/in.h>
#include <sstream>
#include <stdexcept>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace beast = boost::beast;
namespace http = beast::http;
namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using error = beast::error_code;

namespace loopback {

struct Server::State {
  Handler handler;
  bool tls;
  asio::ssl::context secrets{asio::ssl::context::tls_server};
  asio::io_context io{1};
  tcp::acceptor acceptor{io, {asio::ip::address_v4::loopback(), 0}};
  mutable std::mutex mutex;
  std::condition_variable changed;
  std::vector<Request> requests;
  int connections = 0, closed = 0;
  std::thread thread;

  void accept();
  Answer answer(const Request &request) {
    {
      std::lock_guard lock(mutex);
      requests.push_back(request);
    }
    return handler(request);
  }
  void noteClosed() {
    {
      std::lock_guard lock(mutex);
      ++closed;
    }
    changed.notify_all();
  }
};

namespace {

/// One connection: reads a request, answers it, and so on.
template <typename Stream, typename State>
struct Session : std::enable_shared_from_this<Session<Stream, State>> {
  State &server;
  Stream stream;
  const int number;
  beast::flat_buffer buffer;
  http::request<http::string_body> request;
  http::response<http::string_body> response;
  std::string bytes; // of an answer that is not a whole one
  asio::steady_timer timer{stream.get_executor()};

  template <typename... Rest>
  Session(State &s, int n, tcp::socket socket, Rest &...rest)
      : server(s), stream(std::move(socket), rest...), number(n) {}

  void read() {
    request = {};
    http::async_read(stream, buffer, request,
                     [self = this->shared_from_this()](error ec, size_t) {
                       if (!ec)
                         self->answer();
                     });
  }

  void answer() {
    Answer given = server.answer(
        {std::string(request.method_string()), std::string(request.target()),
         request.body(), std::string(request["Idempotency-Key"]),
         std::string(request[http::field::content_type]), number});
    if (given.then == Then::Drop)
      return close();
    if (given.then == Then::Hang)
      return hang();
    response = {http::status(given.status), request.version(), given.body};
    std::istringstream lines(given.retryAfter);
    for (std::string line; std::getline(lines, line);)
      response.insert(http::field::retry_after, line);
    response.prepare_payload();
    if (given.then == Then::Drip)
      response.content_length(1'000'000);
    if (given.then == Then::Cut || given.then == Then::Stall ||
        given.then == Then::Drip)
      return writeHalf(given.then);
    http::async_write(
        stream, response,
        [self = this->shared_from_this(), given](error ec, size_t) {
          if (ec)
            return;
          if (given.then == Then::Close)
            self->close();
          else
            self->read();
        });
  }

  void writeHalf(Then then) {
    std::ostringstream head;
    head << response.base();
    bytes = head.str() +
            response.body().substr(0, (response.body().size() + 1) / 2);
    write([self = this->shared_from_this(), then] {
      if (then == Then::Cut)
        self->close();
      else if (then == Then::Drip)
        self->drip();
      else
        self->hang();
    });
  }

  void drip() {
    bytes = "x";
    write([self = this->shared_from_this()] {
      self->timer.expires_after(std::chrono::milliseconds(5));
      self->timer.async_wait([self](error ec) {
        if (!ec)
          self->drip();
      });
    });
  }

  template <typename Next> void write(Next next) {
    asio::async_write(stream, asio::buffer(bytes), [next](error ec, size_t) {
      if (!ec)
        next();
    });
  }

  /// Ends when the client closes the connection.
  void hang() { read(); }

  void close() {
    error ignored;
    beast::get_lowest_layer(stream).socket().close(ignored);
    server.noteClosed();
  }
};

} // namespace

void Server::State::accept() {
  acceptor.async_accept([this](error ec, tcp::socket socket) {
    if (ec)
      return;
    int number = ++connections;
    if (tls) {
      auto session = std::make_shared<
          Session<beast::ssl_stream<beast::tcp_stream>, State>>(
          *this, number, std::move(socket), secrets);
      session->stream.async_handshake(asio::ssl::stream_base::server,
                                      [session](error failed) {
                                        if (!failed)
                                          session->read();
                                      });
    } else {
      std::make_shared<Session<beast::tcp_stream, State>>(*this, number,
                                                          std::move(socket))
          ->read();
    }
    accept();
  });
}

Server::Server(Handler handler, bool tls) : state(new State) {
  state->handler = std::move(handler);
  state->tls = tls;
  if (tls) {
    const Certificate &own = Certificate::get();
    state->secrets.use_certificate_chain_file(own.certificate);
    state->secrets.use_private_key_file(own.key, asio::ssl::context::pem);
  }
  state->accept();
  state->thread = std::thread([this] { state->io.run(); });
}

Server::Server(std::vector<Answer> script, bool tls)
    : Server(
          [script = std::move(script),
           next = size_t(0)](const Request &) mutable {
            return script[std::min(next++, script.size() - 1)];
          },
          tls) {}

Server::~Server() {
  state->io.stop();
  state->thread.join();
}

int Server::port() const { return state->acceptor.local_endpoint().port(); }

std::string Server::url(const std::string &target) const {
  return (state->tls ? "https://127.0.0.1:" : "http://127.0.0.1:") +
         std::to_string(port()) + target;
}

std::vector<Request> Server::seen() const {
  std::lock_guard lock(state->mutex);
  return state->requests;
}

void Server::awaitClosed(int count) {
  std::unique_lock lock(state->mutex);
  state->changed.wait(lock, [&] { return state->closed >= count; });
}

namespace {

/// Removed when the process ends.
struct Folder {
  std::filesystem::path path;
  Folder() {
    std::string name =
        (std::filesystem::temp_directory_path() / "retry-XXXXXX").string();
    if (!mkdtemp(name.data()))
      throw std::runtime_error("no temporary folder");
    path = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

} // namespace

const Certificate &Certificate::get() {
  static const Folder folder;
  static const Certificate made = [] {
    Certificate c{folder.path / "certificate.pem", folder.path / "key.pem"};
    std::string command =
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 "
        "-nodes -days 1 -subj /CN=127.0.0.1 -addext "
        "subjectAltName=IP:127.0.0.1,DNS:ledger.example -keyout " +
        c.key + " -out " + c.certificate + " 2>/dev/null";
    if (std::system(command.c_str()) != 0)
      throw std::runtime_error("openssl made no certificate");
    return c;
  }();
  return made;
}

ClosedPort::ClosedPort() : socket(::socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(socket, reinterpret_cast<sockaddr *>(&address), size) != 0 ||
      ::getsockname(socket, reinterpret_cast<sockaddr *>(&address), &size) != 0)
    throw std::runtime_error("no port to be had");
  number = ntohs(address.sin_port);
}

ClosedPort::~ClosedPort() { ::close(socket); }

} // namespace loopback
