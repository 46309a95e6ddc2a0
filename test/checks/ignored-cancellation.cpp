// RUN: %check_retry %s --checks=retry-ignored-cancellation -- -std=c++20

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <curl/curl.h>
#include <grpcpp/grpcpp.h>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <unistd.h>

using namespace std::chrono_literals;

bool register_node(const std::string &name);

// --- a token that nobody asks ----------------------------------------------

bool announce(std::stop_token token, const std::string &name) {
  for (int i = 0; i < 5; ++i) {
    if (register_node(name))
      return true;
    std::this_thread::sleep_for(2s); // expect: retry-ignored-cancellation "'token' is not asked between attempts at 'register_node', and nothing ends this wait of up to 2 s"
  }
  return false;
}

bool announce_before(const std::stop_token &st, const std::string &name) {
  if (st.stop_requested())
    return false;
  int left = 4;
  while (left-- > 0) {
    if (register_node(name))
      return true;
    sleep(5); // expect: retry-ignored-cancellation "'st' is not asked"
  }
  return false;
}

void start(const std::string &name) {
  std::jthread worker([&name](std::stop_token st) {
    for (int n = 0; n < 3; ++n) {
      if (register_node(name))
        return;
      std::this_thread::sleep_for(std::chrono::seconds(10 * n + 1)); // expect: retry-ignored-cancellation "'st'"
    }
  });
}

// --- asked, but slept through ----------------------------------------------

bool hold(std::stop_token token, const std::string &name) {
  auto delay = 1s;
  while (!token.stop_requested()) {
    if (register_node(name))
      return true;
    std::this_thread::sleep_for(delay); // expect: retry-ignored-cancellation "sleeps for up to 30 s before retrying 'register_node'"
    delay = std::min(delay * 2, 30s);
  }
  return false;
}

class Agent {
public:
  void run();
  void stop() { stopping_ = true; }

private:
  bool dial();
  void serve();
  std::atomic<bool> stopping_{false};
};

void Agent::run() {
  while (!stopping_) {
    if (!dial()) {
      std::this_thread::sleep_for(5s); // expect: retry-ignored-cancellation "even after 'stopping_' says stop"
      continue;
    }
    serve();
  }
}

std::atomic_bool running{true};

void keep_registered(const std::string &name) {
  int n = 0;
  while (running.load() && n++ < 10) {
    if (register_node(name))
      return;
    usleep(3000000); // expect: retry-ignored-cancellation "'running'"
  }
}

// The library sleeps on when a signal comes.
volatile std::sig_atomic_t quit;

void loop_std(const std::string &name) {
  while (!quit) {
    if (register_node(name))
      return;
    std::this_thread::sleep_for(4s); // expect: retry-ignored-cancellation "'quit'"
  }
}

void loop_do(const std::atomic<int> &shutdown_requested,
             const std::string &name) {
  do {
    if (register_node(name))
      return;
    sleep(2); // expect: retry-ignored-cancellation "'shutdown_requested'"
  } while (shutdown_requested == 0);
}

void loop_break(std::stop_token st, const std::string &name) {
  for (int i = 0; i < 8; ++i) {
    if (st.stop_requested())
      break;
    if (register_node(name))
      return;
    std::this_thread::sleep_until(std::chrono::steady_clock::now() + 3s); // expect: retry-ignored-cancellation "3 s"
  }
}

struct NetError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
std::string fetch_page(const std::string &url);

std::string page(const std::string &url, const std::atomic<bool> &cancelled) {
  for (int i = 0; !cancelled; ++i) {
    try {
      return fetch_page(url);
    } catch (const NetError &) {
      if (i == 4)
        throw;
      sleep(1u << i); // expect: retry-ignored-cancellation "up to 8 s"
    }
  }
  throw NetError("cancelled");
}

static void back_off(int n) {
  std::this_thread::sleep_for(std::chrono::seconds(1 << n));
}

bool helper_sleeps(std::stop_token st, const std::string &name) {
  for (int n = 0; n < 4 && !st.stop_requested(); ++n) {
    if (register_node(name))
      return true;
    back_off(n); // expect: retry-ignored-cancellation "8 s"
  }
  return false;
}

