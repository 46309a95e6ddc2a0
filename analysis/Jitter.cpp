#include "analysis/Jitter.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace retrylint {

namespace {

/// What a wait is drawn from: seconds, or multiples of an unknown amount.
struct Range {
  double Lo, Hi;
  double width() const { return Hi - Lo; }
  double floor() const { return Lo / Hi; }
};

/// Whole numbers leave a little over.
bool close(double A, double B) {
  constexpr double Tolerance = 0.03;
  return std::abs(A - B) <= Tolerance * std::max(std::abs(A), std::abs(B));
}

bool grows(double A, double B) { return B > A && !close(A, B); }

/// A floor of a tenth is as good as none.
constexpr double NoFloor = 0.1;

/// A floor that keeps clients together, wherever it comes from.
constexpr double HighFloor = 0.4;

/// The form that two waits in a row show.
Jitter formOf(const Range &A, const Range &B) {
  if (close(A.Lo, B.Lo) && close(A.Hi, B.Hi))
    return Jitter::Constant;
  if (!grows(A.Hi, B.Hi))
    return Jitter::Unknown;
  if (A.floor() <= NoFloor && B.floor() <= NoFloor)
    return Jitter::Full;
  if (close(A.Lo, B.Lo))
    return Jitter::Decorrelated;
  if (!grows(A.Lo, B.Lo))
    return Jitter::Unknown;
  if (close(A.width(), B.width()))
    return Jitter::Additive;
  bool High = A.floor() >= HighFloor && B.floor() >= HighFloor;
  return High || close(A.floor(), B.floor()) ? Jitter::Equal : Jitter::Unknown;
}

/// The first waits show the form; later ones may have reached a cap.
Jitter formOf(llvm::ArrayRef<Range> Ranges) {
  constexpr size_t Telling = 4;
  Jitter Form = formOf(Ranges[0], Ranges[1]);
  for (size_t I = 2; I < std::min(Ranges.size(), Telling); ++I) {
    Jitter Next = formOf(Ranges[I - 1], Ranges[I]);
    if (Next != Form && Next != Jitter::Constant)
      return Jitter::Unknown;
  }
  return Form;
}

/// Amounts that differ from round to round do not compare, but their floors do.
Jitter formOfShares(llvm::ArrayRef<Range> Ranges) {
  bool Equal = llvm::all_of(Ranges, [&](const Range &R) {
    return R.floor() > NoFloor && close(R.floor(), Ranges[0].floor());
  });
  return Equal ? Jitter::Equal : Jitter::Unknown;
}

} // namespace

void judgeJitter(WaitPattern &P, bool OneUnknown) {
  if (llvm::none_of(P.Waits, [](const Wait &W) { return W.Random; })) {
    P.Form = Jitter::None;
    return;
  }
  std::vector<Range> Ranges;
  bool InSeconds = true;
  for (const Wait &W : P.Waits) {
    if (!W.Random)
      continue;
    if (W.Numeric) {
      Ranges.push_back({W.Lo, W.Hi});
    } else if (W.Share > W.LeastShare && W.Lo == 0 && W.Hi == 0) {
      Ranges.push_back({W.LeastShare, W.Share});
      InSeconds = false;
    } else if (Ranges.size() >= 2) {
      break; // it overflows, or has met a cap that is not known
    } else {
      // Steps of an unknown length, and a known range on top of them.
      if (W.LeastShare == W.Share && W.Share > 0 && W.Hi > W.Lo && OneUnknown) {
        P.Form = P.Shape == Growth::Grows  ? Jitter::Additive
                 : P.Shape == Growth::None ? Jitter::Constant
                                           : Jitter::Unknown;
      }
      return;
    }
  }
  for (const Range &R : Ranges)
    P.Spread = std::max(P.Spread, 2 * R.width() / (R.Hi + R.Lo));
  if (Ranges.size() >= 2)
    P.Form = OneUnknown || InSeconds ? formOf(Ranges) : formOfShares(Ranges);
}

} // namespace retrylint
