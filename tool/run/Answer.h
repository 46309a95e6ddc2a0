// What a worker answers, and a cache keeps: a result and what it depends on.
#ifndef RETRYLINT_TOOL_RUN_ANSWER_H
#define RETRYLINT_TOOL_RUN_ANSWER_H

#include "tool/report/UnitResult.h"
#include "tool/run/Dependencies.h"

namespace retrylint {

std::string packAnswer(UnitResult R, const Dependencies &Needs);

/// The parts of what packAnswer gave, still packed.
struct Answer {
  explicit Answer(llvm::StringRef Bytes);
  llvm::StringRef Day; // on which it holds; empty: on any
  llvm::StringRef Needs, Result;

  /// Nothing it depends on has changed.
  bool holds(Freshness &Now) const;
};

} // namespace retrylint

#endif
