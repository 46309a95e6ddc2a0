// Types that hold a length or a point of time.
#ifndef RETRYLINT_ANALYSIS_TIMETYPES_H
#define RETRYLINT_ANALYSIS_TIMETYPES_H

#include "clang/AST/Type.h"
#include <optional>

namespace clang {
class APValue;
class NamedDecl;
} // namespace clang

namespace retrylint {

/// Seconds in one tick of a chrono-like duration or time_point (std, boost,
/// absl); nothing for other types.
std::optional<double> tickOf(clang::QualType T);
/// Seconds in one unit of the number that a function waits for, if its name,
/// its parameter or that one's type says so: sleep_ms, nap(int usec),
/// useconds_t.
std::optional<double> unitNamedBy(const clang::NamedDecl &Waits, unsigned Arg);
bool isTimePoint(clang::QualType T);

/// A number folded by the compiler; a duration becomes seconds.
std::optional<double> numberOf(const clang::APValue &V, clang::QualType T);

} // namespace retrylint

#endif