bool by_goto(std::stop_token st, const std::string &name) {
again:
  if (register_node(name))
    return true;
  if (st.stop_requested())
    return false;
  sleep(6); // expect: retry-ignored-cancellation "6 s"
  goto again;
}

// --- a code that says so ---------------------------------------------------

struct Request {};
struct Reply {};
struct Stub {
  grpc::Status Charge(grpc::ClientContext *ctx, const Request &in, Reply *out);
};

grpc::Status charge(Stub &stub, const Request &in, Reply *out) {
  grpc::Status s;
  for (int i = 0; i < 3; ++i) {
    grpc::ClientContext ctx;
    s = stub.Charge(&ctx, in, out);
    if (s.ok() || s.error_code() == grpc::StatusCode::INVALID_ARGUMENT) // expect: retry-ignored-cancellation "goes round again on CANCELLED"
      return s;
    usleep(100000);
  }
  return s;
}

grpc::Status charge_named(Stub &stub, const Request &in, Reply *out) {
  for (int i = 0;; ++i) {
    grpc::ClientContext ctx;
    grpc::Status s = stub.Charge(&ctx, in, out);
    switch (s.error_code()) { // expect: retry-ignored-cancellation "CANCELLED"
    case grpc::StatusCode::CANCELLED:
    case grpc::StatusCode::UNAVAILABLE:
      if (i == 3)
        return s;
      usleep(100000);
      break;
    default:
      return s;
    }
  }
}

CURLcode transfer(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; ++i) {
    rc = curl_easy_perform(h);
    if (rc != CURLE_ABORTED_BY_CALLBACK && rc != CURLE_COULDNT_CONNECT) // expect: retry-ignored-cancellation "CURLE_ABORTED_BY_CALLBACK"
      return rc;
    usleep(200000);
  }
  return rc;
}

// ---------------------------------------------------------------------------
// Stopped at once.

bool announce_waits(std::stop_token token, const std::string &name) {
  std::mutex m;
  std::condition_variable_any cv;
  std::unique_lock lock(m);
  for (int i = 0; i < 5; ++i) {
    if (register_node(name))
      return true;
    if (cv.wait_for(lock, token, 2s, [] { return false; }) ||
        token.stop_requested())
      return false;
  }
  return false;
}

class PoliteAgent {
public:
  void run();

private:
  bool dial();
  void serve();
  std::mutex m_;
  std::condition_variable wake_;
  std::atomic<bool> stopping_{false};
};

void PoliteAgent::run() {
  std::unique_lock<std::mutex> lock(m_);
  while (!stopping_) {
    if (dial()) {
      serve();
      continue;
    }
    wake_.wait_for(lock, 5s, [this] { return stopping_.load(); });
  }
}

// Short enough.
bool hold_short(std::stop_token token, const std::string &name) {
  while (!token.stop_requested()) {
    if (register_node(name))
      return true;
    std::this_thread::sleep_for(200ms);
  }
  return false;
}

// In slices.
bool hold_sliced(std::stop_token token, const std::string &name) {
  while (!token.stop_requested()) {
    if (register_node(name))
      return true;
    for (int i = 0; i < 50 && !token.stop_requested(); ++i)
      std::this_thread::sleep_for(100ms);
  }
  return false;
}

// The signal that sets the flag ends the sleep.
void loop_sleep(const std::string &name) {
  while (!quit) {
    if (register_node(name))
      return;
    sleep(4);
  }
}

// Handed on: the attempt and the wait know it.
bool register_until(std::stop_token token, const std::string &name);
void pause_for(std::stop_token token, std::chrono::seconds s);

bool handed_on(std::stop_token token, const std::string &name) {
  for (int i = 0; i < 5; ++i) {
    if (register_until(token, name))
      return true;
    sleep(2);
  }
  return false;
}

bool handed_to_wait(std::stop_token token, const std::string &name) {
  for (int i = 0; i < 5 && !token.stop_requested(); ++i) {
    if (register_node(name))
      return true;
    pause_for(token, 2s);
  }
  return false;
}

