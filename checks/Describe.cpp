#include "checks/Describe.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

namespace retrylint {

static std::string number(double N) {
  std::string Text = llvm::formatv("{0:f2}", N).str();
  while (Text.back() == '0')
    Text.pop_back();
  if (Text.back() == '.')
    Text.pop_back();
  return Text;
}

std::string describeSeconds(double S) {
  struct Unit {
    double Seconds;
    const char *Name;
  };
  static constexpr Unit Units[] = {{3600, "h"},  {60, "min"},  {1, "s"},
                                   {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
  if (S == 0)
    return "0 s";
  for (const Unit &U : Units) {
    // 90 s reads better than 1.5 min.
    double N = S / U.Seconds;
    bool Whole = std::abs(N - std::round(N)) < 1e-6;
    if (N >= 0.9999999 && (Whole || U.Seconds <= 1))
      return number(N) + " " + U.Name;
  }
  return number(S * 1e9) + " ns";
}

static std::string describeWait(const Wait &W) {
  if (!W.UnitKnown)
    return W.Lo == W.Hi ? number(W.Lo) : number(W.Lo) + " to " + number(W.Hi);
  if (W.Lo == W.Hi)
    return describeSeconds(W.Lo);
  return describeSeconds(W.Lo) + " to " + describeSeconds(W.Hi);
}

std::string describeWaits(const WaitPattern &P, const Bound &Limit) {
  constexpr size_t Shown = 4;
  std::string Text;
  double Total = 0;
  for (size_t I = 0; I < P.Waits.size(); ++I) {
    const Wait &W = P.Waits[I];
    if (!W.Numeric)
      return "'" + P.Named + "'";
    Total += W.Hi;
    if (I < Shown)
      Text += (I ? ", " : "") + describeWait(W);
  }
  if (P.Waits.size() > Shown)
    Text += " ...";
  bool Counted = Limit.Kind == BoundKind::Attempts && Limit.Attempts &&
                 *Limit.Attempts == P.Waits.size() + 1;
  if (Counted && P.Waits.size() > 1 && P.Waits.front().UnitKnown)
    Text += " (" + describeSeconds(Total) + " in total)";
  return Text;
}

static std::string grpcName(int Code) {
  static constexpr const char *Names[] = {"OK",
                                          "CANCELLED",
                                          "UNKNOWN",
                                          "INVALID_ARGUMENT",
                                          "DEADLINE_EXCEEDED",
                                          "NOT_FOUND",
                                          "ALREADY_EXISTS",
                                          "PERMISSION_DENIED",
                                          "RESOURCE_EXHAUSTED",
                                          "FAILED_PRECONDITION",
                                          "ABORTED",
                                          "OUT_OF_RANGE",
                                          "UNIMPLEMENTED",
                                          "INTERNAL",
                                          "UNAVAILABLE",
                                          "DATA_LOSS",
                                          "UNAUTHENTICATED"};
  return Code >= 0 && Code < 17 ? Names[Code] : std::to_string(Code);
}

std::string describeCodes(StatusDomain Domain, llvm::ArrayRef<int> Codes) {
  std::string Text;
  for (size_t I = 0; I < Codes.size(); ++I) {
    Text += Text.empty() ? "" : ", ";
    if (Domain == StatusDomain::Grpc) {
      Text += grpcName(Codes[I]);
      continue;
    }
    size_t Last = I;
    while (Last + 1 < Codes.size() && Codes[Last + 1] == Codes[Last] + 1)
      ++Last;
    Text += std::to_string(Codes[I]);
    if (Last < I + 2)
      continue; // two in a row are not worth a dash
    Text += "-" + std::to_string(Codes[Last]);
    I = Last;
  }
  return Text;
}

} // namespace retrylint
