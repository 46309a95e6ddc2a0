// RUN: %check_retry %s --checks=retry-excessive-attempts --policy=%S/Inputs/attempts.yaml -- -std=c++20

#include <chrono>
#include <cstdint>
#include <curl/curl.h>
#include <functional>
#include <grpcpp/grpcpp.h>
#include <httplib.h>
#include <memory>
#include <netdb.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

bool send_order(const std::string &order);
void pause_for(int round);
struct Reply {
  int status;
  std::string body;
};
Reply http_get(const std::string &url);
struct Unavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

#include "Inputs/nightly.h"

// ---- too many -----------------------------------------------------------

bool tenTimes(const std::string &order) {
  for (int i = 0; i < 10; ++i) { // expect: retry-excessive-attempts "attempts 'send_order' 10 times; a synchronous call may make 1 to 5"
    if (send_order(order))
      return true;
    pause_for(i);
  }
  return false;
}

bool sixIsOneTooMany(const std::string &order) {
  int left = 6;
  while (left-- > 0) { // expect: retry-excessive-attempts "6 times"
    if (send_order(order))
      return true;
    pause_for(left);
  }
  return false;
}

// Further than the analysis walks, but a number all the same.
bool fiveHundred(const std::string &order) {
  for (int i = 0; i < 500; ++i) { // expect: retry-excessive-attempts "500 times"
    if (send_order(order))
      return true;
    pause_for(i);
  }
  return false;
}

bool aMillion(const std::string &order) {
  for (long i = 0; i < 1000000; ++i) { // expect: retry-excessive-attempts "more than 40 times"
    if (send_order(order))
      return true;
    pause_for(1);
  }
  return false;
}

class Uploader {
  static constexpr unsigned kTries = 8;

public:
  std::string upload(const std::string &url) {
    unsigned n = 0;
    for (;;) {
      Reply r = http_get(url);
      if (r.status < 500)
        return r.body;
      if (++n == kTries) // expect: retry-excessive-attempts "8 times"
        throw Unavailable(url);
      std::this_thread::sleep_for(std::chrono::seconds(n));
    }
  }
};

std::string thrown(const std::string &url) {
  for (int attempt = 1;; ++attempt) {
    try {
      Reply r = http_get(url);
      return r.body;
    } catch (const Unavailable &) {
      if (attempt >= 12) // expect: retry-excessive-attempts "12 times"
        throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(100 << attempt));
    }
  }
}

CURLcode again(CURL *h) {
  CURLcode rc;
  int tries = 20;
  do {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  } while (--tries); // expect: retry-excessive-attempts "20 times"
  return rc;
}

std::string fetch(httplib::Client &client) {
  for (size_t n = 0; n != 7; n++) { // expect: retry-excessive-attempts "7 times"
    if (auto res = client.Get("/rates"); res && res->status == 200)
      return res->body;
    std::this_thread::sleep_for(std::chrono::seconds(2));
  }
  throw Unavailable("rates");
}

struct Request {};
struct Answer {};
struct Stub {
  grpc::Status Charge(grpc::ClientContext *, const Request &, Answer *);
};
grpc::Status unary(Stub &stub, const Request &request, Answer *answer) {
  grpc::Status status;
  for (int i = 0; i < 9; ++i) { // expect: retry-excessive-attempts "a unary gRPC call may make 1 to 5"
    grpc::ClientContext context;
    status = stub.Charge(&context, request, answer);
    if (status.ok())
      break;
    std::this_thread::sleep_for(std::chrono::milliseconds(50 * i));
  }
  return status;
}

bool byGoto(const std::string &order) {
  int k = 0;
again:
  if (send_order(order))
    return true;
  if (++k < 16) { // expect: retry-excessive-attempts "16 times"
    pause_for(k);
    goto again;
  }
  return false;
}

