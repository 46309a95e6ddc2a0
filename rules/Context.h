// Who retries: the limits of a loop depend on it (rules L1 and L2).
#ifndef RETRYLINT_RULES_CONTEXT_H
#define RETRYLINT_RULES_CONTEXT_H

#include "llvm/ADT/StringRef.h"
#include <utility>

namespace retrylint {

enum class Context { Synchronous, Event, Webhook, Batch, GrpcUnary };
inline constexpr unsigned NumContexts = 5;

/// In the words of the policy.
inline constexpr std::pair<llvm::StringRef, Context> ContextNames[] = {
    {"synchronous", Context::Synchronous}, {"event", Context::Event},
    {"webhook", Context::Webhook},         {"batch", Context::Batch},
    {"grpc-unary", Context::GrpcUnary},
};
static_assert(std::size(ContextNames) == NumContexts);

inline llvm::StringRef contextName(Context C) {
  return ContextNames[static_cast<unsigned>(C)].first;
}

} // namespace retrylint

#endif
