// RUN: %check_retry %s --checks=retry-ignored-retry-after -- -std=c++20

#include <algorithm>
#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <curl/curl.h>
#include <functional>
#include <httplib.h>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

using namespace std::chrono_literals;
namespace http = boost::beast::http;

void backoff(int round);

std::string catalog(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Get("/catalog"); // expect: retry-ignored-retry-after "503"
    if (!res || res->status >= 500) {
      std::this_thread::sleep_for(1s * (1 << i));
      continue;
    }
    return res->body;
  }
  return {};
}

httplib::Result orders(httplib::Client &cli) {
  for (int n = 0;; ++n) {
    auto res = cli.Get("/orders"); // expect: retry-ignored-retry-after "429"
    if (!res || res->status != 429 || n == 3)
      return res;
    std::this_thread::sleep_for(std::chrono::milliseconds(rand() % (500 << n)));
  }
}

struct Reply {
  int status;
  std::string body;
  std::map<std::string, std::string> headers;
};
Reply get_invoice(const std::string &id);

bool retryable(int status) {
  return status == 408 || status == 429 || status == 500 || status == 502 ||
         status == 503 || status == 504;
}

Reply invoice(const std::string &id) {
  Reply r = get_invoice(id);
  for (int i = 0; i < 3 && retryable(r.status); ++i) {
    backoff(i);
    r = get_invoice(id); // expect: retry-ignored-retry-after "429, 503"
  }
  return r;
}

class Response {
public:
  int code() const;
  std::string getHeader(const std::string &name) const;
};
class Api {
public:
  std::unique_ptr<Response> post(const std::string &path);
};

bool submit(Api &api) {
  int left = 4;
  do {
    auto r = api.post("/v1/jobs"); // expect: retry-ignored-retry-after
    if (r->code() != 503)
      return r->code() == 200;
    std::this_thread::sleep_for(250ms);
  } while (--left);
  return false;
}

// The header is sent, the answer's are not looked at.
std::string tile(httplib::Client &cli, const std::string &token) {
  httplib::Headers headers{{"Authorization", "Bearer " + token}};
  int tries = 0;
again:
  auto res = cli.Get("/tile", headers); // expect: retry-ignored-retry-after
  if (res && (res->status == 429 || res->status == 503) && ++tries < 4) {
    std::this_thread::sleep_for(1s);
    goto again;
  }
  return res ? res->body : "";
}

// Another header is read.
std::string report(httplib::Client &cli) {
  for (int i = 0; i < 4; ++i) {
    auto res = cli.Get("/report"); // expect: retry-ignored-retry-after
    if (res && res->status != 503)
      return res->get_header_value("ETag");
    backoff(i);
  }
  return {};
}

long fetch(CURL *h) {
  long status = 0;
  for (int i = 0; i < 3; ++i) {
    if (curl_easy_perform(h) != CURLE_OK) // expect: retry-ignored-retry-after
      return -1;
    curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &status);
    if (status != 429 && status != 503)
      return status;
    std::this_thread::sleep_for(std::chrono::seconds(1 << i));
  }
  return status;
}

class ApiError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
  int status() const;
  const std::map<std::string, std::string> &headers() const;
};
std::string read_profile(long user); // throws ApiError

std::string profile(long user) {
  for (int tries = 1;; ++tries) {
    try {
      return read_profile(user); // expect: retry-ignored-retry-after
    } catch (const ApiError &e) {
      if (e.status() != 503 || tries == 3)
        throw;
      backoff(tries);
    }
  }
}

std::optional<Reply> query_ledger(const std::string &account);

std::optional<Reply> ledger(const std::string &account, int depth = 0) {
  auto r = query_ledger(account); // expect: retry-ignored-retry-after
  if (!r || r->status != 429 || depth == 3)
    return r;
  backoff(depth);
  return ledger(account, depth + 1);
}

bool request_device(const std::string &serial, Reply &out);

