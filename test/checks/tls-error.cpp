// RUN: %check_retry %s --checks=retry-tls-error,retry-permanent-error -- -std=c++20

#include <chrono>
#include <curl/curl.h>
#include <functional>
#include <httplib.h>
#include <memory>
#include <openssl/ssl.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

void backoff(int round);

std::string catalog(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Get("/catalog"); // expect: retry-tls-error "SSLServerVerification"
    if (res)
      return res->body;
    if (res.error() != httplib::Error::Connection &&
        res.error() != httplib::Error::SSLServerVerification)
      throw std::runtime_error(httplib::to_string(res.error()));
    std::this_thread::sleep_for(1s * (1 << i));
  }
  return {};
}

bool transient(httplib::Error e) {
  switch (e) {
  case httplib::Error::Success:
  case httplib::Error::SSLLoadingCerts:
  case httplib::Error::Canceled:
  case httplib::Error::BindIPAddress:
  case httplib::Error::ExceedRedirectCount:
  case httplib::Error::UnsupportedMultipartBoundaryChars:
  case httplib::Error::Compression:
    return false;
  default:
    return true;
  }
}

httplib::Result orders(httplib::Client &cli) {
  for (int n = 0;; ++n) {
    auto res = cli.Get("/orders"); // expect: retry-tls-error
    if (res || !transient(res.error()) || n == 3)
      return res;
    backoff(n);
  }
}

class Download {
  CURL *handle_;
  int left_ = 3;

public:
  CURLcode run() {
    CURLcode rc;
    do {
      rc = curl_easy_perform(handle_); // expect: retry-tls-error "CURLE_PEER_FAILED_VERIFICATION"
      if (rc == CURLE_OK)
        return rc;
      if (rc != CURLE_PEER_FAILED_VERIFICATION &&
          rc != CURLE_OPERATION_TIMEDOUT)
        throw std::runtime_error(curl_easy_strerror(rc));
      std::this_thread::sleep_for(2s);
    } while (--left_ > 0);
    return rc;
  }
};

std::function<CURLcode()> fetcher(CURL *h) {
  return [h] {
    CURLcode rc = curl_easy_perform(h);
    for (int i = 0; i < 3 && rc >= CURLE_SSL_CONNECT_ERROR; ++i) {
      backoff(i);
      rc = curl_easy_perform(h); // expect: retry-tls-error, retry-permanent-error
    }
    return rc;
  };
}

// A library of one's own, with an entry in the policy beside this file.
namespace acme {
enum class Failure { None, Refused, BadCertificate, Expired };
struct Reply {
  Failure failure;
  std::string body;
};
Reply request(const std::string &path);
class CertificateError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};
std::string call(const std::string &path); // throws
} // namespace acme

// Not described: silence.
acme::Reply undescribed(const std::string &path) {
  acme::Reply r{};
  for (int i = 0; i < 3; ++i) {
    r = acme::request(path);
    if (r.failure == acme::Failure::None || r.failure == acme::Failure::Refused)
      return r;
    backoff(i);
  }
  return r;
}

struct Handshake {
  SSL *ssl;
  bool once() const { return SSL_connect(ssl) == 1; }
  bool trusted() const { return SSL_get_verify_result(ssl) == X509_V_OK; }
};

void secure(Handshake &h) {
  for (int i = 0; i < 5; ++i) {
    if (!h.once()) // expect: retry-tls-error
      throw std::runtime_error("handshake");
    if (h.trusted())
      return;
    std::this_thread::sleep_for(100ms);
  }
  throw std::runtime_error("not trusted");
}

CURLcode recursive(CURL *h, int left) {
  CURLcode rc = curl_easy_perform(h); // expect: retry-tls-error
  if (rc == CURLE_OK || left == 0)
    return rc;
  if (rc == CURLE_COULDNT_RESOLVE_HOST || rc == CURLE_URL_MALFORMAT ||
      rc == CURLE_UNSUPPORTED_PROTOCOL || rc == CURLE_SSL_CERTPROBLEM ||
      rc == CURLE_SSL_CIPHER || rc == CURLE_BAD_CONTENT_ENCODING ||
      rc == CURLE_SSL_CACERT_BADFILE || rc == CURLE_LOGIN_DENIED ||
      rc == CURLE_AUTH_ERROR || rc == CURLE_REMOTE_ACCESS_DENIED ||
      rc == CURLE_REMOTE_FILE_NOT_FOUND || rc == CURLE_TOO_MANY_REDIRECTS ||
      rc == CURLE_UNKNOWN_OPTION || rc == CURLE_BAD_FUNCTION_ARGUMENT)
    return rc;
  backoff(left);
  return recursive(h, left - 1);
}

static const CURLcode kAgain[] = {CURLE_COULDNT_CONNECT, CURLE_SSL_CACERT,
                                  CURLE_OPERATION_TIMEDOUT};

