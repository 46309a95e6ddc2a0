// What is called: its name, its policy, and what all callers of it share.
#ifndef RETRY_DEPENDENCY_H
#define RETRY_DEPENDENCY_H

#include "retry/breaker.h"
#include "retry/budget.h"
#include "retry/defaults.h"
#include "retry/environment.h"
#include "retry/observer.h"
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>

namespace retry {

namespace detail {
[[noreturn]] inline void refuse(const char *what) {
#if defined(__cpp_exceptions)
  throw std::invalid_argument(what);
#else
  std::fprintf(stderr, "retry: %s\n", what);
  std::abort();
#endif
}
} // namespace detail

/// One for each server or service, usually static. The name is a literal.
class dependency {
public:
  explicit dependency(const char *called, const policy &limiting = sync_api)
      : named(called), rules(limiting) {
    if (const char *wrong = problem(limiting))
      detail::refuse(wrong);
  }
  dependency(const dependency &) = delete;
  dependency &operator=(const dependency &) = delete;

  /// Each must outlive the dependency. Set them before the first call.
  dependency &use(budget &other) {
    shared_budget = &other;
    return *this;
  }
  dependency &use(circuit_breaker &other) {
    circuit = &other;
    return *this;
  }
  dependency &use(observer &other) {
    watching = &other;
    return *this;
  }
  dependency &use(environment &other) {
    elsewhere = &other;
    return *this;
  }

  const char *name() const noexcept { return named; }
  const policy &limits() const noexcept { return rules; }
  circuit_breaker &breaker() noexcept { return *circuit; }
  token_bucket *own_bucket() noexcept {
    return shared_budget ? nullptr : &bucket;
  }
  budget &retries() noexcept {
    return shared_budget ? *shared_budget : static_cast<budget &>(bucket);
  }
  observer &watcher() const noexcept {
    return watching ? *watching : default_observer();
  }
  environment &where() const noexcept {
    return elsewhere ? *elsewhere : real_environment::instance();
  }

private:
  const char *const named;
  const policy rules;
  token_bucket bucket;
  circuit_breaker own_circuit;
  budget *shared_budget = nullptr;
  circuit_breaker *circuit = &own_circuit;
  observer *watching = nullptr;
  environment *elsewhere = nullptr;
};

/// The dependency of this name in this process, made when first asked for with
/// the given policy. The name must be a literal.
inline dependency &named(const char *name, const policy &rules = sync_api) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<dependency>> all;
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<dependency> &one = all[name];
  if (!one)
    one = std::make_unique<dependency>(name, rules);
  return *one;
}

} // namespace retry

#endif
