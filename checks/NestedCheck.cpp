#include "checks/NestedCheck.h"
#include "checks/Describe.h"
#include "llvm/ADT/STLExtras.h"
#include <iterator>

namespace retrylint {

void NestedCheck::judge(const RetryLoop &Loop, const Policy &P) {
  if (Loop.Daemon)
    return; // it serves in between
  std::vector<RetryLayer> Layers;
  if (Loop.Around)
    Layers.push_back(*Loop.Around);
  RetryLayer Own;
  Own.Attempts = Loop.Limit.Is.Attempts;
  Own.Endless = Loop.Limit.Is.endless();
  Own.Where = clang::SourceRange(Loop.CycleAt);
  Layers.push_back(Own);
  llvm::copy_if(Loop.Inside, std::back_inserter(Layers),
                [&](const RetryLayer &L) { return sure(L.Sure); });
  if (Layers.size() <= P.Nesting.MaxLayers)
    return;
  // Without any number there is nothing to say of the product.
  if (!sure(Certainty::Possible) &&
      llvm::none_of(
          Layers, [](const RetryLayer &L) { return L.Endless || L.Attempts; }))
    return;
  clang::SourceRange At = Loop.Around ? Loop.Around->Where : Loop.AttemptAt;
  report(Loop, At,
         "retries '%0' inside a retry: %1; retry at one layer, and let the "
         "others pass the error on")
      << Loop.Operation << describeProduct(Layers);
  for (const RetryLayer &L : Layers)
    if (L.Where.isValid() && L.Where.getBegin() != At.getBegin())
      diag(L.Where.getBegin(), "%0 attempts here", clang::DiagnosticIDs::Note)
          << describeAttempts(L);
  explain(Loop);
}

} // namespace retrylint
