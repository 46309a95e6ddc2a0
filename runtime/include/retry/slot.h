// Room for what an attempt gives: a std::optional into which a function's
// answer is returned, not moved.
#ifndef RETRY_SLOT_H
#define RETRY_SLOT_H

#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace retry::detail {

/// A base that is copied, or only moved.
template <bool copies> struct copied_if {};
template <> struct copied_if<false> {
  copied_if() = default;
  copied_if(copied_if &&) = default;
  copied_if &operator=(copied_if &&) = default;
};

template <typename T> class slot {
public:
  slot() noexcept : none() {}
  slot(const slot &other) : none() {
    if (other.full)
      emplace(other.value);
  }
  slot(slot &&other) noexcept(std::is_nothrow_move_constructible_v<T>)
      : none() {
    if (other.full)
      emplace(std::move(other.value));
  }
  slot &
  operator=(slot other) noexcept(std::is_nothrow_move_constructible_v<T>) {
    reset();
    if (other.full)
      emplace(std::move(other.value));
    return *this;
  }
  ~slot() { reset(); }

  template <typename... Args> T &emplace(Args &&...args) {
    return emplace_from([&] { return T(std::forward<Args>(args)...); });
  }
  /// With what `make` returns.
  template <typename Make> T &emplace_from(Make &&make) {
    reset();
    ::new (static_cast<void *>(std::addressof(value))) T(make());
    full = true;
    return value;
  }
  void reset() noexcept {
    if (std::exchange(full, false))
      value.~T();
  }

  bool has_value() const noexcept { return full; }
  explicit operator bool() const noexcept { return full; }
  T &operator*() noexcept { return value; }
  const T &operator*() const noexcept { return value; }

private:
  union {
    char none;
    T value;
  };
  bool full = false;
};

} // namespace retry::detail

#endif
