// REQUIRES: httplib, boost
// RUN: %check_retry %s --checks=retry-sensitive-log -- -std=c++20

#include <boost/beast/http.hpp>
#include <cstdio>
#include <fmt/format.h>
#include <functional>
#include <httplib.h>
#include <iostream>
#include <memory>
#include <spdlog/spdlog.h>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

void pause_before(int round);
std::string fetch_from_vault(const char *name);
std::string redact(const std::string &text);
std::string sha256(std::string_view text);

static const char *const Json = "application/json";

// ---- By API.

bool body_of_answer(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Get("/items");
    if (res && res->status == 200)
      return true;
    if (res)
      spdlog::warn("attempt {} failed: {}", i, res->body); // expect: retry-sensitive-log "logs the body of the message while retrying 'Get'"
    pause_before(i);
  }
  return false;
}

bool body_to_cerr(httplib::Client &cli) {
  int n = 0;
  while (n < 4) {
    auto answer = cli.Get("/items");
    if (answer && answer->status == 200)
      return true;
    std::cerr << "try " << n << ": " << answer->body << "\n"; // expect: retry-sensitive-log "body"
    pause_before(++n);
  }
  return false;
}

bool header_of_answer(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Get("/session");
    if (res && res->status == 200)
      return true;
    std::fprintf(stderr, "again, %s\n", // expect: retry-sensitive-log "the header 'Set-Cookie'"
                 res->get_header_value("Set-Cookie").c_str());
    pause_before(i);
  }
  return false;
}

// Whatever it is called: it is sent as the credential.
bool sent_as_credential(httplib::Client &cli, const std::string &who) {
  httplib::Headers h{{"Authorization", "Bearer " + who}};
  for (int i = 0; i < 3; ++i) {
    if (auto res = cli.Get("/me", h); res && res->status == 200)
      return true;
    spdlog::error("no luck as {}", who); // expect: retry-sensitive-log "'who', which is sent as a credential"
    pause_before(i);
  }
  return false;
}

bool basic(httplib::Client &cli, const std::string &user, const std::string &x) {
  cli.set_basic_auth(user, x);
  for (int i = 0; i < 3; ++i) {
    if (auto res = cli.Get("/me"); res && res->status == 200)
      return true;
    std::printf("%s/%s failed\n", user.c_str(), x.c_str()); // expect: retry-sensitive-log "'x', which is sent as a credential"
    pause_before(i);
  }
  return false;
}

namespace http = boost::beast::http;
http::response<http::string_body> send_request(const http::request<http::string_body> &rq);

bool beast(const http::request<http::string_body> &rq) {
  for (int i = 0; i < 3; ++i) {
    auto rs = send_request(rq);
    if (rs.result_int() == 200)
      return true;
    spdlog::warn("{} {}", rs.result_int(), rs.body()); // expect: retry-sensitive-log "body"
    pause_before(i);
  }
  return false;
}

bool beast_request(const http::request<http::string_body> &rq) {
  for (int i = 0; i < 3; ++i) {
    auto rs = send_request(rq);
    if (rs.result_int() == 200)
      return true;
    std::clog << "sent " << rq.body() << std::endl; // expect: retry-sensitive-log "body"
    pause_before(i);
  }
  return false;
}

// ---- By name.

struct Credentials {
  std::string user, password;
  int attempts_left;
};
bool authenticate_remote(const Credentials &c);

bool password(const Credentials &c) {
  for (int i = 0; i < 3; ++i) {
    if (authenticate_remote(c))
      return true;
    std::cerr << "sign-in of " << c.user << " with " << c.password << " failed\n"; // expect: retry-sensitive-log "'password'"
    pause_before(i);
  }
  return false;
}

bool call_service(const std::string &access_token);

bool through_concatenation() {
  std::string access_token = fetch_from_vault("service");
  for (int i = 0; i < 3; ++i) {
    if (call_service(access_token))
      return true;
    std::string line = "retry with " + access_token;
    spdlog::info(line); // expect: retry-sensitive-log "'access_token'"
    pause_before(i);
  }
  return false;
}

