// cpp-httplib: a client whose requests are retried.
#ifndef RETRY_ADAPTERS_HTTPLIB_H
#define RETRY_ADAPTERS_HTTPLIB_H

#include "retry/adapters/http.h"
#include <algorithm>
#include <httplib.h>
#include <string>

namespace retry {

namespace detail {

/// An enumerator that older versions lack.
template <typename Error>
auto wrong_hostname(Error error, int)
    -> decltype(error == Error::SSLServerHostnameVerification) {
  return error == Error::SSLServerHostnameVerification;
}
template <typename Error> bool wrong_hostname(Error, long) { return false; }

} // namespace detail

inline failure classify(httplib::Error error) noexcept {
  using httplib::Error;
  if (detail::wrong_hostname(error, 0))
    return permanent("tls_certificate", failure_kind::tls_certificate);
  switch (error) {
  case Error::Success:
    return success;
  case Error::Connection:
    return transient("httplib_connection", failure_kind::connection_refused);
  case Error::ConnectionTimeout:
    return transient("httplib_connection_timeout",
                     failure_kind::network_timeout);
  case Error::SSLConnection: // the handshake, not the certificate
    return transient("httplib_ssl_connection");
  case Error::Read:
    return maybe_executed("httplib_read");
  case Error::Write:
    return maybe_executed("httplib_write");
  case Error::Canceled:
    return permanent("httplib_canceled", failure_kind::cancelled);
  case Error::SSLLoadingCerts:
  case Error::SSLServerVerification:
    return permanent("tls_certificate", failure_kind::tls_certificate);
  case Error::BindIPAddress:
  case Error::ExceedRedirectCount:
  case Error::UnsupportedMultipartBoundaryChars:
  case Error::Compression:
    return permanent("httplib_error");
  default:
    return failure{};
  }
}

/// For a `retry::call` of your own that returns what the client gave, too.
template <> struct classifier<httplib::Result> {
  static failure of(const httplib::Result &answer) {
    if (!answer)
      return classify(answer.error());
    std::string asked;
    auto all = answer->headers.equal_range("Retry-After");
    for (auto one = all.first; one != all.second; ++one)
      asked += (asked.empty() ? "" : ", ") + one->second;
    return classify(http_status{answer->status, asked});
  }
};

/// What the client was told, which it does not tell: an attempt never takes
/// longer, and they are set again afterwards.
struct httplib_timeouts {
  std::chrono::milliseconds connection{CPPHTTPLIB_CONNECTION_TIMEOUT_SECOND *
                                       1000};
  std::chrono::milliseconds read{CPPHTTPLIB_READ_TIMEOUT_SECOND * 1000};
  std::chrono::milliseconds write{CPPHTTPLIB_WRITE_TIMEOUT_SECOND * 1000};
};

namespace detail {

/// The timeouts are those of a read or write: a server that sends a byte now
/// and then keeps to them for ever. Newer versions limit the whole request.
template <typename Client, typename Request>
auto limit(Client &client, Request &, std::chrono::milliseconds left, bool &,
           int) -> decltype(client.set_max_timeout(left)) {
  client.set_max_timeout(left);
}
/// Older ones can be stopped between two pieces of the answer.
template <typename Client, typename Request>
auto limit(Client &, Request &request, std::chrono::milliseconds left,
           bool &late, long) -> decltype(request.progress = nullptr, void()) {
  request.progress = [until = clock::now() + left, own = request.progress,
                      &late](std::uint64_t have, std::uint64_t all) {
    late = clock::now() >= until;
    return !late && (!own || own(have, all));
  };
}

} // namespace detail

/// Like httplib::Client it serves one thread at a time.
class httplib_client {
public:
  httplib_client(dependency &called, httplib::Client &made,
                 httplib_timeouts usual = {})
      : to(called), client(made), own(usual) {}

  /// `request.headers` without an Idempotency-Key: see `operation::with_key`.
  result<httplib::Result> send(operation what,
                               const httplib::Request &request) {
    bool late = false;
    auto answer = call(
        to, std::move(what),
        [&](attempt &now) { return once(now, request, late = false); },
        [&](const httplib::Result &given) {
          return late ? maybe_executed("httplib_timeout",
                                       failure_kind::network_timeout)
                      : classifier<httplib::Result>::of(given);
        });
    set_timeouts(std::chrono::milliseconds::max());
    return answer;
  }

  auto Get(operation what, const std::string &path,
           const httplib::Headers &headers = {}) {
    return send(std::move(what), request("GET", path, headers));
  }
  auto Head(operation what, const std::string &path,
            const httplib::Headers &headers = {}) {
    return send(std::move(what), request("HEAD", path, headers));
  }
  auto Options(operation what, const std::string &path,
               const httplib::Headers &headers = {}) {
    return send(std::move(what), request("OPTIONS", path, headers));
  }
  auto Delete(operation what, const std::string &path,
              const httplib::Headers &headers = {}) {
    return send(std::move(what), request("DELETE", path, headers));
  }
  auto Post(operation what, const std::string &path, const std::string &body,
            const std::string &type, const httplib::Headers &headers = {}) {
    return send(std::move(what), request("POST", path, headers, body, type));
  }
  auto Put(operation what, const std::string &path, const std::string &body,
           const std::string &type, const httplib::Headers &headers = {}) {
    return send(std::move(what), request("PUT", path, headers, body, type));
  }
  auto Patch(operation what, const std::string &path, const std::string &body,
             const std::string &type, const httplib::Headers &headers = {}) {
    return send(std::move(what), request("PATCH", path, headers, body, type));
  }

private:
  static httplib::Request request(const char *method, const std::string &path,
                                  const httplib::Headers &headers,
                                  const std::string &body = {},
                                  const std::string &type = {}) {
    httplib::Request made;
    made.method = method;
    made.path = path;
    made.headers = headers;
    made.body = body;
    if (!type.empty())
      made.set_header("Content-Type", type);
    return made;
  }

  httplib::Result once(attempt &now, httplib::Request request, bool &late) {
    if (detail::sends_key(now))
      request.set_header(detail::key_header, now.key().str());
    std::chrono::milliseconds left = detail::whole_milliseconds(now.timeout());
    set_timeouts(left);
    detail::limit(client, request, left, late, 0);
    stop_callback cancel(now.stop(), [&] { client.stop(); });
    return client.send(request);
  }

  void set_timeouts(std::chrono::milliseconds most) {
    client.set_connection_timeout(std::min(own.connection, most));
    client.set_read_timeout(std::min(own.read, most));
    client.set_write_timeout(std::min(own.write, most));
  }

  dependency &to;
  httplib::Client &client;
  const httplib_timeouts own;
};

} // namespace retry

#endif
