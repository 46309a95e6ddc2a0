// RUN: %check_retry %s --checks=retry-degraded-auth,retry-permanent-error,retry-tls-error -- -std=c++20 -DCPPHTTPLIB_OPENSSL_SUPPORT

#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>
#include <chrono>
#include <functional>
#include <grpcpp/grpcpp.h>
#include <httplib.h>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

using namespace std::chrono_literals;

void backoff(int round);

std::string catalog(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Get("/catalog");
    if (res)
      return res->body;
    if (res.error() == httplib::Error::SSLServerVerification)
      cli.enable_server_certificate_verification(false); // expect: retry-degraded-auth "verification"
    else if (res.error() != httplib::Error::Connection)
      return {};
    std::this_thread::sleep_for(1s * (1 << i));
  }
  return {};
}

// With a certificate that is refused once.
std::string catalog_once(httplib::Client &cli) {
  bool strict = true;
  for (int i = 0; i < 4; ++i) {
    auto res = cli.Get("/catalog");
    if (res)
      return res->body;
    if (strict && res.error() == httplib::Error::SSLServerVerification) {
      strict = false;
      cli.enable_server_certificate_verification(strict); // expect: retry-degraded-auth
      continue;
    }
    if (res.error() != httplib::Error::Connection)
      return {};
    backoff(i);
  }
  return {};
}

struct Reply {
  int status;
  std::string body;
};
struct Options {
  bool verify_peer = true;
  bool use_tls = true;
  bool insecure = false;
  std::string token;
  int timeout = 5;
};
Reply get_mail(const std::string &url, const Options &o);

Reply mail(const std::string &url, Options o) {
  Reply r{};
  for (int i = 0; i < 3; ++i) {
    r = get_mail(url, o);
    if (r.status != 0 && r.status < 500)
      return r;
    o.verify_peer = false; // expect: retry-degraded-auth "verification"
    backoff(i);
  }
  return r;
}

Reply mail_plain(const std::string &url, Options o) {
  Reply r{};
  int n = 0;
  do {
    r = get_mail(url, o);
    if (r.status != 0 && r.status < 500)
      return r;
    if (n > 0)
      o.use_tls = false; // expect: retry-degraded-auth "encryption"
    std::this_thread::sleep_for(500ms);
  } while (++n < 4);
  return r;
}

Reply mail_insecure(const std::string &url, Options o) {
  for (int left = 3;; --left) {
    Reply r = get_mail(url, o);
    if (r.status == 200 || r.status == 404 || left == 0)
      return r;
    if (r.status != 0)
      throw std::runtime_error("mail");
    o.insecure = true; // expect: retry-degraded-auth
    backoff(left);
  }
}

// The 401 that led to it is the same fault.
Reply mail_anonymous(const std::string &url, Options o) {
  Reply r{};
  for (int i = 0; i < 3; ++i) {
    r = get_mail(url, o);
    if (r.status == 401)
      o.token.clear(); // expect: retry-degraded-auth "credentials"
    else if (r.status != 503)
      return r;
    backoff(i);
  }
  return r;
}

Reply get_page(const std::string &url, const std::map<std::string, std::string> &headers);

Reply page(const std::string &url, std::map<std::string, std::string> headers) {
  Reply r = get_page(url, headers);
  for (int i = 0; i < 3 && (r.status == 401 || r.status == 503); ++i) {
    if (r.status == 401)
      headers.erase("Authorization"); // expect: retry-degraded-auth
    backoff(i);
    r = get_page(url, headers);
  }
  return r;
}

Reply page_plain(std::string url) {
  Reply r{};
  for (int i = 0; i < 3; ++i) {
    r = get_page(url, {});
    if (r.status != 0 && r.status < 500)
      return r;
    if (url.rfind("https://", 0) == 0)
      url.replace(0, 8, "http://"); // expect: retry-degraded-auth "encryption"
    backoff(i);
  }
  return r;
}

Reply page_scheme(const std::string &host) {
  std::string scheme = "https";
  Reply r{};
  int n = 0;
again:
  r = get_page(scheme + "://" + host, {});
  if ((r.status == 0 || r.status >= 500) && ++n < 4) {
    scheme = "http"; // expect: retry-degraded-auth
    std::this_thread::sleep_for(1s);
    goto again;
  }
  return r;
}

