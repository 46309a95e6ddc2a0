// RUN: %check_retry %s --checks=retry-fixed*,retry-missing-j* --
// A result class of the program: what its own ok() or operator bool is made of
// need not say which of the two is good.
#include <string>
#include <unistd.h>
#include <utility>
#include <variant>

struct Error {
  int code;
};

template <class T> class Result {
  std::variant<T, Error> Value;

public:
  Result(T value) : Value(std::move(value)) {}
  Result(Error error) : Value(error) {}
  explicit operator bool() const { return Value.index() == 0; }
  bool failed() const { return Value.index() != 0; }
  bool isLarge() const { return Value.index() == 0; }
  const T &get() const { return std::get<0>(Value); }
};

struct Outcome {
  unsigned long Flags;
  bool ok() const { return (Flags & 4) != 0; }
};

Result<std::string> fetch(const std::string &url);
Outcome submit_job(const std::string &text);

std::string page(const std::string &url) {
  for (int i = 0; i < 3; ++i) {
    auto r = fetch(url);
    if (r)
      return r.get();
    sleep(1); // expect: retry-fixed-interval
  }
  return {};
}

std::string pageUnlessFailed(const std::string &url) {
  int n = 0;
  auto r = fetch(url);
  while (r.failed() && ++n < 4) {
    sleep(n); // expect: retry-missing-jitter
    r = fetch(url);
  }
  return r.failed() ? std::string() : r.get();
}

template <class F> auto again(F call) -> decltype(call()) {
  for (int i = 1;; ++i) {
    auto r = call();
    if (r || i == 3)
      return r;
    sleep(2); // expect: retry-fixed-interval
  }
}

Result<std::string> pageByPolicy(const std::string &url) {
  return again([&] { return fetch(url); });
}

bool send(const std::string &text) {
  for (int i = 0; i < 3; ++i) {
    if (submit_job(text).ok())
      return true;
    sleep(1); // expect: retry-fixed-interval
  }
  return false;
}

// What goes round is the good one.
int drain(const std::string &url) {
  int n = 0;
  while (true) {
    auto r = fetch(url);
    if (!r)
      return n;
    ++n;
    sleep(1);
  }
}

// Neither name says that anything failed.
std::string until(const std::string &url) {
  while (true) {
    auto r = fetch(url);
    if (r.isLarge())
      return r.get();
    sleep(1);
  }
}
