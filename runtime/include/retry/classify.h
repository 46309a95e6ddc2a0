// From what a call gives back to a failure: an overload set. Write one for a
// type of yours in its own namespace:
//
//   retry::failure classify(const acme::Reply &reply);
//
// For a type of a library, whose namespace is not yours, specialise
// retry::classifier.
#ifndef RETRY_CLASSIFY_H
#define RETRY_CLASSIFY_H

#include "retry/errno.h"
#include <exception>
#include <system_error>
#include <type_traits>
#include <utility>

namespace retry {

namespace detail {

template <typename T, typename = void> struct has_error : std::false_type {};
template <typename T>
struct has_error<T, std::void_t<decltype(std::declval<const T &>().has_value()),
                                decltype(std::declval<const T &>().error())>>
    : std::true_type {};

template <typename T, typename = void> struct has_ok : std::false_type {};
template <typename T>
struct has_ok<T, std::enable_if_t<std::is_convertible_v<
                     decltype(std::declval<const T &>().ok()), bool>>>
    : std::true_type {};

} // namespace detail

/// A bool says whether it worked, and nothing about why not.
template <typename T>
std::enable_if_t<std::is_same_v<T, bool>, failure> classify(T worked) noexcept {
  return worked ? success : failure{};
}

template <typename T>
failure classify(const std::optional<T> &answer) noexcept {
  return answer ? success : failure{};
}

inline failure classify(const std::error_code &code) noexcept {
  if (!code)
    return success;
  // Other categories of the standard library map to errno's conditions.
  std::error_condition as = code.default_error_condition();
  if (as.category() == std::generic_category())
    return classify(errno_value{as.value()});
  return failure{};
}

/// std::expected and its like: what the error says.
template <typename T>
std::enable_if_t<detail::has_error<T>::value, failure>
classify(const T &expected) {
  if (expected.has_value())
    return success;
  return classify(expected.error());
}

/// A status class that nobody has described: ok() or not.
template <typename T>
std::enable_if_t<detail::has_ok<T>::value && !detail::has_error<T>::value,
                 failure>
classify(const T &status) {
  return status.ok() ? success : failure{};
}

#if defined(__cpp_exceptions)
/// What an exception says that carries a std::error_code; else unknown.
inline failure classify(const std::exception_ptr &thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::system_error &error) {
    return classify(error.code());
  } catch (...) {
    return failure{};
  }
}
#endif

/// What `retry::call` asks if it is given no function for it.
template <typename T, typename = void> struct classifier {
  static failure of(const T &answer) { return classify(answer); }
};

} // namespace retry

#endif
