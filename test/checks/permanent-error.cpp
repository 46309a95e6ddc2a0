// RUN: %check_retry %s --checks=retry-permanent-error -- -std=c++20

#include <absl/status/status.h>
#include <absl/time/clock.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <grpcpp/grpcpp.h>
#include <httplib.h>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

void backoff(int round);

struct Reply {
  int status;
  std::string body;
  std::map<std::string, std::string> headers;
};
Reply fetch_invoice(const std::string &id);

Reply invoice(const std::string &id) {
  Reply r{};
  for (int i = 0; i < 3; ++i) {
    r = fetch_invoice(id); // expect: retry-permanent-error
    if (r.status == 200)
      return r;
    backoff(i);
  }
  throw std::runtime_error("invoice " + id + " not available");
}

std::optional<std::string> read_catalog(httplib::Client &cli) {
  for (int left = 4; left > 0; --left) {
    auto res = cli.Get("/catalog"); // expect: retry-permanent-error
    if (res && res->status < 400)
      return res->body;
    std::this_thread::sleep_for(1s);
  }
  return std::nullopt;
}

class TileResponse {
public:
  int statusCode() const;
  const std::string &bytes() const;
};
TileResponse requestTile(int x, int y, int zoom);

std::string loadTile(int x, int y, int zoom) {
  int failures = 0;
  do {
    TileResponse t = requestTile(x, y, zoom); // expect: retry-permanent-error
    if (t.statusCode() / 100 == 2)
      return t.bytes();
    backoff(failures);
  } while (++failures < 5);
  return {};
}

Reply get_blob(const std::string &digest);

Reply blob(const std::string &digest) {
  for (int n = 0;; ++n) {
    Reply r = get_blob(digest); // expect: retry-permanent-error "404"
    switch (r.status) {
    case 200:
      return r;
    case 404: // perhaps not replicated yet
    case 503:
      if (n == 3)
        throw std::runtime_error("blob unavailable");
      backoff(n);
      break;
    default:
      throw std::runtime_error("blob: " + std::to_string(r.status));
    }
  }
}

namespace search {
bool isTransient(int code) { return code == 0 || code >= 400; }
struct Answer {
  int code = 0;
  std::string json;
};
Answer runQuery(const std::string &q);

Answer query(const std::string &q) {
  int attempt = 0;
  while (true) {
    Answer a = runQuery(q); // expect: retry-permanent-error
    if (!isTransient(a.code) || ++attempt >= 3)
      return a;
    std::this_thread::sleep_for(std::chrono::milliseconds(200) * attempt);
  }
}
} // namespace search

struct ReserveRequest {};
struct ReserveReply {};
struct InventoryStub {
  grpc::Status Reserve(grpc::ClientContext *ctx, const ReserveRequest &req,
                       ReserveReply *out);
};

grpc::Status reserve(InventoryStub &stub, const ReserveRequest &req) {
  grpc::Status s;
  for (int k = 0; k != 3; ++k) {
    grpc::ClientContext c;
    ReserveReply o;
    s = stub.Reserve(&c, req, &o); // expect: retry-permanent-error "NOT_FOUND"
    if (s.error_code() != grpc::StatusCode::UNAVAILABLE &&
        s.error_code() != grpc::StatusCode::NOT_FOUND)
      return s;
    backoff(k);
  }
  return s;
}

// Some permanent codes are known, the others go round.
bool reserve_or_log(InventoryStub *stub, const ReserveRequest &req) {
  int budget = 4;
  while (budget-- > 0) {
    grpc::ClientContext ctx;
    ReserveReply out;
    auto s = stub->Reserve(&ctx, req, &out); // expect: retry-permanent-error
    switch (s.error_code()) {
    case grpc::OK:
      return true;
    case grpc::INVALID_ARGUMENT:
    case grpc::UNAUTHENTICATED:
      return false;
    default:
      std::fprintf(stderr, "reserve: %s\n", s.error_message().c_str());
      absl::SleepFor(absl::Milliseconds(750));
    }
  }
  return false;
}

absl::Status CommitOffsets(const std::vector<long> &offsets);

absl::Status commit(const std::vector<long> &offsets) {
  absl::Status st = CommitOffsets(offsets);
  for (int again = 0; again < 2 && !st.ok(); ++again) {
    if (st.code() == absl::StatusCode::kCancelled)
      return st;
    absl::SleepFor(absl::Seconds(1 << again));
    st = CommitOffsets(offsets); // expect: retry-permanent-error
  }
  return st;
}

class HttpError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
  int status() const noexcept;
};
std::string readProfile(long user); // throws HttpError

