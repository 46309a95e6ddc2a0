// The status codes of gRPC, by name.
#ifndef RETRYLINT_RULES_GRPCCODES_H
#define RETRYLINT_RULES_GRPCCODES_H

#include "llvm/ADT/StringRef.h"
#include <utility>

namespace retrylint {

/// In the order of their numbers.
inline constexpr std::pair<llvm::StringRef, int> GrpcCodes[] = {
    {"OK", 0},
    {"CANCELLED", 1},
    {"UNKNOWN", 2},
    {"INVALID_ARGUMENT", 3},
    {"DEADLINE_EXCEEDED", 4},
    {"NOT_FOUND", 5},
    {"ALREADY_EXISTS", 6},
    {"PERMISSION_DENIED", 7},
    {"RESOURCE_EXHAUSTED", 8},
    {"FAILED_PRECONDITION", 9},
    {"ABORTED", 10},
    {"OUT_OF_RANGE", 11},
    {"UNIMPLEMENTED", 12},
    {"INTERNAL", 13},
    {"UNAVAILABLE", 14},
    {"DATA_LOSS", 15},
    {"UNAUTHENTICATED", 16},
};

} // namespace retrylint

#endif
