// RUN: %check_retry %s --checks=retry-swallowed-exhaustion -- -std=c++20

#include <absl/status/status.h>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <curl/curl.h>
#include <functional>
#include <future>
#include <httplib.h>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

static void nap() { std::this_thread::sleep_for(500ms); }

bool publish_event(const std::string &text);
void log_error(const char *text);

// true, whatever happened.
bool announce(const std::string &text) {
  for (int i = 0; i < 3; ++i) {
    if (publish_event(text))
      return true;
    nap();
  }
  return true; // expect: retry-swallowed-exhaustion "after 3 attempts, the caller is told nothing: it gets what it gets on success"
}

// A log line tells the operator, not the caller.
void announce_logged(const std::string &text) {
  for (int i = 0; i < 3; ++i) { // expect: retry-swallowed-exhaustion "just returns"
    if (publish_event(text))
      return;
    nap();
  }
  std::cerr << "giving up\n";
}

void announce_logger(const std::string &text) {
  int left = 4;
  while (left-- > 0) { // expect: retry-swallowed-exhaustion "just returns"
    if (publish_event(text))
      return;
    std::this_thread::sleep_for(1s);
  }
  log_error("event lost");
}

struct NetError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
std::string fetch_page(const std::string &url); // throws NetError

// An empty page is a page.
std::string page(const std::string &url) {
  for (int tries = 1; tries <= 5; ++tries) {
    try {
      return fetch_page(url);
    } catch (const NetError &e) {
      std::fprintf(stderr, "try %d: %s\n", tries, e.what());
      nap();
    }
  }
  return ""; // expect: retry-swallowed-exhaustion "an empty value"
}

std::string page_filled(const std::string &url) {
  std::string text;
  for (int tries = 0; tries < 3; ++tries) {
    try {
      text = fetch_page(url);
      break;
    } catch (const NetError &) {
      nap();
    }
  }
  return text; // expect: retry-swallowed-exhaustion "an empty value"
}

std::vector<int> list_ids(const std::string &table);

std::vector<int> ids(const std::string &table) {
  int n = 0;
  do {
    try {
      return list_ids(table);
    } catch (...) {
      nap();
    }
  } while (++n < 3);
  return {}; // expect: retry-swallowed-exhaustion "an empty value"
}

// The count comes from a caller.
int store_row(int id, int most) {
  for (int i = 0; i < most; ++i) {
    if (publish_event(std::to_string(id)))
      break;
    nap();
  }
  return 0; // expect: retry-swallowed-exhaustion "after the last attempt"
}

// libcurl: the code is lost.
int upload(CURL *h) {
  CURLcode rc;
  int n = 0;
  while ((rc = curl_easy_perform(h)) != CURLE_OK) {
    if (++n == 3)
      break;
    nap();
  }
  curl_easy_cleanup(h);
  return 0; // expect: retry-swallowed-exhaustion
}

// A status class: OK both ways.
absl::Status put_object(const std::string &key);

absl::Status save(const std::string &key) {
  for (int i = 0; i < 4; ++i) {
    if (put_object(key).ok())
      return absl::OkStatus();
    nap();
  }
  return absl::OkStatus(); // expect: retry-swallowed-exhaustion "on success"
}

// In the loop itself.
void refresh(httplib::Client &cli) {
  for (int attempt = 1;; ++attempt) {
    auto res = cli.Get("/config");
    if (res && res->status == 200)
      return;
    if (attempt == 3)
      return; // expect: retry-swallowed-exhaustion "just returns"
    nap();
  }
}

// By time.
void warm_up(const std::string &key) {
  auto end = std::chrono::steady_clock::now() + 10s;
  while (std::chrono::steady_clock::now() < end) { // expect: retry-swallowed-exhaustion "just returns"
    if (put_object(key).ok())
      return;
    nap();
  }
}