std::string profile(long user) {
  for (int tries = 1;; ++tries) {
    try {
      return readProfile(user); // expect: retry-permanent-error
    } catch (const HttpError &e) {
      if (e.status() == 401 || tries == 3)
        throw;
      backoff(tries);
    }
  }
}

Reply lock_room(const std::string &room);

bool book(const std::string &room) {
  const auto until = std::chrono::steady_clock::now() + 20s;
  while (std::chrono::steady_clock::now() < until) {
    auto r = lock_room(room); // expect: retry-permanent-error "409"
    if (r.status < 500 && r.status != 409)
      return r.status == 200;
    std::this_thread::sleep_for(300ms);
  }
  return false;
}

enum class Http : int { Ok = 200, Forbidden = 403, Busy = 503 };
Http stat_key(const std::string &key);

bool exists(const std::string &key) {
  Http c;
  int n = 0;
  while ((c = stat_key(key)) != Http::Ok) { // expect: retry-permanent-error
    if (++n > 3)
      return false;
    std::this_thread::sleep_for(std::chrono::seconds{n});
  }
  return true;
}

constexpr int kAgain[] = {403, 429, 503};

bool worthAnother(int status) {
  for (int s : kAgain)
    if (s == status)
      return true;
  return false;
}

Reply call_device(const std::string &serial, const std::string &cmd);

std::function<Reply()> device_call(std::string serial, std::string cmd) {
  return [=] {
    Reply r = call_device(serial, cmd);
    for (int i = 0; i < 2 && worthAnother(r.status); ++i) {
      backoff(i);
      r = call_device(serial, cmd); // expect: retry-permanent-error "403"
    }
    return r;
  };
}

Reply get_feature_flags();

Reply flags() {
  int left = 3;
once_more:
  Reply r = get_feature_flags(); // expect: retry-permanent-error
  const bool good = r.status >= 200 && r.status <= 299;
  if (!good && --left) {
    std::this_thread::sleep_for(50ms);
    goto once_more;
  }
  return r;
}

Reply query_ledger(const std::string &account);

Reply ledger(const std::string &account, int depth = 0) {
  Reply r = query_ledger(account); // expect: retry-permanent-error
  if (r.status == 200 || r.status == 404 || depth == 3)
    return r;
  backoff(depth);
  return ledger(account, depth + 1);
}

template <typename Client>
std::string pull(Client &client, const std::string &path) {
  for (auto pause : {1s, 2s, 4s}) {
    auto res = client.Get(path); // expect: retry-permanent-error
    const int code = res ? res->status : 0;
    if (code == 200 || code == 304)
      return res->body;
    std::this_thread::sleep_for(pause);
  }
  throw std::runtime_error("pull " + path);
}

std::string pull_layer(httplib::Client &cli) { return pull(cli, "/layer"); }

// ---- What follows retries only what may succeed, or is not this check's.

bool retryable(int status) {
  return status == 408 || status == 429 || status == 500 || status == 502 ||
         status == 503 || status == 504;
}

Reply invoice_right(const std::string &id) {
  Reply r = fetch_invoice(id);
  for (int i = 0; i < 3 && retryable(r.status); ++i) {
    backoff(i);
    r = fetch_invoice(id);
  }
  return r;
}

Reply blob_right(const std::string &digest) {
  for (int n = 0; n < 3; ++n) {
    Reply r = get_blob(digest);
    switch (r.status) {
    case 429:
    case 502:
    case 503:
    case 504:
      backoff(n);
      continue;
    default:
      return r;
    }
  }
  throw std::runtime_error("blob unavailable");
}

std::optional<std::string> read_catalog_right(httplib::Client &cli) {
  for (int left = 4; left > 0; --left) {
    auto res = cli.Get("/catalog");
    if (!res || res->status / 100 == 5 || res->status == 429) {
      std::this_thread::sleep_for(1s);
      continue;
    }
    return res->body;
  }
  return std::nullopt;
}

// Knows failure, not which: unclassified-error.
std::string read_any(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    if (auto res = cli.Get("/any"))
      return res->body;
    std::this_thread::sleep_for(1s);
  }
  return {};
}

std::string profile_any(long user) {
  for (int tries = 1;; ++tries) {
    try {
      return readProfile(user);
    } catch (const HttpError &) {
      if (tries == 3)
        throw;
      backoff(tries);
    }
  }
}

// The status is logged, a bool decides.
struct PushResult {
  bool ok() const;
  int httpStatus;
};
PushResult push_metrics(const std::string &lines);

