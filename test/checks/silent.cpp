// REQUIRES: httplib, boost
// RUN: %check_retry %s --checks=retry-silent -- -std=c++20

#include <atomic>
#include <boost/asio.hpp>
#include <chrono>
#include <cstdio>
#include <functional>
#include <httplib.h>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

bool connect_to_server(const std::string &host);
int send_request(const std::string &doc); // 0, or an error
void deliver(const std::string &doc);     // throws
void pause_for(std::chrono::milliseconds d);
std::chrono::milliseconds backoff_for(int attempt);
bool is_retryable(int code);

bool plain(const std::string &host) {
  for (int i = 0; i < 3; ++i) { // expect: retry-silent "retries 'connect_to_server' without a log line or a metric"
    if (connect_to_server(host))
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}

int with_code(const std::string &doc) {
  int rc = 0, n = 0;
  while ((rc = send_request(doc)) != 0 && n++ < 4) // expect: retry-silent
    std::this_thread::sleep_for(100ms * n);
  return rc;
}

void exceptions(const std::string &doc) {
  for (int n = 1;; ++n) { // expect: retry-silent "'deliver'"
    try {
      deliver(doc);
      return;
    } catch (const std::exception &) {
      if (n == 5)
        throw;
      std::this_thread::sleep_for(200ms);
    }
  }
}

// Computing the wait and judging the error tells nobody.
int computes(const std::string &doc) {
  for (int attempt = 0; attempt < 3; ++attempt) { // expect: retry-silent
    int rc = send_request(doc);
    if (rc == 0)
      return 0;
    if (!is_retryable(rc))
      return rc;
    std::this_thread::sleep_for(backoff_for(attempt));
  }
  return -1;
}

std::optional<std::string> over_http(httplib::Client &cli) {
  int left = 3;
  do { // expect: retry-silent "'Get'"
    auto res = cli.Get("/items");
    if (res && res->status == 200)
      return res->body;
    std::this_thread::sleep_for(500ms);
  } while (--left);
  return std::nullopt;
}

bool with_goto(const std::string &host) {
  int n = 0;
again: // expect: retry-silent
  if (connect_to_server(host))
    return true;
  if (++n < 5) {
    std::this_thread::sleep_for(1s);
    goto again;
  }
  return false;
}

bool recursive(const std::string &host, int left) {
  if (connect_to_server(host))
    return true;
  if (left == 0)
    return false;
  std::this_thread::sleep_for(1s);
  return recursive(host, left - 1); // expect: retry-silent
}

template <typename F> auto with_retry(F f, int max) -> decltype(f()) {
  for (int i = 1;; ++i) { // expect: retry-silent
    try {
      return f();
    } catch (const std::runtime_error &) {
      if (i == max)
        throw;
      std::this_thread::sleep_for(50ms);
    }
  }
}
int use_template(const std::string &doc) {
  return with_retry([&] { return send_request(doc); }, 3);
}

class Link {
public:
  bool open() {
    for (int i = 0; i < 4; ++i) { // expect: retry-silent
      if (connect_to_server(Host))
        return true;
      std::this_thread::sleep_for(Wait);
    }
    return false;
  }

private:
  std::string Host;
  std::chrono::milliseconds Wait{250};
};

bool asio_connect(boost::asio::ip::tcp::socket &s,
                  const boost::asio::ip::tcp::endpoint &to) {
  boost::system::error_code ec;
  for (int i = 0; i < 3; ++i) { // expect: retry-silent
    s.connect(to, ec);
    if (!ec)
      return true;
    s.close();
    std::this_thread::sleep_for(1s);
  }
  return false;
}

// Telling the caller in the end is no log of the retries.
void tells_caller(const std::string &doc) {
  int rc = 0;
  for (int i = 0; i < 3; ++i) { // expect: retry-silent
    rc = send_request(doc);
    if (rc == 0)
      return;
    std::this_thread::sleep_for(1s);
  }
  throw std::runtime_error("gave up after 3 attempts: " + std::to_string(rc));
}

bool jittered(const std::string &host, std::mt19937 &rng) {
  auto cap = 100ms;
  for (int i = 0; i < 5; ++i) { // expect: retry-silent
    if (connect_to_server(host))
      return true;
    std::uniform_int_distribution<long> d(0, cap.count());
    std::this_thread::sleep_for(std::chrono::milliseconds(d(rng)));
    cap = std::min(cap * 2, 5000ms);
  }
  return false;
}

bool with_deadline(const std::string &host) {
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (std::chrono::steady_clock::now() < end) { // expect: retry-silent
    if (connect_to_server(host))
      return true;
    std::this_thread::sleep_for(300ms);
  }
  return false;
}

// A log of success only.
bool success_logged(const std::string &host) {
  for (int i = 0; i < 3; ++i) { // expect: retry-silent
    if (connect_to_server(host)) {
      std::clog << "connected to " << host << "\n";
      return true;
    }
    std::this_thread::sleep_for(1s);
  }
  return false;
}

// A log before the loop.
bool said_before(const std::string &host) {
  std::cerr << "connecting\n";
  for (int i = 0; i < 3; ++i) { // expect: retry-silent
    if (connect_to_server(host))
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}

// A counter of the loop's own dies with it.
int own_counter(const std::string &doc) {
  int failures = 0;
  std::vector<int> codes;
  for (int i = 0; i < 3; ++i) { // expect: retry-silent
    int rc = send_request(doc);
    if (rc == 0)
      return 0;
    ++failures;
    codes.push_back(rc);
    std::this_thread::sleep_for(1s);
  }
  return failures;
}

// ==== Somebody hears of it.

bool logged(const std::string &host) {
  for (int i = 0; i < 3; ++i) {
    if (connect_to_server(host))
      return true;
    std::cerr << "attempt " << i << " failed\n";
    std::this_thread::sleep_for(1s);
  }
  return false;
}

bool logged_in_the_end(const std::string &host) {
  for (int i = 0; i < 3; ++i) {
    if (connect_to_server(host))
      return true;
    std::this_thread::sleep_for(1s);
  }
  std::fprintf(stderr, "no connection to %s\n", host.c_str());
  return false;
}

bool logged_before_each(const std::string &host) {
  for (int i = 0; i < 3; ++i) {
    std::printf("attempt %d\n", i);
    if (connect_to_server(host))
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}

struct Stats {
  long retries = 0;
  std::atomic<long> failures{0};
};

bool counted(const std::string &host, Stats &stats) {
  for (int i = 0; i < 3; ++i) {
    if (connect_to_server(host))
      return true;
    ++stats.retries;
    std::this_thread::sleep_for(1s);
  }
  return false;
}

bool counted_atomically(const std::string &host, Stats &stats) {
  for (int i = 0; i < 3; ++i) {
    if (connect_to_server(host))
      return true;
    stats.failures.fetch_add(1);
    std::this_thread::sleep_for(1s);
  }
  return false;
}

std::atomic<int> Retries;
bool counted_globally(const std::string &host) {
  for (int i = 0; i < 3; ++i) {
    if (connect_to_server(host))
      return true;
    Retries++;
    std::this_thread::sleep_for(1s);
  }
  return false;
}

struct Counter {
  void Increment();
};
struct Metrics {
  Counter &retries();
};
bool metric(const std::string &host, Metrics &m) {
  for (int i = 0; i < 3; ++i) {
    if (connect_to_server(host))
      return true;
    m.retries().Increment();
    std::this_thread::sleep_for(1s);
  }
  return false;
}

bool callback(const std::string &host, const std::function<void(int)> &on_failure) {
  for (int i = 0; i < 3; ++i) {
    if (connect_to_server(host))
      return true;
    on_failure(i);
    std::this_thread::sleep_for(1s);
  }
  return false;
}

bool pointer(const std::string &host, void (*hook)(const char *)) {
  for (int i = 0; i < 3; ++i) {
    if (connect_to_server(host))
      return true;
    if (hook)
      hook("again");
    std::this_thread::sleep_for(1s);
  }
  return false;
}

class Observer {
public:
  virtual ~Observer() = default;
  virtual void failed(int code) = 0;
};
int observed(const std::string &doc, Observer &o) {
  for (int i = 0; i < 3; ++i) {
    int rc = send_request(doc);
    if (rc == 0)
      return 0;
    o.failed(rc);
    std::this_thread::sleep_for(1s);
  }
  return -1;
}

void tell_operator(const std::exception &e, int attempt);
void told(const std::string &doc) {
  for (int n = 1;; ++n) {
    try {
      deliver(doc);
      return;
    } catch (const std::exception &e) {
      tell_operator(e, n);
      if (n == 5)
        throw;
      std::this_thread::sleep_for(200ms);
    }
  }
}

class Session {
public:
  bool open() {
    for (int i = 0; i < 3; ++i) {
      if (connect_to_server(Host))
        return true;
      LastFailure = std::chrono::steady_clock::now();
      std::this_thread::sleep_for(1s);
    }
    return false;
  }
  bool reopen() {
    for (int i = 0; i < 3; ++i) {
      if (connect_to_server(Host))
        return true;
      noteFailure(i);
      std::this_thread::sleep_for(1s);
    }
    return false;
  }

private:
  void noteFailure(int n) { std::clog << Host << ": " << n << "\n"; }
  std::string Host;
  std::chrono::steady_clock::time_point LastFailure;
};

// The helper that attempts says so.
static bool try_once(const std::string &host) {
  if (connect_to_server(host))
    return true;
  std::cerr << host << " does not answer\n";
  return false;
}
bool helper_logs(const std::string &host) {
  for (int i = 0; i < 3; ++i) {
    if (try_once(host))
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}

// The attempt is told which one it is: it may say so itself.
bool connect_numbered(const std::string &host, int attempt);
bool numbered(const std::string &host) {
  for (int i = 0; i < 3; ++i) {
    if (connect_numbered(host, i))
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}

class Logger;
bool connect_logging(const std::string &host, Logger &log);
bool logger_passed(const std::string &host, Logger &log) {
  for (int i = 0; i < 3; ++i) {
    if (connect_logging(host, log))
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}

// Words that nobody reads a result of are for a reader, whoever takes them.
struct Say {
  int Emsg(const char *where, int code, const char *what, const char *whom);
} say;
bool says_every_tenth(const std::string &host) {
  char count = 10;
  for (int i = 0; i < 30; ++i) {
    int code = send_request(host);
    if (code == 0)
      return true;
    if (count >= 10) {
      say.Emsg("says_every_tenth", code, "connect to", host.c_str());
      count = 1;
    } else {
      count++;
    }
    std::this_thread::sleep_for(1s);
  }
  return false;
}
int put_line(int console, const char *text);
bool tells_the_console(const std::string &host, int console) {
  for (int i = 0; i < 3; ++i) {
    if (send_request(host) == 0)
      return true;
    put_line(console, "cannot send, waiting");
    std::this_thread::sleep_for(1s);
  }
  return false;
}

// No retries: polling, iteration.
bool has_file(const char *name);
void wait_for(const char *name) {
  while (!has_file(name))
    std::this_thread::sleep_for(1s);
}
int send_all(const std::vector<std::string> &docs) {
  int bad = 0;
  for (const std::string &d : docs)
    if (send_request(d) != 0)
      ++bad;
  return bad;
}

// ---- a handle is kept, and nobody is told -----------------------------------
struct Line {
  bool send(const std::string &text);
};
std::unique_ptr<Line> connectLine(const std::string &host);
class Reopens {
public:
  bool send(const std::string &text) {
    for (int n = 0; n < 3; ++n) { // expect: retry-silent
      if (line && line->send(text))
        return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(100 << n));
      line = connectLine(host);
    }
    return false;
  }
  bool sendAndCount(const std::string &text) {
    for (int n = 0; n < 3; ++n) {
      if (line && line->send(text))
        return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(100 << n));
      line = connectLine(host);
      reopened = reopened + 1;
    }
    return false;
  }

private:
  std::string host;
  std::unique_ptr<Line> line;
  int reopened = 0;
};