// Goes on with the next one, and the first is lost.
void sync_all(const std::vector<std::string> &keys) {
  for (const std::string &key : keys) {
    for (int i = 0; i < 3; ++i) { // expect: retry-swallowed-exhaustion "goes on with the next"
      if (put_object(key).ok())
        break;
      nap();
    }
  }
}

// A lambda that gives nothing.
std::function<void()> job(const std::string &text) {
  return [text] {
    for (int i = 0; i < 3; ++i) { // expect: retry-swallowed-exhaustion
      if (publish_event(text))
        return;
      nap();
    }
  };
}

// goto.
bool push_again(const std::string &text) {
  int n = 0;
again:
  if (!publish_event(text)) {
    if (n++ < 3) {
      nap();
      goto again;
    }
    std::printf("no luck\n");
  }
  return true; // expect: retry-swallowed-exhaustion "on success"
}

// Recursion: the last level says yes.
bool push_down(const std::string &text, int left) {
  if (left == 0)
    return true;
  if (publish_event(text))
    return true;
  nap();
  return push_down(text, left - 1); // expect: retry-swallowed-exhaustion "on success"
}

// A method; its member is not touched.
class Reporter {
public:
  void report(const std::string &text);

private:
  std::error_code transmit(const std::string &text);
  std::string name_;
};

void Reporter::report(const std::string &text) {
  for (int i = 0; i < 5; ++i) { // expect: retry-swallowed-exhaustion
    if (!transmit(text))
      return;
    nap();
  }
}

// ---------------------------------------------------------------------------
// Somebody is told.

bool announce_false(const std::string &text) {
  for (int i = 0; i < 3; ++i) {
    if (publish_event(text))
      return true;
    nap();
  }
  return false;
}

void announce_throws(const std::string &text) {
  for (int i = 0; i < 3; ++i) {
    if (publish_event(text))
      return;
    nap();
  }
  throw NetError("no answer after 3 attempts");
}

std::string page_rethrown(const std::string &url) {
  for (int tries = 1;; ++tries) {
    try {
      return fetch_page(url);
    } catch (const NetError &) {
      if (tries == 5)
        throw;
      nap();
    }
  }
}

std::optional<std::string> page_maybe(const std::string &url) {
  for (int tries = 0; tries < 3; ++tries) {
    try {
      return fetch_page(url);
    } catch (const NetError &) {
      nap();
    }
  }
  return {};
}

CURLcode upload_code(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int n = 0; n < 3; ++n) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    nap();
  }
  return rc;
}

bool announce_flag(const std::string &text) {
  bool ok = false;
  for (int i = 0; i < 3 && !ok; ++i) {
    ok = publish_event(text);
    if (!ok)
      nap();
  }
  return ok;
}

absl::Status save_status(const std::string &key) {
  absl::Status last;
  for (int i = 0; i < 4; ++i) {
    last = put_object(key);
    if (last.ok())
      return last;
    nap();
  }
  return last;
}

void announce_callback(const std::string &text,
                       const std::function<void(std::string)> &on_error) {
  for (int i = 0; i < 3; ++i) {
    if (publish_event(text))
      return;
    nap();
  }
  on_error("gave up");
}

void announce_promise(const std::string &text, std::promise<void> &done) {
  for (int i = 0; i < 3; ++i) {
    if (publish_event(text)) {
      done.set_value();
      return;
    }
    nap();
  }
  done.set_exception(std::make_exception_ptr(NetError("gave up")));
}

struct DeadLetters {
  void put(const std::string &text);
};

void announce_dead_letter(const std::string &text, DeadLetters &dlq) {
  for (int i = 0; i < 3; ++i) {
    if (publish_event(text))
      return;
    nap();
  }
  dlq.put(text);
}

void announce_exits(const std::string &text) {
  for (int i = 0; i < 3; ++i) {
    if (publish_event(text))
      return;
    nap();
  }
  std::exit(1);
}