void fetch_secret(const std::string &name, const std::string &password); // throws

void secret(const std::string &name, std::string password) {
  for (int i = 0;; ++i) {
    try {
      fetch_secret(name, password);
      return;
    } catch (const std::exception &) {
      if (i == 3)
        throw;
      password = ""; // expect: retry-degraded-auth
    }
    backoff(i);
  }
}

class Mirror {
  httplib::SSLClient cli_{"mirror.example"};

  void loosen() { cli_.enable_server_certificate_verification(false); }

public:
  bool sync() {
    for (int i = 0; i < 5; ++i) {
      if (cli_.Get("/sync"))
        return true;
      if (i == 2)
        loosen(); // expect: retry-degraded-auth
      std::this_thread::sleep_for(std::chrono::seconds(i + 1));
    }
    return false;
  }
};

namespace ssl = boost::asio::ssl;

bool handshake(ssl::stream<boost::asio::ip::tcp::socket> &s) {
  for (int i = 0; i < 3; ++i) {
    boost::system::error_code ec;
    s.handshake(ssl::stream_base::client, ec);
    if (!ec)
      return true;
    s.set_verify_mode(ssl::verify_none); // expect: retry-degraded-auth
    backoff(i);
  }
  return false;
}

struct Stub {
  explicit Stub(std::shared_ptr<grpc::Channel> c);
  grpc::Status Ping(grpc::ClientContext *ctx);
};

grpc::Status ping(const std::string &address) {
  auto creds = grpc::SslCredentials(grpc::SslCredentialsOptions());
  grpc::Status st;
  for (int i = 0; i < 3; ++i) {
    Stub stub(grpc::CreateChannel(address, creds));
    grpc::ClientContext ctx;
    st = stub.Ping(&ctx);
    if (st.error_code() != grpc::StatusCode::UNAVAILABLE)
      return st;
    creds = grpc::InsecureChannelCredentials(); // expect: retry-degraded-auth "encryption"
    backoff(i);
  }
  return st;
}

Reply recursive(const std::string &url, Options o, int left) {
  Reply r = get_mail(url, o);
  if ((r.status != 0 && r.status < 500) || left == 0)
    return r;
  backoff(left);
  o.verify_peer = false; // expect: retry-degraded-auth
  return recursive(url, o, left - 1);
}

// ---- What follows keeps its protection, or never had it.

std::string refresh_token();

// The right thing on a 401.
Reply mail_refreshed(const std::string &url, Options o) {
  bool refreshed = false;
  for (int n = 0;; ++n) {
    Reply r = get_mail(url, o);
    if (r.status == 401 && !refreshed) {
      o.token = refresh_token();
      refreshed = true;
      continue;
    }
    if (r.status != 503 || n >= 3)
      return r;
    backoff(n);
  }
}

// Thrown away, and fetched anew.
Reply mail_fetched(const std::string &url, Options o) {
  bool refreshed = false;
  for (int n = 0;; ++n) {
    if (o.token.empty())
      o.token = refresh_token();
    Reply r = get_mail(url, o);
    if (r.status == 401 && !refreshed) {
      o.token.clear();
      refreshed = true;
      continue;
    }
    if (r.status != 503 || n >= 3)
      return r;
    backoff(n);
  }
}

Reply page_reset(const std::string &url, std::map<std::string, std::string> headers) {
  Reply r = get_page(url, headers);
  for (int i = 0; i < 3 && r.status == 503; ++i) {
    headers.erase("Authorization");
    headers.emplace("Authorization", refresh_token());
    backoff(i);
    r = get_page(url, headers);
  }
  return r;
}

Reply page_trace(const std::string &url, std::map<std::string, std::string> headers) {
  Reply r = get_page(url, headers);
  for (int i = 0; i < 3 && r.status == 503; ++i) {
    headers.erase("X-Trace");
    backoff(i);
    r = get_page(url, headers);
  }
  return r;
}

std::string catalog_never() {
  httplib::SSLClient cli("localhost");
  cli.enable_server_certificate_verification(false);
  for (int i = 0; i < 3; ++i) {
    if (auto res = cli.Get("/catalog"))
      return res->body;
    backoff(i);
  }
  return {};
}