template <typename F> bool persist(F attempt) {
  for (int i = 0; i < 11; ++i) { // expect: retry-excessive-attempts "11 times"
    if (attempt())
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return false;
}
bool useIt(const std::string &order) {
  return persist([&] { return send_order(order); });
}

// ---- one failure on its own ----------------------------------------------

Reply tooManyRequests(const std::string &url) {
  Reply r = http_get(url);
  int n = 1;
  while (r.status == 429 && n < 5) { // expect: retry-excessive-attempts "5 times when it fails with 429; for this failure the policy allows 3"
    std::this_thread::sleep_for(std::chrono::seconds(n));
    r = http_get(url);
    ++n;
  }
  return r;
}

Reply internalError(const std::string &url) {
  for (int n = 1;; ++n) {
    Reply r = http_get(url);
    if (r.status != 500 || n == 4) // expect: retry-excessive-attempts "4 times when it fails with 500"
      return r;
    std::this_thread::sleep_for(std::chrono::seconds(n));
  }
}

int lookup(const char *host, addrinfo **out) {
  int rc = 0;
  for (int n = 0; n < 4; ++n) { // expect: retry-excessive-attempts "4 times when it fails with 'dns temporary'"
    rc = getaddrinfo(host, "443", nullptr, out);
    if (rc != EAI_AGAIN)
      return rc;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return rc;
}

// ---- contexts ---------------------------------------------------------------

namespace hooks {
bool deliver(const std::string &url) {
  for (int n = 0; n < 2; ++n) { // expect: retry-excessive-attempts "2 times; the delivery of a webhook may make 3 to 8"
    if (http_get(url).status == 200)
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(5));
  }
  return false;
}
bool deliverOften(const std::string &url) {
  for (int n = 0; n < 8; ++n) {
    if (http_get(url).status == 200)
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(5));
  }
  return false;
}
} // namespace hooks

namespace acme {
struct Message {
  std::string key;
};
struct Consumer {
  std::unique_ptr<Message> poll(int ms);
};
struct Handler {
  virtual bool on_message(const std::string &key) = 0;
};
void subscribe(const std::string &topic, std::function<void(const std::string &)>);
} // namespace acme

// The loop that takes the messages makes this an event's.
void consume(acme::Consumer &consumer) {
  while (auto m = consumer.poll(100)) {
    for (int n = 0; n < 10; ++n) {
      if (send_order(m->key))
        break;
      pause_for(n);
    }
  }
}

void consumeStubbornly(acme::Consumer &consumer) {
  while (auto m = consumer.poll(100)) {
    for (int n = 0; n < 11; ++n) { // expect: retry-excessive-attempts "11 times; the handler of an event may make 1 to 10"
      if (send_order(m->key))
        break;
      pause_for(n);
    }
  }
}

static bool forward(const std::string &key) {
  for (int n = 0; n < 9; ++n) {
    if (send_order(key))
      return true;
    pause_for(n);
  }
  return false;
}
void pump(acme::Consumer &consumer) {
  while (auto m = consumer.poll(100))
    forward(m->key);
}

struct Orders : acme::Handler {
  bool on_message(const std::string &key) override {
    for (int n = 0; n < 8; ++n) {
      if (send_order(key))
        return true;
      pause_for(n);
    }
    return false;
  }
};

bool handle(const acme::Message &m) {
  for (int n = 0; n < 7; ++n) {
    if (send_order(m.key))
      return true;
    pause_for(n);
  }
  return false;
}

bool handleOwned(std::unique_ptr<acme::Message> m) {
  for (int n = 0; n < 7; ++n) {
    if (send_order(m->key))
      return true;
    pause_for(n);
  }
  return false;
}

void wire() {
  acme::subscribe("orders", [](const std::string &key) {
    for (int n = 0; n < 7; ++n) {
      if (send_order(key))
        return;
      pause_for(n);
    }
  });
}

// Who subscribes is no consumer.
bool connectFirst(const std::string &broker) {
  bool up = false;
  for (int n = 0; n < 7 && !up; ++n) { // expect: retry-excessive-attempts "a synchronous call"
    up = send_order(broker);
    if (!up)
      pause_for(n);
  }
  acme::subscribe("orders", [](const std::string &) {});
  return up;
}

// ---- approvals -----------------------------------------------------------------

