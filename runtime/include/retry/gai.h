// getaddrinfo's errors, as another attempt sees them.
#ifndef RETRY_GAI_H
#define RETRY_GAI_H

#include "retry/errno.h"
#include <netdb.h>

namespace retry {

struct gai_code {
  int value = 0;
  int error = 0; // errno, for EAI_SYSTEM
};

inline failure classify(gai_code code) noexcept {
  switch (code.value) {
  case 0:
    return success;
  case EAI_AGAIN:
    return transient("EAI_AGAIN", failure_kind::dns_temporary);
  case EAI_MEMORY:
    return transient("EAI_MEMORY");
  case EAI_SYSTEM:
    return classify(errno_value{code.error});
  case EAI_NONAME:
    return permanent("EAI_NONAME");
  case EAI_FAIL:
    return permanent("EAI_FAIL");
  case EAI_FAMILY:
    return permanent("EAI_FAMILY");
  case EAI_SERVICE:
    return permanent("EAI_SERVICE");
  case EAI_SOCKTYPE:
    return permanent("EAI_SOCKTYPE");
  case EAI_BADFLAGS:
    return permanent("EAI_BADFLAGS");
  default:
    return failure{};
  }
}

} // namespace retry

#endif