std::string catalog_always(httplib::SSLClient &cli) {
  for (int i = 0; i < 3; ++i) {
    cli.enable_server_certificate_verification(true);
    if (auto res = cli.Get("/catalog"))
      return res->body;
    backoff(i);
  }
  return {};
}

// More protection, not less.
Reply page_upgraded(std::string url) {
  Reply r{};
  for (int i = 0; i < 3; ++i) {
    r = get_page(url, {});
    if (r.status != 0 && r.status < 500)
      return r;
    if (url.rfind("http://", 0) == 0)
      url.replace(0, 7, "https://");
    backoff(i);
  }
  return r;
}

Reply mail_slower(const std::string &url, Options o) {
  Reply r{};
  for (int i = 0; i < 3; ++i) {
    r = get_mail(url, o);
    if (r.status != 0 && r.status < 500)
      return r;
    o.timeout *= 2;
    o.verify_peer = true;
    backoff(i);
  }
  return r;
}

// A flag of the loop's own.
Reply mail_flag(const std::string &url, const Options &o) {
  bool failed = false;
  for (int i = 0; i < 3; ++i) {
    Reply r = get_mail(url, o);
    if (r.status != 0 && r.status < 500)
      return r;
    failed = true;
    backoff(i);
  }
  throw std::runtime_error(failed ? "mail" : "");
}

bool handshake_right(ssl::stream<boost::asio::ip::tcp::socket> &s) {
  for (int i = 0; i < 3; ++i) {
    boost::system::error_code ec;
    s.set_verify_mode(ssl::verify_peer);
    s.handshake(ssl::stream_base::client, ec);
    if (!ec)
      return true;
    backoff(i);
  }
  return false;
}

// Plain from the beginning: a server on this machine.
grpc::Status ping_local() {
  grpc::Status st;
  for (int i = 0; i < 3; ++i) {
    Stub stub(grpc::CreateChannel("localhost:1", grpc::InsecureChannelCredentials()));
    grpc::ClientContext ctx;
    st = stub.Ping(&ctx);
    if (st.error_code() != grpc::StatusCode::UNAVAILABLE)
      return st;
    backoff(i);
  }
  return st;
}

// It is over when the credentials go.
void secret_done(const std::string &name, std::string password) {
  for (int i = 0;; ++i) {
    try {
      fetch_secret(name, password);
      password.clear();
      return;
    } catch (const std::exception &) {
      if (i == 3) {
        password.clear();
        throw;
      }
    }
    backoff(i);
  }
}

// A log line about the address.
Reply page_logged(const std::string &url) {
  Reply r{};
  std::string hint;
  for (int i = 0; i < 3; ++i) {
    r = get_page(url, {});
    if (r.status != 0 && r.status < 500)
      return r;
    std::printf("see http://status.example/ (%d)\n", i);
    backoff(i);
  }
  return r;
}

// Connecting again authenticates again.
class Session {
public:
  bool login(const std::string &server, const std::string &user);
  void logout();
};

bool session(Session &s, const std::string &server, const std::string &user) {
  for (int i = 0; i < 3; ++i) {
    if (s.login(server, user))
      return true;
    s.logout();
    backoff(i);
  }
  return false;
}

// A profile that decides for the whole session.
struct Profile {
  std::string url;
  bool verify = true;
  std::optional<std::string> bearer;
};
int call_service(const Profile &s);

int relaxed_session(Profile s) {
  int rc = -1;
  for (int n = 0; n < 3; ++n) {
    rc = call_service(s);
    if (rc == 0)
      break;
    s.verify = n < 1; // expect: retry-degraded-auth "verification"
    backoff(n);
  }
  return rc;
}

// Verified again after a maintenance window: stricter, not weaker.
int restored_session(Profile s) {
  int rc = -1;
  for (int n = 0; n < 3; ++n) {
    rc = call_service(s);
    if (rc == 0)
      break;
    s.verify = true;
    backoff(n);
  }
  return rc;
}

std::optional<std::string> renew_token(const Profile &s);