bool push_logged(const std::string &lines) {
  for (int i = 0; i < 3; ++i) {
    PushResult p = push_metrics(lines);
    if (p.ok())
      return true;
    std::fprintf(stderr, "push: HTTP %d\n", p.httpStatus);
    backoff(i);
  }
  return false;
}

std::string profile_right(long user) {
  int tries = 0;
  for (;;) {
    try {
      return readProfile(user);
    } catch (const HttpError &e) {
      if (e.status() < 500 || ++tries > 2)
        throw;
      backoff(tries);
    }
  }
}

grpc::Status reserve_right(InventoryStub &stub, const ReserveRequest &req) {
  for (int k = 0;; ++k) {
    grpc::ClientContext ctx;
    ReserveReply out;
    grpc::Status st = stub.Reserve(&ctx, req, &out);
    bool again = st.error_code() == grpc::StatusCode::UNAVAILABLE ||
                 st.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED;
    if (!again || k == 2)
      return st;
    backoff(k);
  }
}

bool reserve_any(InventoryStub &stub, const ReserveRequest &req) {
  for (int k = 0; k < 3; ++k) {
    grpc::ClientContext ctx;
    ReserveReply out;
    if (stub.Reserve(&ctx, req, &out).ok())
      return true;
    backoff(k);
  }
  return false;
}

// INTERNAL and UNKNOWN stand in neither list.
bool neither_list(grpc::StatusCode c) {
  return c == grpc::INTERNAL || c == grpc::UNKNOWN || c == grpc::ABORTED;
}

grpc::Status reserve_neither(InventoryStub &stub, const ReserveRequest &req) {
  grpc::Status st;
  int k = 0;
  do {
    grpc::ClientContext ctx;
    ReserveReply out;
    if (k)
      backoff(k);
    st = stub.Reserve(&ctx, req, &out);
  } while (neither_list(st.error_code()) && ++k < 3);
  return st;
}

absl::Status commit_right(const std::vector<long> &offsets) {
  absl::Status st;
  for (int i = 0; i < 3; ++i) {
    st = CommitOffsets(offsets);
    if (st.code() != absl::StatusCode::kUnavailable &&
        st.code() != absl::StatusCode::kAborted)
      break;
    absl::SleepFor(absl::Seconds(1));
  }
  return st;
}

// 501 and 505 stand in neither list.
Reply flags_odd() {
  Reply r = get_feature_flags();
  int n = 0;
  while ((r.status == 501 || r.status == 505) && n++ < 2) {
    backoff(n);
    r = get_feature_flags();
  }
  return r;
}

// What it says is out of sight.
bool isRetryable(int code);

Reply ledger_opaque(const std::string &account) {
  for (int i = 0;; ++i) {
    Reply r = query_ledger(account);
    if (!isRetryable(r.status) || i == 3)
      return r;
    backoff(i);
  }
}

// One more attempt with a fresh token.
Reply get_mail(const std::string &token);
std::string refresh_token();

Reply mail(std::string token) {
  bool refreshed = false;
  for (int n = 0;; ++n) {
    Reply r = get_mail(token);
    if (r.status == 401 && !refreshed) {
      token = refresh_token();
      refreshed = true;
      continue;
    }
    if (r.status != 503 || n >= 3)
      return r;
    backoff(n);
  }
}

// A status, but not of HTTP.
struct Frame {
  int status;
  unsigned value;
};
Frame read_register(int bus, int reg);

unsigned sensor(int bus, int reg) {
  for (int retry = 0; retry < 5; ++retry) {
    Frame f = read_register(bus, reg);
    if (f.status == 0)
      return f.value;
    std::this_thread::sleep_for(20ms);
  }
  throw std::runtime_error("sensor does not answer");
}

// A poll: the export is accepted, not ready.
Reply get_export(int id);

Reply export_file(int id) {
  Reply r = get_export(id);
  while (r.status == 202) {
    std::this_thread::sleep_for(2s);
    r = get_export(id);
  }
  return r;
}

// A 404 leads to another mirror.
Reply from_mirrors(const std::vector<std::string> &mirrors) {
  Reply r{};
  for (const auto &m : mirrors) {
    r = get_blob(m + "/Packages");
    if (r.status == 200)
      break;
    std::this_thread::sleep_for(100ms);
  }
  return r;
}

// Taken already counts as done.
bool book_right(const std::string &room) {
  for (int i = 0; i < 3; ++i) {
    int code = lock_room(room).status;
    if (code == 200 || code == 409)
      return true;
    if (code >= 400 && code < 500 && code != 408 && code != 429)
      throw std::runtime_error("room " + room);
    backoff(i);
  }
  return false;
}