void announce_out(const std::string &text, std::error_code &ec) {
  ec.clear();
  for (int i = 0; i < 3; ++i) {
    if (publish_event(text))
      return;
    nap();
  }
  ec = std::make_error_code(std::errc::timed_out);
}

void announce_out_flag(const std::string &text, bool *delivered) {
  *delivered = false;
  for (int i = 0; i < 3; ++i) {
    if (publish_event(text)) {
      *delivered = true;
      return;
    }
    nap();
  }
}

class Connector {
public:
  void open();
  bool isOpen() const { return open_; }

private:
  bool dial();
  bool open_ = false;
};

// The state is there to be asked.
void Connector::open() {
  for (int i = 0; i < 5; ++i) {
    if (dial()) {
      open_ = true;
      return;
    }
    nap();
  }
}

std::vector<std::string> sync_failed(const std::vector<std::string> &keys) {
  std::vector<std::string> failed;
  for (const std::string &key : keys) {
    bool ok = false;
    for (int i = 0; i < 3 && !ok; ++i) {
      ok = put_object(key).ok();
      if (!ok)
        nap();
    }
    if (!ok)
      failed.push_back(key);
  }
  return failed;
}

// It never gives up, so there is nothing to tell.
void announce_forever(const std::string &text) {
  while (!publish_event(text))
    nap();
}

// A text that says so.
std::string page_text(const std::string &url) {
  for (int tries = 0; tries < 3; ++tries) {
    try {
      return fetch_page(url);
    } catch (const NetError &) {
      nap();
    }
  }
  return "<unavailable>";
}

// Only if the caller asked for it.
bool announce_lenient(const std::string &text, bool best_effort) {
  for (int i = 0; i < 3; ++i) {
    if (publish_event(text))
      return true;
    nap();
  }
  return best_effort;
}

struct Answer {
  int status = 0;
  std::string body;
};
Answer http_get(const std::string &url);

// The answer itself says how it went.
Answer get_again(const std::string &url) {
  Answer a;
  for (int i = 0; i < 3; ++i) {
    a = http_get(url);
    if (a.status == 200)
      break;
    nap();
  }
  return a;
}

// ---- an object that calls itself good ---------------------------------------
enum class Fault { none, network, protocol };
template <class T> class Outcome {
public:
  static Outcome good(T v) { return Outcome(v, Fault::none); }
  static Outcome bad(Fault f) { return Outcome(T{}, f); }
  explicit operator bool() const { return fault == Fault::none; }
  Fault why() const { return fault; }

private:
  Outcome(T v, Fault f) : value(v), fault(f) {}
  T value;
  Fault fault;
};
int request_gauge(int id); // below 0: no answer
void pause_a_while(int n);

static Outcome<int> gauge_once(int id) {
  int v = request_gauge(id);
  return v < 0 ? Outcome<int>::bad(Fault::network) : Outcome<int>::good(v);
}

Outcome<int> gauge_or_zero(int id) {
  for (int i = 0; i < 3; ++i) {
    Outcome<int> r = gauge_once(id);
    if (r)
      return r;
    pause_a_while(i);
  }
  return Outcome<int>::good(0); // expect: retry-swallowed-exhaustion
}

Outcome<int> gauge_or_fault(int id) {
  for (int i = 0; i < 3; ++i) {
    Outcome<int> r = gauge_once(id);
    if (r)
      return r;
    pause_a_while(i);
  }
  return Outcome<int>::bad(Fault::network);
}

Outcome<int> last_gauge(int id) {
  Outcome<int> r = gauge_once(id);
  for (int i = 0; i < 3 && !r; ++i) {
    pause_a_while(i);
    r = gauge_once(id);
  }
  return r;
}

struct Flagged {
  bool valid = false;
  int value = 0;
  bool ok() const { return valid; }
};
static Flagged flagged_once(int id) {
  Flagged f;
  f.value = request_gauge(id);
  f.valid = f.value >= 0;
  return f;
}
Flagged flagged(int id) {
  for (int i = 0; i < 3; ++i) {
    Flagged f = flagged_once(id);
    if (f.ok())
      return f;
    pause_a_while(i);
  }
  return Flagged{};
}

