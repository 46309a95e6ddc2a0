// RUN: %check_retry %s --checks=retry-missing-budget --gates=deploy --policy=%S/Inputs/budget.yaml -- -std=c++20
// RUN: %if program %{ %retrylint --checks=retry-missing-budget %s -- -std=c++20 | FileCheck %s --check-prefix=PLAIN %}
// PLAIN: 0 findings in 1 file

#include <atomic>
#include <chrono>
#include <curl/curl.h>
#include <functional>
#include <grpcpp/grpcpp.h>
#include <memory>
#include <mutex>
#include <random>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>

struct Reply {
  int status;
  std::string body;
};
Reply http_get(const std::string &url);
bool send_request(const std::string &url);
void pause_for(int round);
struct Unavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// ---- nobody is asked ----------------------------------------------------------

bool plain(const std::string &url) {
  for (int i = 0; i < 3; ++i) { // expect: retry-missing-budget "retries 'send_request' outside any budget"
    if (send_request(url))
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return false;
}

// Backoff and jitter spread the load, they do not bound it.
bool polite(const std::string &url) {
  static thread_local std::mt19937 dice{std::random_device{}()};
  int ceiling = 100;
  for (int i = 0; i < 3; ++i) { // expect: retry-missing-budget "at most 20 % of the requests"
    if (send_request(url))
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(
        std::uniform_int_distribution<int>(0, ceiling)(dice)));
    ceiling *= 2;
  }
  return false;
}

Reply byStatus(const std::string &url) {
  for (int n = 1;; ++n) { // expect: retry-missing-budget
    Reply r = http_get(url);
    if (r.status != 503 || n == 3)
      return r;
    std::this_thread::sleep_for(std::chrono::seconds(n));
  }
}

std::string thrown(const std::string &url) {
  for (int n = 1;; ++n) { // expect: retry-missing-budget
    try {
      return http_get(url).body;
    } catch (const Unavailable &) {
      if (n == 3)
        throw;
      std::this_thread::sleep_for(std::chrono::seconds(n));
    }
  }
}

