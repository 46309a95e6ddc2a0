// TLS: a certificate error is never retried, a handshake that timed out may be.
#ifndef RETRY_TLS_H
#define RETRY_TLS_H

#include "retry/failure.h"

namespace retry {

/// What OpenSSL's SSL_get_verify_result gives; 0 is X509_V_OK.
struct verify_result {
  long value = 0;
};

constexpr failure classify(verify_result result) noexcept {
  return result.value == 0
             ? success
             : permanent("tls_certificate", failure_kind::tls_certificate);
}

/// A CURLcode by number, so that curl's header is not needed here.
struct curl_code {
  int value = 0;
};

namespace detail {
RETRY_COLD constexpr failure of_curl(int code) noexcept {
  switch (code) {
  case 6: // CURLE_COULDNT_RESOLVE_HOST
    return transient("CURLE_COULDNT_RESOLVE_HOST", failure_kind::dns_temporary);
  case 5: // CURLE_COULDNT_RESOLVE_PROXY
    return transient("CURLE_COULDNT_RESOLVE_PROXY",
                     failure_kind::dns_temporary);
  case 7: // CURLE_COULDNT_CONNECT
    return transient("CURLE_COULDNT_CONNECT", failure_kind::connection_refused);
  case 28: // CURLE_OPERATION_TIMEDOUT
    return maybe_executed("CURLE_OPERATION_TIMEDOUT",
                          failure_kind::network_timeout);
  case 35: // CURLE_SSL_CONNECT_ERROR: the handshake, not the certificate
    return transient("CURLE_SSL_CONNECT_ERROR");
  case 52: // CURLE_GOT_NOTHING
    return maybe_executed("CURLE_GOT_NOTHING");
  case 55: // CURLE_SEND_ERROR
    return maybe_executed("CURLE_SEND_ERROR");
  case 56: // CURLE_RECV_ERROR
    return maybe_executed("CURLE_RECV_ERROR");
  case 16: // CURLE_HTTP2
    return maybe_executed("CURLE_HTTP2");
  case 92: // CURLE_HTTP2_STREAM
    return maybe_executed("CURLE_HTTP2_STREAM");
  case 18: // CURLE_PARTIAL_FILE
    return maybe_executed("CURLE_PARTIAL_FILE");
  case 42: // CURLE_ABORTED_BY_CALLBACK
    return permanent("CURLE_ABORTED_BY_CALLBACK", failure_kind::cancelled);
  case 51: // CURLE_PEER_FAILED_VERIFICATION before 7.62
  case 60: // CURLE_PEER_FAILED_VERIFICATION
  case 77: // CURLE_SSL_CACERT_BADFILE
  case 82: // CURLE_SSL_CRL_BADFILE
  case 83: // CURLE_SSL_ISSUER_ERROR
  case 90: // CURLE_SSL_PINNEDPUBKEYNOTMATCH
  case 91: // CURLE_SSL_INVALIDCERTSTATUS
    return permanent("tls_certificate", failure_kind::tls_certificate);
  case 1:  // CURLE_UNSUPPORTED_PROTOCOL
  case 3:  // CURLE_URL_MALFORMAT
  case 9:  // CURLE_REMOTE_ACCESS_DENIED
  case 43: // CURLE_BAD_FUNCTION_ARGUMENT
  case 47: // CURLE_TOO_MANY_REDIRECTS
  case 48: // CURLE_UNKNOWN_OPTION
  case 58: // CURLE_SSL_CERTPROBLEM
  case 67: // CURLE_LOGIN_DENIED
  case 78: // CURLE_REMOTE_FILE_NOT_FOUND
    return permanent("curl_error");
  default:
    return failure{};
  }
}
} // namespace detail

constexpr failure classify(curl_code code) noexcept {
  return code.value == 0 ? success : detail::of_curl(code.value);
}

} // namespace retry

#endif
