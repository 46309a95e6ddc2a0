// Types that hold a length or a point of time.
#ifndef RETRYLINT_ANALYSIS_TIMETYPES_H
#define RETRYLINT_ANALYSIS_TIMETYPES_H

#include "clang/AST/Type.h"
#include <optional>

namespace clang {
class APValue;
}

namespace retrylint {

/// Seconds in one tick of a chrono-like duration or time_point (std, boost,
/// absl); nothing for other types.
std::optional<double> tickOf(clang::QualType T);
bool isTimePoint(clang::QualType T);

/// A number folded by the compiler; a duration becomes seconds.
std::optional<double> numberOf(const clang::APValue &V, clang::QualType T);

} // namespace retrylint

#endif
