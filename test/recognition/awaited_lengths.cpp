// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter,retry-immediate -- -std=c++20
// What a program awaits may hold how long that takes: an own timer.
#include <chrono>
#include <coroutine>
#include <cstdint>
#include <exception>

using namespace std::chrono_literals;

struct Task {
  struct promise_type {
    Task get_return_object();
    std::suspend_never initial_suspend();
    std::suspend_never final_suspend() noexcept;
    void return_value(bool);
    void unhandled_exception();
  };
};

struct Delay {
  std::chrono::milliseconds length;
  bool await_ready() const noexcept;
  void await_suspend(std::coroutine_handle<>) const;
  void await_resume() const noexcept {}
};

class Timer {
public:
  explicit Timer(std::chrono::seconds s) : length_(s) {}
  bool await_ready() const noexcept { return length_.count() <= 0; }
  void await_suspend(std::coroutine_handle<> h);
  void await_resume() noexcept {}

private:
  std::chrono::seconds length_;
  void *context_ = nullptr;
};
inline Timer after(std::chrono::seconds s) { return Timer(s); }

// Two lengths: which of them is waited nobody knows.
struct Between {
  std::chrono::milliseconds least, most;
  bool await_ready() const noexcept;
  void await_suspend(std::coroutine_handle<>) const;
  void await_resume() const noexcept {}
};

struct Peer {
  int connect(const char *host);
  int publish(const char *text);
};

Task always(Peer &peer) {
  for (int i = 0; i < 3; ++i) {
    if (peer.connect("db") == 0)
      co_return true;
    co_await Delay{250ms}; // expect: retry-fixed-interval "250 ms, 250 ms"
  }
  co_return false;
}

Task doubling(Peer &peer) {
  auto pause = 1s;
  for (int i = 0; i < 4; ++i, pause *= 2) {
    if (peer.connect("db") == 0)
      co_return true;
    co_await after(pause); // expect: retry-missing-jitter "1 s, 2 s, 4 s"
  }
  co_return false;
}

Task byConstructor(Peer &peer) {
  int left = 3;
  while (peer.publish("up") != 0) {
    if (--left == 0)
      co_return false;
    co_await Timer(2s); // expect: retry-fixed-interval "2 s, 2 s"
  }
  co_return true;
}

Task somewhereBetween(Peer &peer) {
  for (int i = 0; i < 3; ++i) {
    if (peer.connect("db") == 0)
      co_return true;
    co_await Between{1s, 4s};
  }
  co_return false;
}