CURLcode by_table(CURL *h) {
  for (int i = 0;; ++i) {
    CURLcode rc = curl_easy_perform(h); // expect: retry-tls-error
    bool again = false;
    for (CURLcode c : kAgain)
      again |= c == rc;
    if (!again || i == 3)
      return rc;
    backoff(i);
  }
}

// ---- What follows does not go round on a certificate.

std::string catalog_right(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Get("/catalog");
    if (res)
      return res->body;
    if (res.error() != httplib::Error::Connection)
      throw std::runtime_error(httplib::to_string(res.error()));
    std::this_thread::sleep_for(1s * (1 << i));
  }
  return {};
}

std::string catalog_any(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    if (auto res = cli.Get("/catalog"))
      return res->body;
    backoff(i);
  }
  return {};
}

// TLS in general.
std::string catalog_tls(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Get("/catalog");
    if (res)
      return res->body;
    if (res.error() != httplib::Error::SSLConnection)
      return {};
    backoff(i);
  }
  return {};
}

bool opaque(CURLcode rc);

CURLcode by_opaque(CURL *h) {
  CURLcode rc;
  int n = 0;
  while (opaque(rc = curl_easy_perform(h)) && n++ < 3)
    backoff(n);
  return rc;
}

CURLcode by_table_right(CURL *h) {
  static const CURLcode again[] = {CURLE_COULDNT_CONNECT,
                                   CURLE_OPERATION_TIMEDOUT};
  for (int i = 0;; ++i) {
    CURLcode rc = curl_easy_perform(h);
    if ((rc != again[0] && rc != again[1]) || i == 3)
      return rc;
    backoff(i);
  }
}

void secure_right(Handshake &h) {
  for (int i = 0; i < 5; ++i) {
    if (h.once()) {
      if (!h.trusted())
        throw std::runtime_error("not trusted");
      return;
    }
    std::this_thread::sleep_for(100ms);
  }
  throw std::runtime_error("handshake");
}

// The certificate is looked at, and another mirror is asked.
bool from_mirrors(const std::vector<std::string> &mirrors) {
  for (const auto &m : mirrors) {
    httplib::Client cli(m);
    auto res = cli.Get("/Packages");
    if (res)
      return true;
    if (res.error() == httplib::Error::SSLServerVerification)
      continue;
    backoff(1);
  }
  return false;
}

// It is logged, and then it is over.
CURLcode logged(CURL *h) {
  for (int i = 0;; ++i) {
    CURLcode rc = curl_easy_perform(h);
    switch (rc) {
    case CURLE_PEER_FAILED_VERIFICATION:
      std::fprintf(stderr, "certificate\n");
      return rc;
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_COULDNT_CONNECT:
    case CURLE_GOT_NOTHING:
      if (i < 3)
        break;
      [[fallthrough]];
    default:
      return rc;
    }
    backoff(i);
  }
}

long by_status(CURL *h) {
  long status = 0;
  for (int i = 0; i < 3; ++i) {
    CURLcode rc = curl_easy_perform(h);
    if (rc != CURLE_OK)
      return -rc;
    curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &status);
    if (status != 503)
      break;
    backoff(i);
  }
  return status;
}

// ---- further idioms -----------------------------------------------------------

#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>

// A set that somebody extended.
bool worth_another_try(CURLcode rc) {
  switch (rc) {
  case CURLE_COULDNT_RESOLVE_HOST:
  case CURLE_COULDNT_CONNECT:
  case CURLE_OPERATION_TIMEDOUT:
  case CURLE_PEER_FAILED_VERIFICATION:
    return true;
  default:
    return false;
  }
}

CURLcode by_helper(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int n = 0; n < 3; ++n) {
    rc = curl_easy_perform(h); // expect: retry-tls-error "CURLE_PEER_FAILED_VERIFICATION"
    if (!worth_another_try(rc))
      return rc;
    backoff(n);
  }
  return rc;
}

// Everything but success and two.
CURLcode by_exclusion(CURL *h) {
  int left = 4;
  while (true) {
    CURLcode rc = curl_easy_perform(h); // expect: retry-tls-error, retry-permanent-error
    if (rc == CURLE_OK || rc == CURLE_URL_MALFORMAT || rc == CURLE_LOGIN_DENIED)
      return rc;
    if (--left == 0)
      throw std::runtime_error(curl_easy_strerror(rc));
    std::this_thread::sleep_for(1s);
  }
}

// The result of the verification is asked, and the answer is to wait.
CURLcode by_info(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int n = 0; n < 3; ++n) {
    long verified = 0;
    rc = curl_easy_perform(h); // expect: retry-tls-error
    curl_easy_getinfo(h, CURLINFO_SSL_VERIFYRESULT, &verified);
    if (rc == CURLE_OK && verified == 0)
      return rc;
    if (verified == 0)
      return rc;
    backoff(n);
  }
  return rc;
}