void wake(int fd);

bool by_callback(std::stop_token token, int fd, const std::string &name) {
  std::stop_callback on_stop(token, [fd] { wake(fd); });
  for (int i = 0; i < 5; ++i) {
    if (register_node(name))
      return true;
    sleep(2);
  }
  return false;
}

// A flag that says something else.
class Door {
public:
  void open();

private:
  bool request_open(const std::string &name);
  std::atomic<bool> ready_{false};
};

void Door::open() {
  while (!ready_) {
    if (request_open("front"))
      return;
    std::this_thread::sleep_for(1s);
  }
}

// No token, no flag.
bool plain(const std::string &name) {
  for (int i = 0; i < 3; ++i) {
    if (register_node(name))
      return true;
    sleep(2);
  }
  return false;
}

// A flag of its own, set by success.
bool own_flag(const std::string &name) {
  bool running_now = true;
  while (running_now) {
    if (register_node(name))
      running_now = false;
    else
      sleep(2);
  }
  return true;
}

grpc::Status charge_listed(Stub &stub, const Request &in, Reply *out) {
  grpc::Status s;
  for (int i = 0; i < 3; ++i) {
    grpc::ClientContext ctx;
    s = stub.Charge(&ctx, in, out);
    if (s.error_code() != grpc::StatusCode::UNAVAILABLE)
      return s;
    usleep(100000);
  }
  return s;
}

// Knows success from failure only: that is another check's.
grpc::Status charge_any(Stub &stub, const Request &in, Reply *out) {
  grpc::Status s;
  for (int i = 0; i < 3; ++i) {
    grpc::ClientContext ctx;
    s = stub.Charge(&ctx, in, out);
    if (s.ok())
      return s;
    usleep(100000);
  }
  return s;
}

CURLcode transfer_some(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; ++i) {
    rc = curl_easy_perform(h);
    if (rc != CURLE_OPERATION_TIMEDOUT && rc != CURLE_COULDNT_CONNECT)
      return rc;
    usleep(200000);
  }
  return rc;
}

CURLcode transfer_aborted(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; ++i) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK || rc == CURLE_ABORTED_BY_CALLBACK)
      return rc;
    usleep(200000);
  }
  return rc;
}

// --- what can only be asked wakes nobody --------------------------------------

grpc::Status charge_for(grpc::ServerContext &inbound, Stub &stub, const Request &in, Reply *out) {
  grpc::Status s;
  for (int i = 0; i < 3 && !inbound.IsCancelled(); ++i) {
    grpc::ClientContext ctx;
    s = stub.Charge(&ctx, in, out);
    if (s.error_code() != grpc::StatusCode::UNAVAILABLE)
      return s;
    std::this_thread::sleep_for(2s);
  }
  return s;
}

bool announce_for(grpc::ServerContext *inbound, const std::string &name) {
  for (int i = 0; i < 4; ++i) {
    if (register_node(name))
      return true;
    if (inbound->IsCancelled())
      return false;
    sleep(3);
  }
  return false;
}

// A flag of this program can be waited for, whoever else is asked.
bool announce_both(grpc::ServerContext *inbound, const std::atomic<bool> &stopping, const std::string &name) {
  for (int i = 0; i < 4 && !stopping; ++i) {
    if (register_node(name))
      return true;
    if (inbound->IsCancelled())
      return false;
    sleep(3); // expect: retry-ignored-cancellation "'stopping'"
  }
  return false;
}

// The code says that it was cancelled, whoever polls.
grpc::Status charge_twice(grpc::ServerContext &inbound, Stub &stub, const Request &in, Reply *out) {
  grpc::Status s;
  for (int i = 0; i < 3 && !inbound.IsCancelled(); ++i) {
    grpc::ClientContext ctx;
    s = stub.Charge(&ctx, in, out);
    if (s.error_code() != grpc::StatusCode::UNAVAILABLE && s.error_code() != grpc::StatusCode::CANCELLED) // expect: retry-ignored-cancellation "CANCELLED"
      return s;
    std::this_thread::sleep_for(2s);
  }
  return s;
}
