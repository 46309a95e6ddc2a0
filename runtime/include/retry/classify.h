// From what a call gives back to a failure. Write an overload for a type of
// yours in its own namespace:
//
//   retry::failure classify(const acme::Reply &reply);
//
// For a type of a library, whose namespace is not yours, specialise
// retry::classifier. What has neither is known by its shape.
#ifndef RETRY_CLASSIFY_H
#define RETRY_CLASSIFY_H

#include "retry/error_code.h"
#include "retry/grpc.h"
#include "retry/shape.h"
#include <exception>
#include <stdexcept>

namespace retry {

template <typename T, typename = void> struct classifier;

constexpr const failure &classify(const failure &itself) noexcept {
  return itself;
}

#if defined(__cpp_exceptions)
/// An exception says what its std::error_code says. What is wrong with the
/// program stays wrong. The rest is unknown.
inline failure classify(const std::exception_ptr &thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::system_error &error) {
    return classify(error.code());
  } catch (const std::logic_error &) {
    return permanent("logic_error");
  } catch (...) {
    return failure{};
  }
}
#endif

namespace detail {

/// Somebody has written down what it means.
template <typename T, typename = void> struct has_overload : std::false_type {};
template <typename T>
struct has_overload<T,
                    std::void_t<decltype(classify(std::declval<const T &>()))>>
    : std::true_type {};

struct by_shape {}; // what no specialisation of classifier is
template <typename T>
inline constexpr bool has_meaning =
    has_overload<T>::value || !std::is_base_of_v<by_shape, classifier<T>>;

/// A value is a success, unless it is of a type that can mean otherwise.
template <typename T> failure of_value(const T &value) {
  if constexpr (has_meaning<T>)
    return classifier<T>::of(value);
  else
    return success;
}

/// An error is none, whatever it says, and unknown if it says nothing.
template <typename T> failure of_error(const T &error) {
  if constexpr (has_meaning<T> || is_canonical_code<T> || has_ok<T>::value) {
    failure why = classifier<T>::of(error);
    return why.ok() ? failure{} : why;
  } else {
    return failure{};
  }
}

template <typename Status> failure of_status(const Status &status) {
  if (status.ok())
    return success;
  if constexpr (has_status<Status>::value)
    return of_error(status.status());
  else if constexpr (has_error<Status>::value)
    return of_error(status.error());
  else if constexpr (has_code<Status>::value)
    return of_error(status.code());
  else if constexpr (has_error_code<Status>::value)
    return of_error(status.error_code());
  else
    return failure{};
}

template <typename T> failure of_expected(const T &expected) {
  if constexpr (has_content<T>::value)
    return of_value(*expected);
  else
    return success;
}

/// A pair or tuple: the first part that means a failure.
template <typename T> failure of_parts(const T &parts) {
  return std::apply(
      [](const auto &...part) {
        static_assert((has_meaning<std::decay_t<decltype(part)>> || ...),
                      "no part of this pair or tuple tells of failure");
        failure why = success;
        (void)((why = of_value(part)).ok() && ...);
        return why;
      },
      parts);
}

template <typename T> inline constexpr bool unknown_shape = false;

} // namespace detail

/// What `retry::call` asks if it is given no function for it.
template <typename T, typename> struct classifier : detail::by_shape {
  static failure of(const T &answer) {
    using namespace detail;
    if constexpr (has_overload<T>::value) {
      return classify(answer);
    } else if constexpr (std::is_same_v<T, bool>) {
      return answer ? success : failure{};
    } else if constexpr (is_canonical_code<T>) {
      return classify(grpc_code{static_cast<int>(answer)});
    } else if constexpr (is_optional<T>::value) {
      return answer ? of_value(*answer) : failure{};
    } else if constexpr (is_expected<T>) {
      return answer.has_value() ? of_expected(answer)
                                : of_error(answer.error());
    } else if constexpr (has_ok<T>::value) {
      return of_status(answer);
    } else if constexpr (is_parts<T>::value) {
      return of_parts(answer);
    } else if constexpr (std::is_base_of_v<std::exception, T> &&
                         has_code<T>::value) {
      return of_error(answer.code());
    } else {
      static_assert(unknown_shape<T>,
                    "what this type means for a retry is not known: write "
                    "retry::failure classify(const T &) beside it, or pass a "
                    "function that tells");
    }
  }
};

/// Classifies by `classifier`, that is by overload, specialisation or shape.
struct by_type {
  template <typename T> failure operator()(const T &answer) const {
    return classifier<T>::of(answer);
  }
};

#if defined(__cpp_exceptions)
/// The same, and exceptions of these types by what `classify` says of each: of
/// the first that matches.
template <typename... Exceptions> struct catching : by_type {
  using by_type::operator();
  failure operator()(const std::exception_ptr &thrown) const {
    return first<Exceptions...>(thrown);
  }

private:
  template <typename Exception, typename... Others>
  static failure first(const std::exception_ptr &thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Exception &error) {
      return classifier<Exception>::of(error);
    } catch (...) {
      if constexpr (sizeof...(Others) != 0)
        return first<Others...>(thrown);
      else
        return classify(thrown);
    }
  }
};
#endif

} // namespace retry

#endif
