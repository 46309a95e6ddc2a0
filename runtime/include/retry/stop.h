// A way to end a wait early: retry::stop_source and its tokens, or
// std::stop_token where there is one.
#ifndef RETRY_STOP_H
#define RETRY_STOP_H

#include "retry/time.h"
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#if defined(__has_include)
#if __has_include(<version>)
#include <version>
#endif
#endif
#if defined(__cpp_lib_jthread)
#include <stop_token>
#endif

namespace retry {

namespace detail {

/// Who wants to hear of a stop.
struct stop_listener {
  void (*told)(void *who);
  void *who;
  stop_listener *next = nullptr;
};

/// What a source and its tokens share.
class stop_state {
public:
  bool stopped() const noexcept { return flag.load(std::memory_order_acquire); }

  /// Tells the listeners, in this thread.
  void stop() {
    std::unique_lock<std::mutex> lock(mutex);
    if (flag.exchange(true, std::memory_order_acq_rel))
      return;
    teller = this_thread();
    while (first != nullptr) {
      stop_listener *one = telling = std::exchange(first, first->next);
      lock.unlock();
      one->told(one->who); // may remove itself
      lock.lock();
      telling = nullptr;
      told_one.notify_all();
    }
  }

  /// False if it was stopped before, and `one` is not told.
  bool add(stop_listener &one) {
    std::lock_guard<std::mutex> lock(mutex);
    if (stopped())
      return false;
    one.next = std::exchange(first, &one);
    return true;
  }
  /// When this returns `one` is not being told, except by this very thread.
  void remove(stop_listener &one) {
    std::unique_lock<std::mutex> lock(mutex);
    for (stop_listener **at = &first; *at != nullptr; at = &(*at)->next)
      if (*at == &one) {
        *at = one.next;
        return;
      }
    if (teller != this_thread())
      told_one.wait(lock, [&] { return telling != &one; });
  }

private:
  static const void *this_thread() noexcept {
    static thread_local char mark;
    return &mark;
  }

  std::mutex mutex;
  std::condition_variable told_one;
  std::atomic<bool> flag{false};
  stop_listener *first = nullptr, *telling = nullptr;
  const void *teller = nullptr;
};

/// Ends when it is destroyed.
struct stop_subscription {
  virtual ~stop_subscription() = default;
};

using own_token = std::shared_ptr<stop_state>;

inline bool requested(const own_token &token) noexcept {
  return token->stopped();
}
inline std::unique_ptr<stop_subscription>
subscribe(const own_token &token, void (*told)(void *), void *who) {
  struct subscription final : stop_subscription {
    subscription(own_token token, void (*told)(void *), void *who)
        : state(std::move(token)), one{told, who} {}
    ~subscription() override { state->remove(one); }
    own_token state;
    stop_listener one;
  };
  auto made = std::make_unique<subscription>(token, told, who);
  if (!token->add(made->one))
    told(who);
  return made;
}

#if defined(__cpp_lib_jthread)
inline bool requested(const std::stop_token &token) noexcept {
  return token.stop_requested();
}
inline std::unique_ptr<stop_subscription>
subscribe(const std::stop_token &token, void (*told)(void *), void *who) {
  struct call {
    void (*told)(void *);
    void *who;
    void operator()() const { told(who); }
  };
  struct subscription final : stop_subscription {
    subscription(const std::stop_token &token, call what)
        : callback(token, what) {}
    std::stop_callback<call> callback;
  };
  return std::make_unique<subscription>(token, call{told, who});
}
#endif

/// What can be done with a token of some type. By pointers, so that
/// retry::stop_token is the same in C++17, which has no std::stop_token.
struct stop_kind {
  void (*copy)(const void *from, void *to);
  void (*move)(void *from, void *to); // from is destroyed
  void (*destroy)(void *token);
  bool (*requested)(const void *token);
  std::unique_ptr<stop_subscription> (*subscribe)(const void *token,
                                                  void (*told)(void *),
                                                  void *who);
};
template <typename Token> const Token &as(const void *token) noexcept {
  return *static_cast<const Token *>(token);
}
template <typename Token> Token &as(void *token) noexcept {
  return *static_cast<Token *>(token);
}
template <typename Token>
inline constexpr stop_kind kind_of = {
    [](const void *from, void *to) { ::new (to) Token(as<Token>(from)); },
    [](void *from, void *to) {
      ::new (to) Token(std::move(as<Token>(from)));
      as<Token>(from).~Token();
    },
    [](void *token) { as<Token>(token).~Token(); },
    [](const void *token) { return requested(as<Token>(token)); },
    [](const void *token, void (*told)(void *), void *who) {
      return subscribe(as<Token>(token), told, who);
    }};

} // namespace detail

/// One that was made from nothing never stops, and costs nothing.
class stop_token {
public:
  stop_token() noexcept {}
#if defined(__cpp_lib_jthread)
  stop_token(const std::stop_token &other) {
    if (other.stop_possible())
      hold(other);
  }
#endif
  stop_token(const stop_token &other) : kind(other.kind) {
    if (kind != nullptr)
      kind->copy(other.storage, storage);
  }
  stop_token(stop_token &&other) noexcept { take(other); }
  stop_token &operator=(stop_token other) noexcept {
    drop();
    take(other);
    return *this;
  }
  ~stop_token() { drop(); }

