// Boost.Beast: HTTP requests over a connection that is kept open, blocking or
// asynchronous. With TLS: retry/adapters/beast_tls.h.
#ifndef RETRY_ADAPTERS_BEAST_H
#define RETRY_ADAPTERS_BEAST_H

#include "retry/adapters/http.h"
#include "retry/boost_asio.h"
#include <boost/asio/compose.hpp>
#include <boost/asio/coroutine.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <memory>
#include <optional>
#include <string>
#include <sys/socket.h>

namespace retry {

/// What an attempt came to; the response only if there is no error.
template <typename Body = boost::beast::http::string_body> struct beast_answer {
  boost::beast::error_code error;
  boost::beast::http::response<Body> response;
};

namespace detail {

namespace beast = boost::beast;
namespace http = boost::beast::http;
using tcp = boost::asio::ip::tcp;

inline failure of_beast(const beast::error_code &error) {
  if (error == beast::error::timeout)
    return maybe_executed("beast_timeout", failure_kind::network_timeout);
  if (error == http::error::end_of_stream ||
      error == http::error::partial_message)
    return maybe_executed("beast_end_of_stream");
  if (error.category() == http::make_error_code(http::error{}).category())
    return permanent("beast_http_error");
  return classify(static_cast<std::error_code>(error));
}

} // namespace detail

template <typename Body> failure classify(const beast_answer<Body> &answer) {
  namespace http = boost::beast::http;
  if (answer.error)
    return detail::of_beast(answer.error);
  std::string asked;
  auto all = answer.response.equal_range(http::field::retry_after);
  for (auto one = all.first; one != all.second; ++one)
    asked += (asked.empty() ? "" : ", ") + std::string(one->value());
  return classify(
      http_status{static_cast<int>(answer.response.result_int()), asked});
}

/// The layer below HTTP: plain TCP.
struct beast_plain {
  using stream = boost::beast::tcp_stream;
  /// Bytes that arrive between two answers can only be garbage.
  static constexpr bool quiet_when_idle = true;

  template <typename Executor>
  stream make(const Executor &io, const std::string &) const {
    return stream(io);
  }
  template <typename Handler>
  static void async_handshake(stream &s, Handler &&handler) {
    boost::asio::post(s.get_executor(), boost::beast::bind_front_handler(
                                            std::forward<Handler>(handler),
                                            boost::beast::error_code()));
  }
};

/// A connection to one host: opened when needed, kept open if the server lets
/// it. One request at a time, and it outlives them.
template <typename Layer = beast_plain> class beast_connection {
public:
  using executor_type = boost::asio::any_io_executor;

  beast_connection(executor_type io, std::string name, std::string service,
                   Layer below = {})
      : host(std::move(name)), port(std::move(service)),
        layer(std::move(below)), resolver(std::move(io)) {}

  executor_type get_executor() { return resolver.get_executor(); }

  void close() {
    if (stream)
      boost::beast::get_lowest_layer(*stream).close();
  }

  /// For drivers.
  auto &lowest() { return boost::beast::get_lowest_layer(*stream); }
  void open() {
    close();
    buffer.clear();
    stream.emplace(layer.make(get_executor(), host));
  }
  /// False if the server has closed it in the meantime: asked before a request
  /// is sent, so that none is lost that way.
  bool usable() {
    if (!stream || !lowest().socket().is_open())
      return false;
    char byte;
    auto here = ::recv(lowest().socket().native_handle(), &byte, 1,
                       MSG_PEEK | MSG_DONTWAIT);
    return here < 0 ? errno == EAGAIN || errno == EWOULDBLOCK
                    : here > 0 && !Layer::quiet_when_idle;
  }

  const std::string host, port;
  const Layer layer;
  boost::asio::ip::tcp::resolver resolver;
  std::optional<typename Layer::stream> stream;
  boost::beast::flat_buffer buffer;
};

namespace detail {

/// Sends a request and reads the answer. Every state of it is in one place that
/// does not move.
template <typename Layer, typename Sent, typename Read> struct beast_exchange {
  beast_exchange(beast_connection<Layer> &connection, http::request<Sent> &what,
                 duration timeout, bool again)
      : to(connection), request(what), end(clock::now() + timeout),
        harmless(again) {}

  beast_connection<Layer> &to;
  http::request<Sent> &request;
  const clock::time_point end;
  const bool harmless; // to send twice
  bool reused = false;
  tcp::resolver::results_type found{};
  std::optional<http::response_parser<Read>> parser{};

  /// Whoever stops the operation does it in a thread of its own.
  struct closer {
    boost::asio::any_io_executor io;
    std::weak_ptr<beast_exchange> what;
    void operator()() const {
      boost::asio::post(io, [what = what] {
        if (auto running = what.lock()) {
          running->stopped = true;
          running->to.close();
        }
      });
    }
  };
  std::optional<stop_callback<closer>> stopping{};
  bool stopped = false; // what fails then fails because of it

  void await_answer() {
    parser.emplace();
    parser->skip(request.method() == http::verb::head);
  }
  /// It was closed while the request was under way to it, and no wonder.
  bool stale(const beast::error_code &error) const {
    return error && error != beast::error::timeout && !stopped && reused &&
           harmless && !(parser && parser->got_some());
  }
  beast_answer<Read> answer(const beast::error_code &error) {
    if (error || !parser->get().keep_alive())
      to.close();
    if (error)
      return {error, {}};
    return {{}, parser->release()};
  }
};

template <typename Layer, typename Sent, typename Read>
struct beast_steps : boost::asio::coroutine {
  using exchange = beast_exchange<Layer, Sent, Read>;
  explicit beast_steps(std::shared_ptr<exchange> one) : now(std::move(one)) {}

