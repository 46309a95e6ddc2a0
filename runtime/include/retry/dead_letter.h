// Where a message goes that nobody could process. It is never dropped.
#ifndef RETRY_DEAD_LETTER_H
#define RETRY_DEAD_LETTER_H

#include "retry/attempt.h"
#include "retry/result.h"
#include <string>
#include <string_view>

namespace retry {

struct dead_letter {
  std::string_view queue;
  std::string_view payload, headers;
  ending how; // attempts, elapsed time, error, reason
  id correlation_id, idempotency_key;
};

class dead_letter_queue {
public:
  virtual ~dead_letter_queue() = default;
  /// Returns when the letter is safe, throws if it cannot be kept: then the
  /// message must not be acknowledged.
  virtual void put(const dead_letter &letter) = 0;
};

} // namespace retry

#endif