bool through_format(const std::string &access_token) {
  for (int i = 0; i < 3; ++i) {
    if (call_service(access_token))
      return true;
    auto text = fmt::format("{}: {}", i, access_token);
    std::puts(text.c_str()); // expect: retry-sensitive-log "'access_token'"
    pause_before(i);
  }
  return false;
}

bool through_buffer(const std::string &access_token) {
  char line[256];
  for (int i = 0; i < 3; ++i) {
    if (call_service(access_token))
      return true;
    std::snprintf(line, sizeof line, "%d %s", i, access_token.c_str());
    std::fputs(line, stderr); // expect: retry-sensitive-log "'access_token'"
    pause_before(i);
  }
  return false;
}

bool through_stream(const std::string &access_token) {
  for (int i = 0; i < 3; ++i) {
    if (call_service(access_token))
      return true;
    std::ostringstream os;
    os << "round " << i << " " << access_token;
    spdlog::warn(os.str()); // expect: retry-sensitive-log "'access_token'"
    pause_before(i);
  }
  return false;
}

static void complain(const std::string &what) { spdlog::warn("failed: {}", what); }

bool through_helper(const std::string &access_token) {
  for (int i = 0; i < 3; ++i) {
    if (call_service(access_token))
      return true;
    complain("with " + access_token); // expect: retry-sensitive-log "'access_token'"
    pause_before(i);
  }
  return false;
}

class Logger {
public:
  void error(const char *format, ...);
  void info(std::string_view text);
};
class Uploader {
public:
  bool upload(const std::string &payload) {
    int n = 0;
    do {
      if (post_remote(payload))
        return true;
      log_.info(payload); // expect: retry-sensitive-log "'payload'"
      pause_before(n);
    } while (++n < 3);
    return false;
  }

private:
  bool post_remote(const std::string &payload);
  Logger log_;
};

struct Failed {
  std::string reason;
};
void deliver_remote(const std::string &doc); // throws

bool in_handler(const std::string &request_body) {
  for (int n = 1; n <= 3; ++n) {
    try {
      deliver_remote(request_body);
      return true;
    } catch (const Failed &f) {
      std::cerr << n << " " << f.reason << ": " << request_body << '\n'; // expect: retry-sensitive-log "'request_body'"
      pause_before(n);
    }
  }
  return false;
}

// At the end counts as well.
bool when_given_up(const std::string &access_token) {
  for (int i = 0; i < 3; ++i) {
    if (call_service(access_token))
      return true;
    pause_before(i);
  }
  spdlog::error("gave up with {}", access_token); // expect: retry-sensitive-log "'access_token'"
  return false;
}

std::string read_api_key();
bool by_function() {
  for (int i = 0; i < 3; ++i) {
    if (call_service("x"))
      return true;
    spdlog::warn("key was {}", read_api_key()); // expect: retry-sensitive-log "'read_api_key'"
    pause_before(i);
  }
  return false;
}

// ==== What is right.

bool status_only(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Get("/items");
    if (res && res->status == 200)
      return true;
    spdlog::warn("attempt {} failed with {}", i, res ? res->status : 0);
    pause_before(i);
  }
  return false;
}

bool size_of_body(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Get("/items");
    if (res && res->status == 200)
      return true;
    spdlog::warn("attempt {}: {} bytes", i, res->body.size());
    std::cerr << res->body.empty() << res->body.length() << "\n";
    pause_before(i);
  }
  return false;
}

bool redacted(const std::string &access_token) {
  for (int i = 0; i < 3; ++i) {
    if (call_service(access_token))
      return true;
    spdlog::warn("with {}", redact(access_token));
    pause_before(i);
  }
  return false;
}

bool redacted_variable(const std::string &access_token) {
  const std::string token = redact(access_token);
  for (int i = 0; i < 3; ++i) {
    if (call_service(access_token))
      return true;
    spdlog::warn("with {}", token);
    pause_before(i);
  }
  return false;
}

bool hashed(const std::string &payload) {
  for (int i = 0; i < 3; ++i) {
    if (call_service(payload))
      return true;
    spdlog::warn("payload {}", sha256(payload));
    pause_before(i);
  }
  return false;
}

bool other_header(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Get("/session");
    if (res && res->status == 200)
      return true;
    spdlog::warn("{}", res->get_header_value("Retry-After"));
    pause_before(i);
  }
  return false;
}