  template <typename Self>
  void operator()(Self &self, beast::error_code error,
                  tcp::resolver::results_type found) {
    now->found = std::move(found);
    (*this)(self, error);
  }
  template <typename Self>
  void operator()(Self &self, beast::error_code error, const tcp::endpoint &) {
    (*this)(self, error);
  }
  template <typename Self>
  void operator()(Self &self, beast::error_code error = {}, std::size_t = 0) {
    exchange &x = *now;
    BOOST_ASIO_CORO_REENTER(*this) {
      for (;;) {
        x.reused = x.to.usable();
        if (!x.reused) {
          BOOST_ASIO_CORO_YIELD
          x.to.resolver.async_resolve(x.to.host, x.to.port, std::move(self));
          if (error)
            break;
          x.to.open();
          x.to.lowest().expires_at(x.end);
          BOOST_ASIO_CORO_YIELD
          x.to.lowest().async_connect(x.found, std::move(self));
          if (error)
            break;
          BOOST_ASIO_CORO_YIELD
          Layer::async_handshake(*x.to.stream, std::move(self));
          if (error)
            break;
        }
        x.to.lowest().expires_at(x.end);
        BOOST_ASIO_CORO_YIELD
        http::async_write(*x.to.stream, x.request, std::move(self));
        if (!error) {
          x.await_answer();
          BOOST_ASIO_CORO_YIELD
          http::async_read(*x.to.stream, x.to.buffer, *x.parser,
                           std::move(self));
        }
        if (!x.stale(error))
          break;
        x.to.close();
      }
      if (error && x.stopped)
        error = boost::asio::error::operation_aborted;
      self.complete(x.answer(error));
    }
  }

private:
  std::shared_ptr<exchange> now;
};

/// One attempt. `request` outlives it.
template <typename Read, typename Layer, typename Sent, typename Token>
auto beast_attempt(attempt &now, beast_connection<Layer> &connection,
                   http::request<Sent> &request, Token &&token) {
  if (sends_key(now))
    request.set(key_header, now.key().str());
  const repeatable how = now.doing().repeat;
  using exchange = beast_exchange<Layer, Sent, Read>;
  auto one = std::make_shared<exchange>(connection, request, now.timeout(),
                                        how == repeatable::yes ||
                                            how == repeatable::with_key);
  one->stopping.emplace(
      now.stop(), typename exchange::closer{connection.get_executor(), one});
  return boost::asio::async_compose<Token, void(beast_answer<Read>)>(
      beast_steps<Layer, Sent, Read>(one), token, connection.get_executor());
}

template <typename Layer, typename Sent>
void complete(http::request<Sent> &request,
              const beast_connection<Layer> &connection) {
  if (request.find(http::field::host) == request.end())
    request.set(http::field::host, connection.host);
  request.prepare_payload();
}

} // namespace detail

/// Completes with a result<beast_answer<Read>>. The dependency and the
/// connection outlive it.
template <typename Read = boost::beast::http::string_body, typename Layer,
          typename Sent, typename Token>
auto async_send(dependency &to, operation what,
                beast_connection<Layer> &connection,
                boost::beast::http::request<Sent> request, Token &&token) {
  detail::complete(request, connection);
  auto kept =
      std::make_shared<boost::beast::http::request<Sent>>(std::move(request));
  return async_call<beast_answer<Read>>(
      connection, to, std::move(what),
      [&connection, kept](attempt &now, auto done) {
        detail::beast_attempt<Read>(now, connection, *kept, std::move(done));
      },
      by_type(), std::forward<Token>(token));
}

/// A connection that blocks, for one thread.
template <typename Layer = beast_plain> class beast_client {
public:
  beast_client(dependency &called, std::string host, std::string port,
               Layer below = {})
      : to(called), connection(io.get_executor(), std::move(host),
                               std::move(port), std::move(below)) {}

  template <typename Read = boost::beast::http::string_body, typename Sent>
  result<beast_answer<Read>> send(operation what,
                                  boost::beast::http::request<Sent> request) {
    detail::complete(request, connection);
    return call(to, std::move(what), [&](attempt &now) {
      std::optional<beast_answer<Read>> given;
      detail::beast_attempt<Read>(
          now, connection, request,
          [&](beast_answer<Read> answer) { given = std::move(answer); });
      io.restart();
      io.run();
      return std::move(*given);
    });
  }

private:
  dependency &to;
  boost::asio::io_context io{1};
  beast_connection<Layer> connection;
};

} // namespace retry

#endif
