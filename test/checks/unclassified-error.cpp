// RUN: %check_retry %s --checks=retry-unclassified-error -- -std=c++20

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/time/clock.h>
#include <boost/asio.hpp>
#include <chrono>
#include <cstdio>
#include <exception>
#include <functional>
#include <grpcpp/grpcpp.h>
#include <httplib.h>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

using namespace std::chrono_literals;

void backoff(int round);

struct Invoice {
  long total;
};
Invoice fetch_invoice(const std::string &id); // throws

Invoice invoice(const std::string &id) {
  for (int i = 0;; ++i) {
    try {
      return fetch_invoice(id); // expect: retry-unclassified-error "every error"
    } catch (...) {
      if (i == 4)
        throw;
      backoff(i);
    }
  }
}

Invoice invoice_by_base(const std::string &id) {
  int left = 5;
  while (true) {
    try {
      return fetch_invoice(id); // expect: retry-unclassified-error
    } catch (const std::exception &e) {
      std::fprintf(stderr, "%s\n", e.what());
      if (--left == 0)
        throw;
    }
    std::this_thread::sleep_for(1s);
  }
}

std::optional<Invoice> invoice_or_nothing(const std::string &id) {
  for (auto pause : {1s, 2s, 4s, 8s}) {
    try {
      return fetch_invoice(id); // expect: retry-unclassified-error
    } catch (const std::runtime_error &) {
      std::this_thread::sleep_for(pause);
    }
  }
  return std::nullopt;
}

// What the exception carries is not looked at.
class HttpError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
  int status() const noexcept;
};
std::string download_profile(long user); // throws HttpError

std::string profile(long user) {
  int tries = 0;
again:
  try {
    return download_profile(user); // expect: retry-unclassified-error
  } catch (const HttpError &e) {
    if (++tries > 3)
      throw;
    std::fprintf(stderr, "profile: %s\n", e.what());
  }
  backoff(tries);
  goto again;
}

// A family of exceptions, all of them.
struct StorageError : std::exception {};
struct NoSuchBucket : StorageError {};
struct SlowDown : StorageError {};
void upload_object(const std::string &bucket, const std::string &key);

void upload(const std::string &bucket, const std::string &key) {
  for (int n = 1; n <= 5; n++) {
    try {
      upload_object(bucket, key); // expect: retry-unclassified-error
      return;
    } catch (const StorageError &) {
      if (n == 5)
        throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(100) * n);
    }
  }
}

std::string read_any(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    if (auto res = cli.Get("/any")) // expect: retry-unclassified-error
      return res->body;
    std::this_thread::sleep_for(1s);
  }
  return {};
}

struct PingRequest {};
struct PingReply {};
struct PingStub {
  grpc::Status Ping(grpc::ClientContext *ctx, const PingRequest &req,
                    PingReply *out);
};

bool ping(PingStub &stub) {
  for (int k = 0; k < 3; ++k) {
    grpc::ClientContext ctx;
    PingReply out;
    if (stub.Ping(&ctx, {}, &out).ok()) // expect: retry-unclassified-error
      return true;
    backoff(k);
  }
  return false;
}

grpc::Status ping_status(PingStub *stub, const PingRequest &req) {
  grpc::Status last;
  int round = 0;
  do {
    grpc::ClientContext ctx;
    PingReply out;
    last = stub->Ping(&ctx, req, &out); // expect: retry-unclassified-error
    if (last.ok())
      break;
    std::fprintf(stderr, "%s\n", last.error_message().c_str());
    backoff(round);
  } while (++round < 4);
  return last;
}

absl::StatusOr<int> FetchFromServer(int shard);

absl::StatusOr<int> shard_size(int shard) {
  absl::StatusOr<int> n = absl::UnknownError("not asked");
  for (int i = 0; i < 3; ++i) {
    n = FetchFromServer(shard); // expect: retry-unclassified-error
    if (n.ok())
      return n;
    absl::SleepFor(absl::Seconds(1 << i));
  }
  return n;
}

struct MailServer {
  bool sendMessage(const std::string &to, const std::string &body);
};

bool mail(MailServer &server, const std::string &to, const std::string &body) {
  unsigned n = 0;
  while (!server.sendMessage(to, body)) { // expect: retry-unclassified-error
    if (++n == 4)
      return false;
    backoff(n);
  }
  return true;
}