bool device(const std::string &serial) {
  Reply answer{};
  for (int i = 0; i < 3; ++i) {
    if (!request_device(serial, answer)) // expect: retry-ignored-retry-after
      return false;
    if (answer.status < 500)
      return answer.status == 200;
    backoff(i);
  }
  return false;
}

class Uploader {
  httplib::Client cli_{"http://storage"};

  int once(const std::string &path) {
    auto res = cli_.Put(path);
    return res ? res->status : 0;
  }

public:
  bool upload(const std::string &path) {
    for (int i = 0; i < 5; ++i) {
      int status = once(path); // expect: retry-ignored-retry-after
      if (status == 200)
        return true;
      if (status != 503)
        return false;
      backoff(i);
    }
    return false;
  }
};

std::function<int()> poller(httplib::Client &cli) {
  return [&cli] {
    int status = 0;
    for (int i = 0; i < 3; ++i) {
      auto r = cli.Delete("/x"); // expect: retry-ignored-retry-after
      status = r ? r->status : 0;
      if (status != 429)
        break;
      std::this_thread::sleep_for(1s);
    }
    return status;
  };
}

template <typename Client> std::string pull(Client &c, const char *path) {
  for (int i = 0; i < 3; ++i) {
    auto res = c.Get(path); // expect: retry-ignored-retry-after
    if (res && !retryable(res->status))
      return res->body;
    std::this_thread::sleep_for(1s);
  }
  return {};
}
std::string layer(httplib::Client &c) { return pull(c, "/layer"); }

template <class Stream>
http::response<http::string_body>
exchange(Stream &stream, http::request<http::string_body> &req) {
  boost::beast::flat_buffer buffer;
  for (int i = 0;; ++i) {
    http::response<http::string_body> res;
    http::write(stream, req); // expect: retry-ignored-retry-after
    http::read(stream, buffer, res);
    if (res.result_int() != 503 || i == 3)
      return res;
    backoff(i);
  }
}
http::response<http::string_body>
exchange_tcp(boost::beast::tcp_stream &s, http::request<http::string_body> &r) {
  return exchange(s, r);
}

// ---- What follows reads it, or cannot, or does not go round on these.

std::string catalog_right(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Get("/catalog");
    if (res && res->status < 500)
      return res->body;
    int wait = 1 << i;
    if (res && res->has_header("Retry-After"))
      wait = std::max(wait, std::atoi(
                                res->get_header_value("Retry-After").c_str()));
    std::this_thread::sleep_for(std::chrono::seconds(wait));
  }
  return {};
}

static int asked(const Reply &r) {
  auto it = r.headers.find("retry-after");
  return it == r.headers.end() ? 0 : std::stoi(it->second);
}

Reply invoice_helper(const std::string &id) {
  Reply r = get_invoice(id);
  for (int i = 0; i < 3 && retryable(r.status); ++i) {
    std::this_thread::sleep_for(std::chrono::seconds(std::max(1 << i, asked(r))));
    r = get_invoice(id);
  }
  return r;
}

// Somebody else gets the whole answer.
std::chrono::milliseconds delay_for(const Reply &r, int round);

Reply invoice_elsewhere(const std::string &id) {
  Reply r = get_invoice(id);
  for (int i = 0; i < 3 && retryable(r.status); ++i) {
    std::this_thread::sleep_for(delay_for(r, i));
    r = get_invoice(id);
  }
  return r;
}

class Limiter {
public:
  void heard(const Reply &r);
  void wait();
};

Reply invoice_limited(Limiter &limiter, const std::string &id) {
  Reply r = get_invoice(id);
  for (int i = 0; i < 3 && retryable(r.status); ++i) {
    limiter.heard(r);
    limiter.wait();
    r = get_invoice(id);
  }
  return r;
}

