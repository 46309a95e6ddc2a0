// What can be seen of a type: whether it tells of success and failure.
#ifndef RETRY_SHAPE_H
#define RETRY_SHAPE_H

#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace retry::detail {

template <typename T> struct is_optional : std::false_type {};
template <typename T> struct is_optional<std::optional<T>> : std::true_type {};

#define RETRY_HAS(NAME)                                                        \
  template <typename T, typename = void>                                       \
  struct has_##NAME : std::false_type {};                                      \
  template <typename T>                                                        \
  struct has_##NAME<T,                                                         \
                    std::void_t<decltype(std::declval<const T &>().NAME())>>   \
      : std::true_type {}
RETRY_HAS(code);
RETRY_HAS(error);
RETRY_HAS(error_code);
RETRY_HAS(has_value);
RETRY_HAS(ok);
RETRY_HAS(status);
#undef RETRY_HAS

/// std::expected and its like.
template <typename T>
inline constexpr bool is_expected =
    has_has_value<T>::value && has_error<T>::value;

template <typename T, typename = void> struct has_content : std::false_type {};
template <typename T>
struct has_content<
    T, std::enable_if_t<!std::is_void_v<decltype(*std::declval<const T &>())>>>
    : std::true_type {};

/// An enumeration of the codes that gRPC, Abseil and Google's clients share.
template <typename T, typename = void>
struct has_camel_codes : std::false_type {};
template <typename T>
struct has_camel_codes<
    T, std::enable_if_t<static_cast<int>(T::kUnavailable) == 14 &&
                        static_cast<int>(T::kResourceExhausted) == 8>>
    : std::true_type {};
template <typename T, typename = void>
struct has_upper_codes : std::false_type {};
template <typename T>
struct has_upper_codes<
    T, std::enable_if_t<static_cast<int>(T::UNAVAILABLE) == 14 &&
                        static_cast<int>(T::RESOURCE_EXHAUSTED) == 8>>
    : std::true_type {};
template <typename T>
inline constexpr bool is_canonical_code =
    std::is_enum_v<T> &&
    (has_camel_codes<T>::value || has_upper_codes<T>::value);

template <typename T> struct is_parts : std::false_type {};
template <typename First, typename Second>
struct is_parts<std::pair<First, Second>> : std::true_type {};
template <typename... Parts>
struct is_parts<std::tuple<Parts...>> : std::true_type {};

} // namespace retry::detail

#endif