// The error is there, and only asked whether it is one.
bool open(boost::asio::ip::tcp::socket &s,
          const boost::asio::ip::tcp::endpoint &to) {
  for (int i = 0; i < 5; ++i) {
    boost::system::error_code ec;
    s.connect(to, ec); // expect: retry-unclassified-error
    if (!ec)
      return true;
    backoff(i);
  }
  return false;
}

std::error_code connect_broker(const std::string &host);

std::error_code broker(const std::string &host, int max_attempts) {
  std::error_code ec;
  for (int i = 0; i < max_attempts; ++i) {
    ec = connect_broker(host); // expect: retry-unclassified-error
    if (!ec)
      return ec;
    std::this_thread::sleep_for(std::chrono::milliseconds(50 << i));
  }
  return ec;
}

class ServerSession {
public:
  bool connect(const char *host);
  void close();
};

class Link {
  ServerSession session_;
  int max_ = 6;

public:
  bool up(const char *host) {
    for (int i = 0; i < max_; ++i) {
      session_.close();
      if (session_.connect(host)) // expect: retry-unclassified-error
        return true;
      std::this_thread::sleep_for(std::chrono::seconds(i + 1));
    }
    return false;
  }
};

Invoice recursive(const std::string &id, int left) {
  try {
    return fetch_invoice(id); // expect: retry-unclassified-error
  } catch (const std::exception &) {
    if (left == 0)
      throw;
  }
  backoff(left);
  return recursive(id, left - 1);
}

// In a helper, and until shutdown.
extern volatile bool stopping;
static bool try_subscribe(httplib::Client &c, const char *topic) {
  auto r = c.Post(topic);
  return static_cast<bool>(r);
}

void subscribe(httplib::Client &c, const char *topic) {
  int wait = 1;
  while (!stopping && !try_subscribe(c, topic)) { // expect: retry-unclassified-error
    std::this_thread::sleep_for(std::chrono::seconds(wait));
    wait = wait < 30 ? wait * 2 : 30;
  }
}

// ---- What follows tells failures apart, or is not this check's.

// One repeat is what an unknown error may have.
Invoice invoice_twice(const std::string &id) {
  for (int i = 0;; ++i) {
    try {
      return fetch_invoice(id);
    } catch (const std::exception &) {
      if (i == 1)
        throw;
      backoff(i);
    }
  }
}

// One kind is tried again, the others go out.
struct TimeoutError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

Invoice invoice_timeouts(const std::string &id) {
  for (int i = 0;; ++i) {
    try {
      return fetch_invoice(id);
    } catch (const TimeoutError &) {
      if (i == 3)
        throw;
      backoff(i);
    }
  }
}

struct NotFound : std::runtime_error {
  using std::runtime_error::runtime_error;
};

Invoice invoice_but_missing(const std::string &id) {
  for (int i = 0;; ++i) {
    try {
      return fetch_invoice(id);
    } catch (const NotFound &) {
      throw;
    } catch (const std::exception &) {
      if (i == 3)
        throw;
    }
    backoff(i);
  }
}

bool is_transient(const std::exception &e);

Invoice invoice_asked(const std::string &id) {
  for (int i = 0;; ++i) {
    try {
      return fetch_invoice(id);
    } catch (const std::exception &e) {
      if (!is_transient(e) || i == 3)
        throw;
      backoff(i);
    }
  }
}

bool may_pass(std::exception_ptr e);

Invoice invoice_pointer(const std::string &id) {
  for (int i = 0;; ++i) {
    try {
      return fetch_invoice(id);
    } catch (...) {
      if (i == 3 || !may_pass(std::current_exception()))
        throw;
    }
    backoff(i);
  }
}

// Rethrown inside to be looked at.
Invoice invoice_nested(const std::string &id) {
  for (int i = 0;; ++i) {
    try {
      return fetch_invoice(id);
    } catch (...) {
      try {
        throw;
      } catch (const NotFound &) {
        throw;
      } catch (...) {
      }
      if (i == 3)
        throw;
    }
    backoff(i);
  }
}

std::string profile_by_status(long user) {
  for (int i = 0;; ++i) {
    try {
      return download_profile(user);
    } catch (const HttpError &e) {
      if (e.status() < 500 || i == 3)
        throw;
      backoff(i);
    }
  }
}

grpc::Status ping_unavailable(PingStub &stub, const PingRequest &req) {
  grpc::Status st;
  for (int k = 0; k < 3; ++k) {
    grpc::ClientContext ctx;
    PingReply out;
    st = stub.Ping(&ctx, req, &out);
    if (st.ok() || st.error_code() != grpc::StatusCode::UNAVAILABLE)
      break;
    backoff(k);
  }
  return st;
}