long fetch_right(CURL *h) {
  long status = 0;
  for (int i = 0; i < 3; ++i) {
    if (curl_easy_perform(h) != CURLE_OK)
      return -1;
    curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &status);
    if (status != 429 && status != 503)
      return status;
    curl_off_t wait = 0;
    curl_easy_getinfo(h, CURLINFO_RETRY_AFTER, &wait);
    std::this_thread::sleep_for(std::chrono::seconds(wait ? wait : 1 << i));
  }
  return status;
}

// A callback takes the headers.
static size_t on_header(char *data, size_t size, size_t n, void *to) {
  std::string line(data, size * n);
  if (line.rfind("Retry-After:", 0) == 0)
    *static_cast<long *>(to) = std::atol(line.c_str() + 12);
  return size * n;
}

long fetch_callback(CURL *h) {
  long status = 0, wait = 1;
  curl_easy_setopt(h, CURLOPT_HEADERFUNCTION, on_header);
  curl_easy_setopt(h, CURLOPT_HEADERDATA, &wait);
  for (int i = 0; i < 3; ++i) {
    if (curl_easy_perform(h) != CURLE_OK)
      return -1;
    curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &status);
    if (status != 503)
      return status;
    std::this_thread::sleep_for(std::chrono::seconds(wait));
  }
  return status;
}

void wait_before(CURL *h, int round);

long fetch_waiter(CURL *h) {
  long status = 0;
  for (int i = 0; i < 3; ++i) {
    if (curl_easy_perform(h) != CURLE_OK)
      return -1;
    curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &status);
    if (status != 503)
      return status;
    wait_before(h, i);
  }
  return status;
}

// No headers to be seen.
struct Short {
  int status;
  std::string body;
};
Short get_flags();

Short flags() {
  Short s = get_flags();
  for (int i = 0; i < 3 && retryable(s.status); ++i) {
    backoff(i);
    s = get_flags();
  }
  return s;
}

// Neither 429 nor 503.
std::string gateway(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Get("/gateway");
    if (!res || res->status == 502 || res->status == 504) {
      backoff(i);
      continue;
    }
    return res->body;
  }
  return {};
}

// No status is looked at.
std::string any(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    if (auto res = cli.Get("/any"))
      return res->body;
    backoff(i);
  }
  return {};
}

// The answer says it in a field of its own.
struct Told {
  int status;
  int retry_after_seconds;
  std::map<std::string, std::string> headers;
};
Told get_quota();

Told quota() {
  Told t = get_quota();
  for (int i = 0; i < 3 && t.status == 429; ++i) {
    std::this_thread::sleep_for(std::chrono::seconds(t.retry_after_seconds));
    t = get_quota();
  }
  return t;
}

// All headers are gone through.
int asked_by(const std::map<std::string, std::string> &headers);

Reply invoice_headers(const std::string &id) {
  Reply r = get_invoice(id);
  for (int i = 0; i < 3 && r.status == 503; ++i) {
    std::this_thread::sleep_for(std::chrono::seconds(1 + asked_by(r.headers)));
    r = get_invoice(id);
  }
  return r;
}

std::string profile_right(long user) {
  for (int tries = 1;; ++tries) {
    try {
      return read_profile(user);
    } catch (const ApiError &e) {
      if (e.status() != 503 || tries == 3)
        throw;
      auto told = e.headers().find("Retry-After");
      if (told != e.headers().end())
        std::this_thread::sleep_for(std::chrono::seconds(std::stoi(told->second)));
      else
        backoff(tries);
    }
  }
}

// A new poll of a job, not a retry.
Reply get_job(int id);

Reply job(int id) {
  Reply r = get_job(id);
  while (r.status == 202) {
    std::this_thread::sleep_for(2s);
    r = get_job(id);
  }
  return r;
}