namespace ledger {
bool rebuildAll(const std::string &order) {
  for (int i = 0; i < 30; ++i) {
    if (send_order(order))
      return true;
    pause_for(i);
  }
  return false;
}
bool closeYear(const std::string &order) {
  for (int i = 0; i < 30; ++i) { // expect: retry-excessive-attempts "30 times; a synchronous call may make 1 to 5, and 3 are usual; change the number, or record an approval; approval RETRY-3 expired on 2020-02-29"
    if (send_order(order))
      return true;
    pause_for(i);
  }
  return false;
}
// Approved for another check.
bool audit(const std::string &order) {
  for (int i = 0; i < 30; ++i) { // expect: retry-excessive-attempts "record an approval"
    if (send_order(order))
      return true;
    pause_for(i);
  }
  return false;
}
} // namespace ledger

// ---- allowed ------------------------------------------------------------------

bool three(const std::string &order) {
  for (int i = 0; i < 3; ++i) {
    if (send_order(order))
      return true;
    pause_for(i);
  }
  return false;
}

bool five(const std::string &order) {
  int failures = 0;
  while (!send_order(order)) {
    if (++failures == 5)
      return false;
    pause_for(failures);
  }
  return true;
}

bool configured(const std::string &order, int max) {
  for (int i = 0; i < max; ++i) {
    if (send_order(order))
      return true;
    pause_for(i);
  }
  return false;
}

// Bounded by time: the number is not known.
bool untilLate(const std::string &order, std::chrono::steady_clock::time_point end) {
  while (std::chrono::steady_clock::now() < end) {
    if (send_order(order))
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return false;
}

// That is another check's.
void forEver(const std::string &order) {
  while (!send_order(order))
    std::this_thread::sleep_for(std::chrono::seconds(1));
}

// Ten orders, one attempt each.
void all(const std::vector<std::string> &orders) {
  for (int i = 0; i < 10; ++i)
    if (!send_order(orders[i]))
      pause_for(i);
}

// Ten servers, one attempt each.
bool failover(const std::vector<std::string> &urls) {
  for (size_t i = 0; i < 10; ++i)
    if (http_get(urls[i]).status == 200)
      return true;
  return false;
}

// Polls a job.
bool finished(const std::string &job) {
  for (int i = 0; i < 100; ++i) {
    if (http_get(job).body == "done")
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return false;
}

Reply unavailableOnly(const std::string &url) {
  for (int n = 1;; ++n) {
    Reply r = http_get(url);
    if (r.status != 503 || n == 5)
      return r;
    std::this_thread::sleep_for(std::chrono::seconds(n));
  }
}

Reply threeTimes429(const std::string &url) {
  for (int n = 1;; ++n) {
    Reply r = http_get(url);
    if (r.status != 429 || n == 3)
      return r;
    std::this_thread::sleep_for(std::chrono::seconds(n));
  }
}

// 429 among others: the range of the context counts.
Reply several(const std::string &url) {
  for (int n = 1;; ++n) {
    Reply r = http_get(url);
    if ((r.status != 429 && r.status != 503) || n == 5)
      return r;
    std::this_thread::sleep_for(std::chrono::seconds(n));
  }
}

bool reads(int fd, char *buffer, int n);
// Each round goes further.
bool chunks(int fd, char *buffer) {
  for (int i = 0; i < 64; ++i)
    if (!reads(fd, buffer + i * 512, 512))
      return false;
  return true;
}

// ---- by the intervals of webhook delivery, it delivers webhooks -------------
bool deliver(const std::string &order) {
  for (int wait : {0, 1, 5, 30, 120, 900}) {
    std::this_thread::sleep_for(std::chrono::seconds(wait));
    if (send_order(order))
      return true;
  }
  return false;
}

bool deliverLate(const std::string &order) {
  static constexpr int Waits[] = {1, 5, 30, 120, 900, 3600};
  for (int i = 0; i < 7; ++i) {
    if (send_order(order))
      return true;
    if (i < 6)
      std::this_thread::sleep_for(std::chrono::seconds(Waits[i]));
  }
  return false;
}

bool deliverByOtherIntervals(const std::string &order) {
  for (int wait : {0, 1, 6, 36, 216, 900}) { // expect: retry-excessive-attempts "6 times; a synchronous call"
    std::this_thread::sleep_for(std::chrono::seconds(wait));
    if (send_order(order))
      return true;
  }
  return false;
}
