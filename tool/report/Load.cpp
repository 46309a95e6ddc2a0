#include "tool/report/Load.h"
#include <algorithm>
#include <cmath>

using namespace retrylint;

std::vector<WaitRange> retrylint::recommendedWaits(const LoopFacts &L) {
  std::vector<WaitRange> Waits;
  const auto &R = L.Recommended;
  for (unsigned Retry = 0; Retry + 1 < R.Attempts; ++Retry) {
    if (R.Schedule.empty())
      Waits.push_back({0, std::min(R.Cap, std::ldexp(R.Base, Retry))});
    else if (Retry + 1 < R.Schedule.size()) // the first is before attempt 1
      Waits.push_back({R.Schedule[Retry + 1], R.Schedule[Retry + 1]});
  }
  return Waits;
}

/// The share of a wait from the range that falls into each bin.
static std::vector<double> sharesOf(WaitRange W, double Width, unsigned Bins) {
  std::vector<double> Shares(Bins);
  if (W.Hi - W.Lo < Width / 1000) {
    if (size_t Bin = W.Lo / Width; Bin < Bins)
      Shares[Bin] = 1;
    return Shares;
  }
  for (unsigned I = 0; I < Bins; ++I) {
    double Covered =
        std::min(W.Hi, (I + 1) * Width) - std::max(W.Lo, I * Width);
    Shares[I] = std::max(0.0, Covered) / (W.Hi - W.Lo);
  }
  return Shares;
}

std::vector<double> retrylint::expectedLoad(llvm::ArrayRef<WaitRange> Waits,
                                            unsigned Clients, double Horizon,
                                            unsigned Bins) {
  double Width = Horizon / Bins;
  std::vector<double> Load(Bins), When(Bins); // When: the last attempt was made
  When[0] = 1;
  for (const WaitRange &W : Waits) {
    std::vector<double> Shares = sharesOf(W, Width, Bins), Next(Bins);
    for (unsigned I = 0; I < Bins; ++I)
      for (unsigned J = 0; When[I] > 0 && I + J < Bins; ++J)
        Next[I + J] += When[I] * Shares[J];
    When = std::move(Next);
    for (unsigned I = 0; I < Bins; ++I)
      Load[I] += Clients * When[I];
  }
  return Load;
}