// Another credential of the same kind.
int renewed_session(Profile s) {
  int rc = -1;
  for (int n = 0; n < 3; ++n) {
    rc = call_service(s);
    if (rc == 0)
      break;
    s.bearer = renew_token(s);
    backoff(n);
  }
  return rc;
}

// A token that is forgotten so that a new one is asked for.
class Account {
  httplib::Client client_{"https://example.org"};
  std::string token_;
  bool logIn();

public:
  bool ask(const std::string &path) {
    bool renewed = false;
    for (int i = 0; i < 3; ++i) {
      httplib::Headers headers{{"Authorization", "Bearer " + token_}};
      auto res = client_.Get(path.c_str(), headers);
      if (res && res->status == 401 && !renewed) {
        renewed = true;
        token_.clear();
        if (!logIn())
          return false;
        continue;
      }
      if (res && res->status < 500)
        return true;
    }
    return false;
  }
};

// What it was before nobody knows: it may have been the same.
class Store {
  std::unique_ptr<Stub> stub_;
  std::string address_;
  void move() {
    address_ = "kvs:1";
    stub_ = std::make_unique<Stub>(grpc::CreateChannel(address_, grpc::InsecureChannelCredentials()));
    backoff(1);
  }

public:
  bool put() {
    for (int i = 0;; ++i) {
      grpc::ClientContext ctx;
      grpc::Status st = stub_->Ping(&ctx);
      if (st.ok())
        return true;
      if (st.error_code() != grpc::StatusCode::UNAVAILABLE || i == 3)
        return false;
      move();
    }
  }
};

// ---- The scheme is chosen by the attempt; the header is dropped from what was
// made before the loop.

std::string by_round(const std::string &host) {
  for (int i = 0; i < 3; ++i) {
    const std::string scheme = i == 0 ? "https://" : "http://"; // expect: retry-degraded-auth "encryption"
    httplib::Client cli(scheme + host);
    auto res = cli.Get("/status");
    if (res)
      return res->body;
    if (res.error() != httplib::Error::Connection)
      return {};
    backoff(i);
  }
  return {};
}

std::string by_last_round(const std::string &host) {
  std::string url;
  for (int i = 0; i < 3; ++i) {
    url = (i > 1 ? "http://" : "https://") + host; // expect: retry-degraded-auth "encryption"
    httplib::Client cli(url);
    auto res = cli.Get("/status");
    if (res)
      return res->body;
    if (res.error() != httplib::Error::Connection)
      return {};
    backoff(i);
  }
  return {};
}

std::string without_token(httplib::Client &cli, const std::string &token) {
  httplib::Headers headers{{"Authorization", "Bearer " + token}, {"Accept", "text/plain"}};
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Get("/blob", headers);
    if (!res || res->status == 200)
      return res ? res->body : "";
    if (res->status == 401)
      headers.erase("Authorization"); // expect: retry-degraded-auth "credentials"
    else if (res->status != 503)
      return {};
    backoff(i);
  }
  return {};
}

// As it is configured, for all attempts; http first; with a new token.
std::string as_configured(const std::string &host, bool secure) {
  for (int i = 0; i < 3; ++i) {
    httplib::Client cli((secure ? "https://" : "http://") + host);
    auto res = cli.Get("/status");
    if (res)
      return res->body;
    if (res.error() != httplib::Error::Connection)
      return {};
    backoff(i);
  }
  return {};
}

std::string upgraded(const std::string &host) {
  for (int i = 0; i < 3; ++i) {
    httplib::Client cli((i == 0 ? "http://" : "https://") + host);
    auto res = cli.Get("/status");
    if (res)
      return res->body;
    if (res.error() != httplib::Error::Connection)
      return {};
    backoff(i);
  }
  return {};
}

std::string refreshed(httplib::Client &cli, std::string token, std::string (*login)()) {
  httplib::Headers headers{{"Authorization", "Bearer " + token}};
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Get("/blob", headers); // expect: retry-permanent-error "401"
    if (!res || res->status == 200)
      return res ? res->body : "";
    if (res->status == 401) {
      headers.erase("Authorization");
      headers.emplace("Authorization", "Bearer " + login());
    } else if (res->status != 503) {
      return {};
    }
    backoff(i);
  }
  return {};
}