template <class Stream>
http::response<http::string_body>
exchange_right(Stream &stream, http::request<http::string_body> &req) {
  boost::beast::flat_buffer buffer;
  for (int i = 0;; ++i) {
    http::response<http::string_body> res;
    http::write(stream, req);
    http::read(stream, buffer, res);
    if (res.result_int() != 503 || i == 3)
      return res;
    if (auto told = res[http::field::retry_after]; !told.empty())
      std::this_thread::sleep_for(std::chrono::seconds(std::atoi(told.data())));
    else
      backoff(i);
  }
}
http::response<http::string_body>
exchange_tcp_right(boost::beast::tcp_stream &s,
                   http::request<http::string_body> &r) {
  return exchange_right(s, r);
}

// The wait is a member's, and it is not told.
class Poller {
  httplib::Client &cli_;
  std::chrono::milliseconds pause_{250};

public:
  explicit Poller(httplib::Client &cli) : cli_(cli) {}
  bool fetch(const std::string &path) {
    for (int tries = 0; tries < 4; ++tries) {
      auto res = cli_.Get(path); // expect: retry-ignored-retry-after
      if (res && res->status == 200)
        return true;
      if (res && res->status != 429 && res->status != 503)
        return false;
      std::this_thread::sleep_for(pause_ * (1 << tries));
    }
    return false;
  }
};
bool poll_news(httplib::Client &cli) { return Poller(cli).fetch("/news"); }

// ---- What it says is only shown to somebody.

std::string shown(httplib::Client &cli) {
  for (int i = 0; i < 4; ++i) {
    auto res = cli.Get("/courses"); // expect: retry-ignored-retry-after
    if (!res)
      return {};
    if (res->status != 429 && res->status != 503)
      return res->body;
    std::string hint = "none";
    if (res->has_header("Retry-After"))
      hint = res->get_header_value("Retry-After");
    std::cerr << "busy: " << res->status << ", hint " << hint << '\n';
    backoff(i);
  }
  return {};
}

std::string shown_at_once(httplib::Client &cli) {
  for (int i = 0; i < 4; ++i) {
    auto res = cli.Get("/courses"); // expect: retry-ignored-retry-after
    if (!res)
      return {};
    if (res->status != 503)
      return res->body;
    std::clog << "busy until " << res->get_header_value("Retry-After") << '\n';
    backoff(i);
  }
  return {};
}

std::string shown_as_copy(httplib::Client &cli) {
  for (int i = 0; i < 4; ++i) {
    auto res = cli.Get("/courses"); // expect: retry-ignored-retry-after
    if (!res)
      return {};
    if (res->status != 429)
      return res->body;
    const std::string said = res->get_header_value("Retry-After");
    std::string line;
    line = said;
    std::fprintf(stderr, "busy: %d\n", res->status);
    std::cerr << line << '\n';
    backoff(i);
  }
  return {};
}

// Shown, and obeyed; or handed on.
std::string shown_and_read(httplib::Client &cli) {
  for (int i = 0; i < 4; ++i) {
    auto res = cli.Get("/courses");
    if (!res)
      return {};
    if (res->status != 429 && res->status != 503)
      return res->body;
    std::string hint = res->get_header_value("Retry-After");
    std::cerr << "busy, hint " << hint << '\n';
    std::this_thread::sleep_for(std::chrono::seconds(std::atoi(hint.c_str())));
  }
  return {};
}

void note_hint(const std::string &hint);
std::string shown_and_noted(httplib::Client &cli) {
  for (int i = 0; i < 4; ++i) {
    auto res = cli.Get("/courses");
    if (!res)
      return {};
    if (res->status != 429)
      return res->body;
    std::string hint = res->get_header_value("Retry-After");
    std::cerr << "busy, hint " << hint << '\n';
    note_hint(hint);
    backoff(i);
  }
  return {};
}

std::string shown_if_short(httplib::Client &cli) {
  for (int i = 0; i < 4; ++i) {
    auto res = cli.Get("/courses");
    if (!res)
      return {};
    if (res->status != 429)
      return res->body;
    std::string hint = res->get_header_value("Retry-After");
    std::cerr << "busy, hint " << hint << '\n';
    if (hint.size() > 2)
      return {};
    backoff(i);
  }
  return {};
}
