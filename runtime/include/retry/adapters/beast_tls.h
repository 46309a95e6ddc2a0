// Boost.Beast over TLS. The certificate is always checked.
#ifndef RETRY_ADAPTERS_BEAST_TLS_H
#define RETRY_ADAPTERS_BEAST_TLS_H

#include "retry/adapters/beast.h"
#include <boost/asio/ssl.hpp>
#include <boost/beast/ssl.hpp>

namespace retry {

/// The context has the authorities that are trusted, and outlives it.
struct beast_tls {
  using stream = boost::beast::ssl_stream<boost::beast::tcp_stream>;
  /// Servers send tickets when they like.
  static constexpr bool quiet_when_idle = false;

  explicit beast_tls(boost::asio::ssl::context &given) : context(&given) {}

  template <typename Executor>
  stream make(const Executor &io, const std::string &host) const {
    stream made(boost::beast::tcp_stream(io), *context);
    made.set_verify_mode(boost::asio::ssl::verify_peer);
    made.set_verify_callback(boost::asio::ssl::host_name_verification(host));
    boost::system::error_code not_an_address;
    boost::asio::ip::make_address(host, not_an_address);
    if (not_an_address)
      SSL_set_tlsext_host_name(made.native_handle(), host.c_str());
    return made;
  }
  template <typename Handler>
  static void async_handshake(stream &s, Handler &&handler) {
    s.async_handshake(boost::asio::ssl::stream_base::client,
                      std::forward<Handler>(handler));
  }

private:
  boost::asio::ssl::context *context;
};

} // namespace retry

#endif