bool timed(const std::string &url, std::chrono::steady_clock::time_point end) {
  do { // expect: retry-missing-budget
    if (send_request(url))
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

// A number from a configuration is no budget.
class Configured {
  int max_ = 3;

public:
  bool send(const std::string &url) {
    for (int i = 0; i < max_; ++i) { // expect: retry-missing-budget
      if (send_request(url))
        return true;
      pause_for(i);
    }
    return false;
  }
};

bool parameter(const std::string &url, int tries) {
  while (tries-- > 0) { // expect: retry-missing-budget
    if (send_request(url))
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return false;
}

// Nor is a stop flag ...
bool stoppable(const std::string &url, const std::atomic<bool> &stopping) {
  for (int i = 0; i < 3 && !stopping; ++i) { // expect: retry-missing-budget
    if (send_request(url))
      return true;
    pause_for(i);
  }
  return false;
}

bool token(const std::string &url, std::stop_token stop) {
  for (int i = 0; i < 3; ++i) { // expect: retry-missing-budget
    if (stop.stop_requested())
      return false;
    if (send_request(url))
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return false;
}

// ... or a switch.
struct Client {
  bool enabled = true;
  bool get(const std::string &url) {
    for (int i = 0; i < 3; ++i) { // expect: retry-missing-budget
      if (send_request(url))
        return true;
      if (!enabled)
        return false;
      pause_for(i);
    }
    return false;
  }
};

CURLcode perform(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; ++i) { // expect: retry-missing-budget
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return rc;
}

struct Request {};
struct Answer {};
struct Stub {
  grpc::Status Charge(grpc::ClientContext *, const Request &, Answer *);
};
grpc::Status unary(Stub &stub, const Request &request, Answer *answer) {
  grpc::Status status;
  for (int i = 0; i < 3; ++i) { // expect: retry-missing-budget
    grpc::ClientContext context;
    status = stub.Charge(&context, request, answer);
    if (status.error_code() != grpc::StatusCode::UNAVAILABLE)
      break;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return status;
}

bool jumps(const std::string &url) {
  int n = 0;
again: // expect: retry-missing-budget
  if (send_request(url))
    return true;
  if (++n < 3) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    goto again;
  }
  return false;
}

// It counts, but nobody looks.
std::atomic<long> retries_total;
bool counts(const std::string &url) {
  for (int i = 0; i < 3; ++i) { // expect: retry-missing-budget
    if (send_request(url))
      return true;
    retries_total.fetch_add(1);
    pause_for(i);
  }
  return false;
}

// Asked once, before the first attempt: no retry is refused.
struct Limiter {
  bool allow();
};
bool onlyFirst(const std::string &url, Limiter &limiter) {
  if (!limiter.allow())
    return false;
  for (int i = 0; i < 3; ++i) { // expect: retry-missing-budget
    if (send_request(url))
      return true;
    pause_for(i);
  }
  return false;
}

// What the answer says is no budget either.
bool is_transient(int status);
Reply classified(const std::string &url) {
  Reply r;
  for (int i = 0; i < 3; ++i) { // expect: retry-missing-budget
    r = http_get(url);
    if (r.status == 200 || !is_transient(r.status))
      break;
    pause_for(i);
  }
  return r;
}

// ---- somebody may say no ---------------------------------------------------------

bool limited(const std::string &url, Limiter &limiter) {
  for (int i = 0; i < 3; ++i) {
    if (send_request(url))
      return true;
    if (!limiter.allow())
      return false;
    pause_for(i);
  }
  return false;
}

bool beforeEach(const std::string &url, Limiter &limiter) {
  for (int i = 0; i < 3; ++i) {
    if (!limiter.allow())
      break;
    if (send_request(url))
      return true;
    pause_for(i);
  }
  return false;
}

bool inTheCondition(const std::string &url, Limiter &limiter) {
  int n = 0;
  while (!send_request(url)) {
    if (++n == 3 || !limiter.allow())
      return false;
    pause_for(n);
  }
  return true;
}

// A bucket with a body.
class Bucket {
  double tokens_ = 100;

public:
  bool take() {
    if (tokens_ < 5)
      return false;
    tokens_ -= 5;
    return true;
  }
};
bool bucket(const std::string &url, Bucket &budget) {
  for (int i = 0; i < 3; ++i) {
    if (send_request(url))
      return true;
    if (!budget.take())
      return false;
    pause_for(i);
  }
  return false;
}

std::atomic<int> budget_left{100};
bool sharedCounter(const std::string &url) {
  for (int i = 0; i < 3; ++i) {
    if (send_request(url))
      return true;
    if (budget_left.fetch_sub(1) <= 0)
      return false;
    pause_for(i);
  }
  return false;
}

bool loaded(const std::string &url) {
  for (int i = 0; i < 3; ++i) {
    if (send_request(url))
      return true;
    if (budget_left.load() < 1)
      return false;
    pause_for(i);
  }
  return false;
}

static long in_flight;
static std::mutex guard;
bool plainCounter(const std::string &url) {
  for (int i = 0; i < 3; ++i) {
    if (send_request(url))
      return true;
    {
      std::lock_guard<std::mutex> lock(guard);
      if (in_flight > 50)
        return false;
      ++in_flight;
    }
    pause_for(i);
  }
  return false;
}

struct Breaker {
  bool closed() const;
  void failed();
  void succeeded();
};
std::string breaker(const std::string &url, Breaker &b) {
  for (int n = 1;; ++n) {
    try {
      std::string body = http_get(url).body;
      b.succeeded();
      return body;
    } catch (const Unavailable &) {
      b.failed();
      if (n == 3 || !b.closed())
        throw;
      std::this_thread::sleep_for(std::chrono::seconds(n));
    }
  }
}

bool may_retry(int attempt);
bool askedElsewhere(const std::string &url) {
  int n = 0;
  do {
    if (send_request(url))
      return true;
    pause_for(n);
  } while (may_retry(++n));
  return false;
}

bool callback(const std::string &url, const std::function<bool()> &allowed) {
  for (int i = 0; i < 3; ++i) {
    if (send_request(url))
      return true;
    if (!allowed())
      return false;
    pause_for(i);
  }
  return false;
}

// By its model: waits for its turn, or throws.
namespace acme {
struct Quota {
  void spend();
};
} // namespace acme
bool modelled(const std::string &url, acme::Quota &quota) {
  for (int i = 0; i < 3; ++i) {
    if (send_request(url))
      return true;
    quota.spend();
    pause_for(i);
  }
  return false;
}

// ---- no retries of anything remote ------------------------------------------------

bool once(const std::string &url) { return send_request(url); }

bool lock_file(const std::string &path) {
  for (int i = 0; i < 3; ++i) {
    if (FILE *f = std::fopen(path.c_str(), "wx")) {
      std::fclose(f);
      return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

void each(const std::string *urls, int n) {
  for (int i = 0; i < n; ++i)
    send_request(urls[i]);
}

bool poll(const std::string &job) {
  for (int i = 0; i < 100; ++i) {
    if (http_get(job).body == "done")
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return false;
}

// Handed out by a semaphore of permits.
struct Permits {
  bool try_acquire();
  void release();
};
bool permits(const std::string &url, Permits &retries) {
  for (int i = 0; i < 3; ++i) {
    if (send_request(url))
      return true;
    if (!retries.try_acquire())
      return false;
    pause_for(i);
  }
  return false;
}