  bool stop_possible() const noexcept { return kind != nullptr; }
  bool stop_requested() const noexcept {
    return kind != nullptr && kind->requested(storage);
  }
  /// Waits until then; false if it was stopped before.
  bool wait_until(time_point then) const;

private:
  friend class stop_source;
  template <typename Fn> friend class stop_callback;

  explicit stop_token(const detail::own_token &state) { hold(state); }

  template <typename Token> void hold(const Token &token) {
    static_assert(sizeof(Token) <= sizeof(storage));
    ::new (static_cast<void *>(storage)) Token(token);
    kind = &detail::kind_of<Token>;
  }
  void take(stop_token &other) noexcept {
    kind = std::exchange(other.kind, nullptr);
    if (kind != nullptr)
      kind->move(other.storage, storage);
  }
  void drop() noexcept {
    if (kind != nullptr)
      kind->destroy(storage);
  }

  const detail::stop_kind *kind = nullptr;
  alignas(void *) unsigned char storage[2 * sizeof(void *)];
};

class stop_source {
public:
  stop_token token() const { return stop_token(state); }
  void request_stop() { state->stop(); }

private:
  detail::own_token state = std::make_shared<detail::stop_state>();
};

/// Calls `fn` when a stop is requested, in the thread that requests it; at once
/// if that has happened. After its destructor `fn` is not called.
template <typename Fn> class stop_callback {
public:
  stop_callback(const stop_token &token, Fn call) : fn(std::move(call)) {
    if (token.stop_possible())
      held = token.kind->subscribe(
          token.storage,
          [](void *self) { static_cast<stop_callback *>(self)->fn(); }, this);
  }
  stop_callback(const stop_callback &) = delete;
  stop_callback &operator=(const stop_callback &) = delete;

private:
  Fn fn;
  std::unique_ptr<detail::stop_subscription> held;
};

inline bool stop_token::wait_until(time_point then) const {
  std::mutex mutex;
  std::condition_variable changed;
  bool stopped = false;
  stop_callback wake(*this, [&] {
    std::lock_guard<std::mutex> lock(mutex);
    stopped = true;
    changed.notify_all();
  });
  std::unique_lock<std::mutex> lock(mutex);
  if (then == never) {
    changed.wait(lock, [&] { return stopped; });
    return false;
  }
  return !changed.wait_until(lock, then, [&] { return stopped; });
}

} // namespace retry

#endif
