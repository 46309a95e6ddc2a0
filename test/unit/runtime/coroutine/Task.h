// The least that a coroutine library has: a lazy task, and a loop with a clock
// of its own that resumes whoever sleeps.
#ifndef RETRY_TEST_TASK_H
#define RETRY_TEST_TASK_H

#include "retry/environment.h"
#include <coroutine>
#include <exception>
#include <map>
#include <optional>
#include <utility>

template <typename T> class Task;

struct TaskPromiseBase {
  std::coroutine_handle<> awaiting = std::noop_coroutine();
  std::exception_ptr thrown;

  struct Final {
    bool await_ready() const noexcept { return false; }
    template <typename Promise>
    std::coroutine_handle<>
    await_suspend(std::coroutine_handle<Promise> self) const noexcept {
      return self.promise().awaiting;
    }
    void await_resume() const noexcept {}
  };
  std::suspend_always initial_suspend() const noexcept { return {}; }
  Final final_suspend() const noexcept { return {}; }
  void unhandled_exception() { thrown = std::current_exception(); }
};

template <typename T> struct TaskPromise : TaskPromiseBase {
  std::optional<T> value;
  Task<T> get_return_object();
  template <typename U> void return_value(U &&one) {
    value.emplace(std::forward<U>(one));
  }
  T take() {
    if (thrown)
      std::rethrow_exception(thrown);
    return std::move(*value);
  }
};
template <> struct TaskPromise<void> : TaskPromiseBase {
  Task<void> get_return_object();
  void return_void() const noexcept {}
  void take() const {
    if (thrown)
      std::rethrow_exception(thrown);
  }
};

template <typename T> class [[nodiscard]] Task {
public:
  using promise_type = TaskPromise<T>;
  explicit Task(std::coroutine_handle<promise_type> one) : handle(one) {}
  Task(Task &&other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  ~Task() {
    if (handle)
      handle.destroy();
  }

  bool await_ready() const noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> by) noexcept {
    handle.promise().awaiting = by;
    return handle;
  }
  T await_resume() { return handle.promise().take(); }

  void start() { handle.resume(); }
  bool done() const { return handle.done(); }
  T take() { return handle.promise().take(); }

private:
  std::coroutine_handle<promise_type> handle;
};

template <typename T> Task<T> TaskPromise<T>::get_return_object() {
  return Task<T>(std::coroutine_handle<TaskPromise>::from_promise(*this));
}
inline Task<void> TaskPromise<void>::get_return_object() {
  return Task<void>(std::coroutine_handle<TaskPromise>::from_promise(*this));
}

/// Time stands still until `run` jumps to the next one who sleeps.
class Loop final : public retry::environment {
public:
  retry::time_point now() override { return current; }
  bool wait_until(retry::time_point, const retry::stop_token &) override {
    std::terminate(); // nothing blocks here
  }
  retry::random_source &random() override { return source; }

  auto sleepUntil(retry::time_point then, const retry::stop_token &stop) {
    struct Awaiter {
      Loop &loop;
      retry::time_point then;
      const retry::stop_token &stop;
      bool await_ready() const noexcept { return false; }
      void await_suspend(std::coroutine_handle<> who) {
        loop.sleeping.emplace(then, who);
      }
      bool await_resume() const { return !stop.stop_requested(); }
    };
    return Awaiter{*this, then, stop};
  }

  std::size_t sleepers() const { return sleeping.size(); }
  void run() {
    while (!sleeping.empty()) {
      auto first = sleeping.begin();
      auto [then, who] = *first;
      sleeping.erase(first);
      current = then;
      who.resume();
    }
  }

private:
  retry::time_point current{std::chrono::hours(1)};
  retry::random_source source{1};
  std::multimap<retry::time_point, std::coroutine_handle<>> sleeping;
};

#endif
