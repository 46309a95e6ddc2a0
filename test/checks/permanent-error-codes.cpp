// RUN: %check_retry %s --checks=retry-permanent-error,retry-unclassified-error -- -std=c++20

#include <boost/asio.hpp>
#include <cerrno>
#include <chrono>
#include <curl/curl.h>
#include <httplib.h>
#include <netdb.h>
#include <string>
#include <sys/socket.h>
#include <system_error>
#include <thread>

using namespace std::chrono_literals;

void backoff(int round);

// The codes of libraries and systems, where the loop looks at them.

CURLcode fetch(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; ++i) {
    rc = curl_easy_perform(h); // expect: retry-permanent-error "CURLE_URL_MALFORMAT"
    if (rc != CURLE_URL_MALFORMAT && rc != CURLE_COULDNT_CONNECT)
      break;
    backoff(i);
  }
  return rc;
}

int dial(int fd, const sockaddr *to, socklen_t len) {
  for (int i = 0; i < 5; ++i) {
    if (connect(fd, to, len) == 0) // expect: retry-permanent-error "EACCES"
      return 0;
    if (errno == EISCONN)
      return 0;
    backoff(i);
  }
  return -1;
}

int resolve(const char *host, addrinfo **out) {
  int rc, n = 0;
  do {
    rc = getaddrinfo(host, "443", nullptr, out); // expect: retry-permanent-error "EAI_NONAME"
    if (rc != EAI_AGAIN && rc != EAI_NONAME)
      return rc;
    std::this_thread::sleep_for(1s);
  } while (++n < 3);
  return rc;
}

using boost::asio::ip::tcp;

tcp::resolver::results_type lookup(tcp::resolver &r, const std::string &host) {
  boost::system::error_code ec;
  for (int i = 0; i < 3; ++i) {
    auto found = r.resolve(host, "443", ec); // expect: retry-permanent-error "host_not_found"
    if (!ec)
      return found;
    if (ec != boost::asio::error::host_not_found &&
        ec != boost::asio::error::host_not_found_try_again)
      break;
    backoff(i);
  }
  return {};
}

std::error_code connect_broker(const std::string &host);

std::error_code broker(const std::string &host) {
  std::error_code ec;
  for (int i = 0; i < 4; ++i) {
    ec = connect_broker(host); // expect: retry-permanent-error "EACCES"
    if (ec != std::errc::permission_denied &&
        ec != std::errc::connection_refused)
      return ec;
    backoff(i);
  }
  return ec;
}

bool open(tcp::socket &s, const tcp::endpoint &to) {
  for (int i = 0; i < 5; ++i) {
    boost::system::error_code ec;
    s.connect(to, ec); // expect: retry-permanent-error "EAFNOSUPPORT"
    if (!ec)
      return true;
    if (ec == boost::asio::error::operation_aborted)
      return false;
    backoff(i);
  }
  return false;
}

httplib::Result page(httplib::Client &cli) {
  for (int n = 0;; ++n) {
    auto res = cli.Get("/"); // expect: retry-permanent-error "ExceedRedirectCount"
    if (res || n == 3 ||
        (res.error() != httplib::Error::ExceedRedirectCount &&
         res.error() != httplib::Error::Connection))
      return res;
    backoff(n);
  }
}

// ---- What follows goes round on what may pass.

CURLcode fetch_right(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; ++i) {
    rc = curl_easy_perform(h);
    switch (rc) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
      backoff(i);
      continue;
    default:
      return rc;
    }
  }
  return rc;
}

int dial_right(int fd, const sockaddr *to, socklen_t len) {
  for (int i = 0; i < 5; ++i) {
    if (connect(fd, to, len) == 0)
      return 0;
    if (errno != ECONNREFUSED && errno != ETIMEDOUT && errno != EHOSTUNREACH)
      return -1;
    backoff(i);
  }
  return -1;
}

int resolve_right(const char *host, addrinfo **out) {
  int rc = EAI_AGAIN;
  for (int n = 0; n < 3 && rc == EAI_AGAIN; ++n) {
    if (n)
      backoff(n);
    rc = getaddrinfo(host, "443", nullptr, out);
  }
  return rc;
}

tcp::resolver::results_type lookup_right(tcp::resolver &r,
                                         const std::string &host) {
  boost::system::error_code ec;
  for (int i = 0; i < 3; ++i) {
    auto found = r.resolve(host, "443", ec);
    if (ec != boost::asio::error::host_not_found_try_again)
      return found;
    backoff(i);
  }
  return {};
}

std::error_code broker_right(const std::string &host) {
  std::error_code ec;
  for (int i = 0; i < 4; ++i) {
    ec = connect_broker(host);
    if (ec != std::errc::timed_out && ec != std::errc::connection_refused)
      return ec;
    backoff(i);
  }
  return ec;
}

httplib::Result page_right(httplib::Client &cli) {
  for (int n = 0;; ++n) {
    auto res = cli.Get("/");
    if (res || n == 3 ||
        (res.error() != httplib::Error::Read &&
         res.error() != httplib::Error::Connection))
      return res;
    backoff(n);
  }
}
