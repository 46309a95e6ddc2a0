// gRPC status codes, as another attempt sees them. Needs no gRPC.
#ifndef RETRY_GRPC_H
#define RETRY_GRPC_H

#include "retry/failure.h"

namespace retry {

struct grpc_code {
  int value = 0;
};

namespace detail {
RETRY_COLD constexpr failure of_grpc(int code) noexcept {
  switch (code) {
  case 1:
    return permanent("CANCELLED", failure_kind::cancelled);
  case 2:
    return failure{failure_class::unknown, failure_kind::other, std::nullopt,
                   "UNKNOWN"};
  case 3:
    return permanent("INVALID_ARGUMENT");
  case 4:
    return maybe_executed("DEADLINE_EXCEEDED", failure_kind::network_timeout);
  case 5:
    return permanent("NOT_FOUND");
  case 6:
    return permanent("ALREADY_EXISTS");
  case 7:
    return permanent("PERMISSION_DENIED");
  case 8:
    return throttled("RESOURCE_EXHAUSTED");
  case 9:
    return permanent("FAILED_PRECONDITION");
  case 10:
    return transient("ABORTED");
  case 11:
    return permanent("OUT_OF_RANGE");
  case 12:
    return permanent("UNIMPLEMENTED");
  case 13:
    return failure{failure_class::unknown, failure_kind::other, std::nullopt,
                   "INTERNAL"};
  case 14:
    return maybe_executed("UNAVAILABLE");
  case 15:
    return permanent("DATA_LOSS");
  case 16:
    return permanent("UNAUTHENTICATED");
  default:
    return failure{};
  }
}
} // namespace detail

constexpr failure classify(grpc_code code) noexcept {
  return code.value == 0 ? success : detail::of_grpc(code.value);
}

} // namespace retry

#endif