// ---- what is surely good leaves with the same answer -------------------------
bool put_state(httplib::Client &cli, const std::string &text) {
  for (int i = 0; i < 3; ++i) {
    auto r = cli.Put("/state", text, "text/plain");
    if (r && r->status == 204)
      return true;
    if (r && r->status < 500)
      return false;
    pause_a_while(i);
  }
  return true; // expect: retry-swallowed-exhaustion
}

bool put_state_and_tell(httplib::Client &cli, const std::string &text) {
  for (int i = 0; i < 3; ++i) {
    auto r = cli.Put("/state", text, "text/plain");
    if (r && r->status == 204)
      return true;
    if (r && r->status < 500)
      return true;
    pause_a_while(i);
  }
  return false;
}

// ---- An object that calls itself good.

struct Motd {
  bool ok = false;
  std::string text;
  static Motd Ok(std::string t) { return {true, std::move(t)}; }
  static Motd Err(std::string t) { return {false, std::move(t)}; }
};

Motd motd(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    auto r = cli.Get("/motd");
    if (r && r->status == 200)
      return Motd::Ok(r->body);
    if (r && r->status != 503)
      return Motd::Err("refused");
    nap();
  }
  return Motd::Ok(""); // expect: retry-swallowed-exhaustion "what it gets on success"
}

Motd motd_marked(httplib::Client &cli) {
  Motd o;
  for (int i = 0; i < 3; ++i) {
    auto r = cli.Get("/motd");
    if (r && r->status == 200) {
      o.ok = true;
      o.text = r->body;
      return o;
    }
    nap();
  }
  o.ok = true;
  return o; // expect: retry-swallowed-exhaustion "what it gets on success"
}

absl::Status tag(bool (*send)(const std::string &), const std::string &text);
absl::Status tag_all(const std::string &text) {
  absl::Status status;
  for (int i = 0; i < 3; ++i) {
    status = tag(publish_event, text);
    if (status.ok())
      return status;
    nap();
  }
  return absl::OkStatus(); // expect: retry-swallowed-exhaustion "what it gets on success"
}

Motd motd_told(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    auto r = cli.Get("/motd");
    if (r && r->status == 200)
      return Motd::Ok(r->body);
    nap();
  }
  return Motd::Err("no answer");
}

Motd motd_field(httplib::Client &cli) {
  Motd o;
  for (int i = 0; i < 3; ++i) {
    auto r = cli.Get("/motd");
    if (r && r->status == 200) {
      o.ok = true;
      o.text = r->body;
      return o;
    }
    nap();
  }
  return o;
}

absl::Status tag_told(const std::string &text) {
  absl::Status status = absl::OkStatus();
  for (int i = 0; i < 3; ++i) {
    status = tag(publish_event, text);
    if (status.ok())
      return status;
    nap();
  }
  return status;
}

// An older answer may do.
Motd motd_cached(httplib::Client &cli, const std::string &cached) {
  for (int i = 0; i < 3; ++i) {
    auto r = cli.Get("/motd");
    if (r && r->status == 200)
      return Motd::Ok(r->body);
    nap();
  }
  return Motd::Ok(cached);
}

Motd motd_default(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    auto r = cli.Get("/motd");
    if (r && r->status == 200)
      return {true, r->body};
    nap();
  }
  return {true, "welcome"};
}

// Whoever ends the process for another failure has not succeeded.
void store_or_abort(const std::string &text, int (*send)(const std::string &)) {
  for (int i = 0; i < 4; ++i) { // expect: retry-swallowed-exhaustion "just returns"
    int rc = send(text);
    if (rc == 0)
      return;
    if (rc < -10)
      std::abort();
    nap();
  }
}