CURLcode by_goto(CURL *h) {
  int tries = 0;
again:
  CURLcode rc = curl_easy_perform(h); // expect: retry-tls-error "CURLE_SSL_ISSUER_ERROR"
  if ((rc == CURLE_SSL_ISSUER_ERROR || rc == CURLE_OPERATION_TIMEDOUT) && ++tries < 3) {
    backoff(tries);
    goto again;
  }
  return rc;
}

struct Mirror {
  httplib::Client http;
  int tries = 0;
  bool sync() {
    auto res = http.Get("/sync");
    while (!res && res.error() == httplib::Error::SSLServerVerification && tries++ < 3) {
      backoff(tries);
      res = http.Get("/sync"); // expect: retry-tls-error "SSLServerVerification"
    }
    return static_cast<bool>(res);
  }
};
bool sync(Mirror &m) { return m.sync(); }

template <typename Send> CURLcode with_retry(int most, Send send) {
  CURLcode rc = CURLE_OK;
  for (int n = 0; n < most; ++n) {
    rc = send(); // expect: retry-tls-error "CURLE_SSL_PINNEDPUBKEYNOTMATCH"
    if (rc != CURLE_SSL_PINNEDPUBKEYNOTMATCH && rc != CURLE_COULDNT_CONNECT)
      break;
    backoff(n);
  }
  return rc;
}
CURLcode pinned(CURL *h) {
  return with_retry(3, [h] { return curl_easy_perform(h); });
}

void accept_late(SSL *ssl) {
  int n = 0;
  do {
    if (SSL_connect(ssl) != 1) // expect: retry-tls-error
      return;
    if (n++ == 3)
      throw std::runtime_error("certificate");
    std::this_thread::sleep_for(1s);
  } while (SSL_get_verify_result(ssl) != X509_V_OK);
}

std::optional<std::string> optional_body(httplib::Client &cli) {
  for (int tries = 0; tries != 3; ++tries) {
    httplib::Result res = cli.Get("/x"); // expect: retry-tls-error
    if (res)
      return res->body;
    const auto why = res.error();
    const bool again = why == httplib::Error::Read || why == httplib::Error::SSLServerVerification;
    if (!again)
      return std::nullopt;
    backoff(tries);
  }
  return std::nullopt;
}

// ---- right ---

CURLcode by_helper_right(CURL *h) {
  auto worth = [](CURLcode rc) {
    return rc == CURLE_COULDNT_CONNECT || rc == CURLE_OPERATION_TIMEDOUT;
  };
  CURLcode rc = CURLE_OK;
  for (int n = 0; n < 3; ++n) {
    rc = curl_easy_perform(h);
    if (!worth(rc))
      return rc;
    backoff(n);
  }
  return rc;
}

CURLcode by_info_right(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int n = 0; n < 3; ++n) {
    long verified = 0;
    rc = curl_easy_perform(h);
    curl_easy_getinfo(h, CURLINFO_SSL_VERIFYRESULT, &verified);
    if (verified != 0)
      throw std::runtime_error("certificate");
    if (rc != CURLE_COULDNT_CONNECT)
      return rc;
    backoff(n);
  }
  return rc;
}

// Tells of it and gives up; goes on with the rest.
CURLcode by_goto_right(CURL *h) {
  int tries = 0;
again:
  CURLcode rc = curl_easy_perform(h);
  if (rc == CURLE_PEER_FAILED_VERIFICATION)
    std::fprintf(stderr, "the certificate of the server is not trusted\n");
  else if (rc == CURLE_OPERATION_TIMEDOUT && ++tries < 3) {
    backoff(tries);
    goto again;
  }
  return rc;
}

// Compares in order to count, and leaves all the same.
CURLcode counted(CURL *h, long &refused) {
  for (int n = 0;; ++n) {
    CURLcode rc = curl_easy_perform(h);
    refused += rc == CURLE_PEER_FAILED_VERIFICATION;
    if (rc != CURLE_COULDNT_CONNECT || n == 3)
      return rc;
    backoff(n);
  }
}

void connect_tcp(boost::asio::ip::tcp::socket &s, const boost::asio::ip::tcp::endpoint &to) {
  boost::system::error_code ec;
  for (int n = 0; n < 3; ++n) {
    s.connect(to, ec);
    if (!ec)
      return;
    if (ec != boost::asio::error::connection_refused)
      throw boost::system::system_error(ec);
    backoff(n);
  }
  throw boost::system::system_error(ec);
}

std::string once(httplib::Client &cli) {
  auto res = cli.Get("/once");
  return res ? res->body : std::string();
}
