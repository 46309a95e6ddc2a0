// The idempotency key: made once for an operation, the same on every attempt.
#ifndef RETRY_KEY_H
#define RETRY_KEY_H

#include "retry/random.h"
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace retry {

/// Text of at most 64 characters of a key or a correlation id: letters, digits
/// and "-_.:". Anything else is refused, so that neither a body nor a header
/// can be put into a log by mistake.
class id {
public:
  static constexpr std::size_t max_size = 64;

  id() noexcept : length(0) {} // the characters stay as they are
  /// Empty if the text is too long or holds another character.
  static id from(std::string_view text) noexcept {
    id made;
    if (text.size() > max_size)
      return made;
    for (char c : text)
      if (!allowed(c))
        return made;
    for (char c : text)
      made.chars[made.length++] = c;
    return made;
  }

  /// A random UUID (version 4).
  static id uuid() {
    std::random_device device;
    std::array<unsigned char, 16> bytes{};
    for (std::size_t i = 0; i < bytes.size(); i += 4) {
      std::uint32_t word = device();
      for (std::size_t j = 0; j < 4; ++j)
        bytes[i + j] = static_cast<unsigned char>(word >> (8 * j));
    }
    bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0F) | 0x40);
    bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3F) | 0x80);
    id made;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (i == 4 || i == 6 || i == 8 || i == 10)
        made.chars[made.length++] = '-';
      made.chars[made.length++] = "0123456789abcdef"[bytes[i] >> 4];
      made.chars[made.length++] = "0123456789abcdef"[bytes[i] & 0xF];
    }
    return made;
  }

  bool empty() const noexcept { return length == 0; }
  std::string_view view() const noexcept { return {chars.data(), length}; }
  std::string str() const { return std::string(view()); }
  friend bool operator==(const id &a, const id &b) noexcept {
    return a.view() == b.view();
  }
  friend bool operator!=(const id &a, const id &b) noexcept {
    return !(a == b);
  }

private:
  static constexpr bool allowed(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' ||
           c == ':';
  }
  std::array<char, max_size> chars;
  unsigned char length;
};

} // namespace retry

#endif