bool presence(const std::string &access_token) {
  for (int i = 0; i < 3; ++i) {
    if (call_service(access_token))
      return true;
    spdlog::warn("token {}", access_token.empty() ? "missing" : "present");
    pause_before(i);
  }
  return false;
}

// Words that only sound so.
struct Names {
  std::string token_url, password_file, cookie_name, body_type;
};
bool about_secrets(const Names &n, int token_count, long body_length) {
  for (int i = 0; i < 3; ++i) {
    if (call_service(n.token_url))
      return true;
    spdlog::warn("{} {} {} {} {} {}", n.token_url, n.password_file, n.cookie_name,
                 n.body_type, token_count, body_length);
    pause_before(i);
  }
  return false;
}

// A constant gives nothing away.
bool constant() {
  const char *token = "anonymous";
  for (int i = 0; i < 3; ++i) {
    if (call_service(token))
      return true;
    std::fprintf(stderr, "no luck as %s\n", token);
    pause_before(i);
  }
  return false;
}

// After success, or before anything failed, it is no retry log.
bool on_success(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Get("/items");
    if (res && res->status == 200) {
      std::cout << res->body;
      return true;
    }
    spdlog::warn("again");
    pause_before(i);
  }
  return false;
}

// No retry.
void no_retry(httplib::Client &cli, const std::vector<std::string> &urls) {
  for (const std::string &u : urls) {
    auto res = cli.Get(u);
    if (!res || res->status != 200)
      std::cerr << u << ": " << (res ? res->body : "") << "\n";
  }
}

// Sending the secret is what it is for.
bool sends_it(httplib::Client &cli, const std::string &access_token,
              const std::string &body) {
  for (int i = 0; i < 3; ++i) {
    httplib::Headers h{{"Authorization", "Bearer " + access_token},
                       {"Idempotency-Key", "1"}};
    if (auto res = cli.Post("/x", h, body, Json); res && res->status == 200)
      return true;
    spdlog::warn("attempt {} of {}", i, 3);
    pause_before(i);
  }
  return false;
}

// The key is meant to be logged.
bool key_logged(httplib::Client &cli, const std::string &id, const std::string &body) {
  httplib::Headers h{{"Idempotency-Key", id}};
  for (int i = 0; i < 3; ++i) {
    if (auto res = cli.Post("/x", h, body, Json); res && res->status == 200)
      return true;
    spdlog::warn("attempt {} of {}", i, id);
    pause_before(i);
  }
  return false;
}

// Written to a report, not to a log.
bool to_file(std::FILE *report, const std::string &payload) {
  for (int i = 0; i < 3; ++i) {
    if (call_service(payload))
      return true;
    std::fputs(payload.c_str(), report);
    pause_before(i);
  }
  return false;
}

bool error_text(const std::string &access_token) {
  for (int n = 1; n <= 3; ++n) {
    try {
      deliver_remote(access_token);
      return true;
    } catch (const Failed &f) {
      std::cerr << n << " " << f.reason << '\n';
      pause_before(n);
    }
  }
  return false;
}

struct Page {
  std::string next_page_token;
};
bool paging(const Page &p) {
  for (int i = 0; i < 3; ++i) {
    if (call_service(p.next_page_token))
      return true;
    spdlog::warn("at {}", p.next_page_token);
    pause_before(i);
  }
  return false;
}

// What the library calls the body is one, whatever the program calls it.
struct Receipts {
  httplib::Client http;
  bool submit(const std::string &order) {
    for (int t = 1; t <= 3; ++t) {
      auto res = http.Post("/orders", order, "application/json");
      if (res && res->status == 201)
        return true;
      spdlog::warn("{} of 3: {}", t, order); // expect: retry-sensitive-log "'order', which is sent"
      pause_before(t);
    }
    return false;
  }
  bool counted(const std::string &order) {
    for (int t = 1; t <= 3; ++t) {
      auto res = http.Post("/orders", order, "application/json");
      if (res && res->status == 201)
        return true;
      spdlog::warn("{} of 3: {} bytes", t, order.size());
      pause_before(t);
    }
    return false;
  }
};