// The status is read: permanent-error's business.
std::string read_ok(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Get("/any");
    if (res && res->status == 200)
      return res->body;
    std::this_thread::sleep_for(1s);
  }
  return {};
}

std::string read_transport(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Get("/any");
    if (res)
      return res->body;
    if (res.error() != httplib::Error::Connection &&
        res.error() != httplib::Error::ConnectionTimeout)
      return {};
    std::this_thread::sleep_for(1s);
  }
  return {};
}

bool open_refused(boost::asio::ip::tcp::socket &s,
                  const boost::asio::ip::tcp::endpoint &to) {
  for (int i = 0; i < 5; ++i) {
    boost::system::error_code ec;
    s.connect(to, ec);
    if (!ec)
      return true;
    if (ec != boost::asio::error::connection_refused)
      return false;
    backoff(i);
  }
  return false;
}

bool worth_another(const std::error_code &ec);

std::error_code broker_asked(const std::string &host) {
  std::error_code ec;
  for (int i = 0; i < 4; ++i) {
    ec = connect_broker(host);
    if (!ec || !worth_another(ec))
      return ec;
    std::this_thread::sleep_for(std::chrono::milliseconds(50 << i));
  }
  return ec;
}

// The object is asked what went wrong.
class Modem {
public:
  bool dial(const char *number);
  int lastError() const;
};

bool dial(Modem &m, const char *server) {
  for (int i = 0; i < 4; ++i) {
    if (m.dial(server))
      return true;
    if (m.lastError() == 7)
      return false;
    backoff(i);
  }
  return false;
}

enum class Publish { Ok, Busy, Denied };
Publish publish_event(const std::string &topic);

bool publish(const std::string &topic) {
  for (int i = 0; i < 4; ++i) {
    switch (publish_event(topic)) {
    case Publish::Ok:
      return true;
    case Publish::Busy:
      backoff(i);
      break;
    case Publish::Denied:
      return false;
    }
  }
  return false;
}

// A local device.
bool read_sensor(int pin, float *celsius);

float temperature(int pin) {
  float t = 0;
  for (int i = 0; i < 5; ++i) {
    if (read_sensor(pin, &t))
      return t;
    std::this_thread::sleep_for(20ms);
  }
  return -300;
}

// Polling.
bool job_finished(int id);

void wait_for_job(int id) {
  while (!job_finished(id))
    std::this_thread::sleep_for(1s);
}

// --- kept for the caller ---------------------------------------------------------

Invoice kept(const std::string &id) {
  std::exception_ptr last;
  for (int i = 0; i < 3; ++i) {
    try {
      return fetch_invoice(id); // expect: retry-unclassified-error
    } catch (...) {
      last = std::current_exception();
    }
    backoff(i);
  }
  std::rethrow_exception(last);
}

Invoice kept_in_round(const std::string &id) {
  for (int i = 0;; ++i) {
    std::exception_ptr error;
    try {
      return fetch_invoice(id); // expect: retry-unclassified-error
    } catch (const std::exception &) {
      error = std::current_exception();
    }
    if (error != nullptr && i == 4)
      std::rethrow_exception(std::move(error));
    backoff(i);
  }
}

std::exception_ptr given_back(const std::string &id, Invoice &out) {
  std::exception_ptr why;
  for (int i = 0; i < 3; ++i) {
    try {
      out = fetch_invoice(id); // expect: retry-unclassified-error
      return nullptr;
    } catch (...) {
      if (!why)
        why = std::current_exception();
    }
    backoff(i);
  }
  return why;
}

// Thrown again to see what it is.
Invoice looked_at(const std::string &id) {
  for (int i = 0;; ++i) {
    std::exception_ptr error;
    try {
      return fetch_invoice(id);
    } catch (...) {
      error = std::current_exception();
    }
    try {
      std::rethrow_exception(error);
    } catch (const std::invalid_argument &) {
      throw;
    } catch (...) {
      backoff(i);
    }
    if (i == 4)
      std::rethrow_exception(error);
  }
}

bool will_pass(const std::exception_ptr &error);
Invoice asked(const std::string &id) {
  for (int i = 0;; ++i) {
    std::exception_ptr error;
    try {
      return fetch_invoice(id);
    } catch (...) {
      error = std::current_exception();
    }
    if (i == 4 || !will_pass(error))
      std::rethrow_exception(error);
    backoff(i);
  }
}
