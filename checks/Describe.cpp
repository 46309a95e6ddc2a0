#include "checks/Describe.h"
#include "rules/GrpcCodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
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

std::string describeTotal(double S) {
  if (S < 120)
    return describeSeconds(S);
  if (S < 7200)
    return std::to_string(std::lround(S / 60)) + " min";
  return number(std::round(S / 360) / 10) + " h";
}

std::string describeWait(const Wait &W) {
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
    Text += " (" + describeTotal(Total) + " in total)";
  return Text;
}

static std::string grpcName(int Code) {
  return Code >= 0 && Code < static_cast<int>(std::size(GrpcCodes))
             ? GrpcCodes[Code].first.str()
             : std::to_string(Code);
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

static std::string describeBound(const Fact<Bound> &Limit) {
  static constexpr const char *Kinds[] = {"none", "shutdown", "attempts",
                                          "time", "stuck",    "unknown"};
  std::string Text = Kinds[static_cast<int>(Limit.Is.Kind)];
  return Limit.known() || Limit.Is.Kind == BoundKind::Unknown ? Text
                                                              : Text + "?";
}

static std::string describePattern(const WaitPattern &P, const Bound &Limit) {
  bool Waits = P.Where.isValid();
  std::string Text = Waits ? describeWaits(P, Limit) : "none";
  if (Waits && P.Shape == Growth::Grows)
    Text += " growing";
  for (bool Wait::*Is : {&Wait::Random, &Wait::Timed, &Wait::FromServer})
    if (llvm::any_of(P.Waits, [&](const Wait &W) { return W.*Is; }))
      Text += Is == &Wait::Random  ? " random"
              : Is == &Wait::Timed ? " timed"
                                   : " from-server";
  return P.MayWaitElsewhere && !Waits ? "none seen" : Text;
}

static std::string describeJitter(const WaitPattern &P) {
  switch (P.Form) {
  case Jitter::None:
    return "none";
  case Jitter::Full:
    return "full";
  case Jitter::Decorrelated:
    return "decorrelated";
  case Jitter::Equal:
    return "equal";
  case Jitter::Additive:
    return "additive";
  case Jitter::Constant:
    return "constant range";
  case Jitter::Unknown:
    return "";
  }
  llvm_unreachable("unknown form");
}

/// What growth stops at, seen by the last two waits.
static std::string describeCap(const WaitPattern &P) {
  size_t Count = P.Waits.size();
  if (P.Shape != Growth::Grows || Count < 2 ||
      !llvm::all_of(P.Waits, [](const Wait &W) { return W.Numeric; }))
    return "";
  const Wait &Last = P.Waits[Count - 1];
  return Last.Hi == P.Waits[Count - 2].Hi ? describeSeconds(Last.Hi)
         : P.Complete                     ? ""
                                          : "none";
}

static std::string describeExhaustion(const RetryLoop &L) {
  if (L.Limit.known() && L.Limit.Is.endless())
    return "never gives up";
  // Only a silent end is ever known.
  if (!L.OnExhaustion.known())
    return L.Limit.known() ? "told, as far as seen" : "";
  switch (L.OnExhaustion.Is) {
  case GivingUp::Told:
    return "caller is told";
  case GivingUp::SameValue:
    return "same value as success";
  case GivingUp::EmptyValue:
    return "empty value";
  case GivingUp::Nothing:
    return "nothing is said";
  case GivingUp::NextItem:
    return "goes on with the next";
  }
  llvm_unreachable("unknown end");
}

static std::string yesOrNo(const Fact<bool> &F) {
  return !F.known() ? "" : F.Is ? "yes" : "no";
}

std::vector<std::pair<llvm::StringRef, std::string>>
describeLoop(const RetryLoop &L) {
  static constexpr const char *Cycles[] = {"loop", "goto", "recursion",
                                           "callback"};
  std::vector<std::string> Waits;
  for (const WaitPattern &P : L.Patterns)
    if (std::string Text = describePattern(P, L.Limit.Is);
        !llvm::is_contained(Waits, Text))
      Waits.push_back(Text);
  std::vector<std::string> Codes;
  for (const RetriedCodes &C : L.Codes)
    if (!C.Known.empty())
      Codes.push_back(describeCodes(C, C.Known));
  auto Attempts = L.Limit.Is.Attempts;
  const WaitPattern None;
  const WaitPattern &First = L.Patterns.empty() ? None : L.Patterns.front();
  bool Deadline = L.Limit.Is.Kind == BoundKind::Time || L.DeadlineAt.isValid();
  std::vector<std::pair<llvm::StringRef, std::string>> Facts = {
      {"operation", L.Operation},
      {"cycle", Cycles[static_cast<int>(L.Kind)]},
      {"remote", !L.Remote.Is       ? "no"
                 : L.Remote.known() ? "yes"
                                    : "possible"},
      {"bound", describeBound(L.Limit)},
      {"attempts", Attempts ? std::to_string(*Attempts) : ""},
      {"waits", llvm::join(Waits, " | ")},
      {"jitter", describeJitter(First)},
      {"cap", describeCap(First)},
      {"deadline", Deadline         ? "yes"
                   : L.WatchesClock ? ""
                                    : "no"},
      {"retried", llvm::join(Codes, "; ")},
      {"method", L.Method.known() ? L.Method.Is : ""},
      {"key", !L.Method.known() || !L.HasKey.known() ? ""
              : L.HasKey.Is                          ? "yes"
                                                     : "no"},
      {"budget", yesOrNo(L.Budgeted)},
      {"exhaustion", describeExhaustion(L)},
      {"context", contextName(L.RunsIn).str()}};
  llvm::erase_if(Facts, [](const auto &F) { return F.second.empty(); });
  return Facts;
}

std::string describeCodes(const RetriedCodes &In, llvm::ArrayRef<int> Codes) {
  if (In.Names.empty())
    return describeCodes(In.Domain, Codes);
  std::vector<std::string> Names;
  for (int C : Codes) {
    auto Named = In.Names.find(C);
    Names.push_back(Named != In.Names.end() ? Named->second.Name
                                            : std::to_string(C));
  }
  return llvm::join(Names, ", ");
}

std::string describeLastAttempt(const Bound &Limit) {
  return Limit.Kind == BoundKind::Attempts && Limit.Attempts
             ? std::to_string(*Limit.Attempts) + " attempts"
             : "the last attempt";
}

llvm::StringRef describeContext(Context C) {
  switch (C) {
  case Context::Synchronous:
    return "a synchronous call";
  case Context::Event:
    return "the handler of an event";
  case Context::Webhook:
    return "the delivery of a webhook";
  case Context::Batch:
    return "an item of a batch";
  case Context::GrpcUnary:
    return "a unary gRPC call";
  }
  llvm_unreachable("unknown context");
}

std::string describeFailure(llvm::StringRef Failure) {
  if (Failure.consume_front("http-"))
    return Failure.str();
  std::string Words = Failure.str();
  std::ranges::replace(Words, '-', ' ');
  return "'" + Words + "'";
}

std::string describeAttempts(const RetryLayer &Layer) {
  return Layer.Attempts  ? std::to_string(*Layer.Attempts)
         : Layer.Endless ? "endless"
                         : "an unknown number of";
}

std::string describeProduct(llvm::ArrayRef<RetryLayer> Layers) {
  std::string Text;
  double Product = 1;
  bool Known = true, Endless = false;
  for (const RetryLayer &L : Layers) {
    Text += Text.empty() ? "" : " x ";
    Text += L.Attempts  ? std::to_string(*L.Attempts)
            : L.Endless ? "without end"
                        : "unknown";
    Known &= L.Attempts.has_value();
    Endless |= L.Endless;
    Product *= L.Attempts.value_or(1);
  }
  if (Known)
    return Text + " = " + number(Product) + " attempts";
  if (Endless)
    return Text + ", attempts without end";
  return Text + ", at least " + number(Product) + " attempts";
}

} // namespace retrylint
