// Declarations with the shape of folly.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace folly {
struct Unit {};
template <class T> class SemiFuture {
public:
  T get() &&;
  SemiFuture &wait();
};
template <class V, class E> class Expected {
public:
  bool hasValue() const;
  bool hasError() const;
  explicit operator bool() const;
  const V &value() const;
  const E &error() const;
};
class Random {
public:
  static uint32_t rand32(uint32_t max);
  static double randDouble01();
};
class SocketAddress {
public:
  void setFromHostPort(const char *host, uint16_t port);
};
template <bool = true> class Baton {
public:
  template <class R, class P> bool try_wait_for(const std::chrono::duration<R, P> &) { return false; }
};
namespace futures {
SemiFuture<Unit> sleep(std::chrono::microseconds);
}
} // namespace folly
