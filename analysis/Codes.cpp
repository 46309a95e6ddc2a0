#include "analysis/Codes.h"
#include "analysis/Recognition.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace retrylint {

using namespace clang;

static StatusDomain domainOf(const RunResult &Run, const std::string &Key) {
  auto It = Run.Domains.find(Key);
  if (It != Run.Domains.end() && It->second != StatusDomain::None)
    return It->second;
  // A number that is compared with 200, 404 or 500 is an HTTP status.
  auto Info = Run.Parts.find(Key);
  auto Compared = Run.Compared.find(Key);
  if (Info == Run.Parts.end() || Compared == Run.Compared.end() ||
      Info->second.Type.isNull() ||
      !Info->second.Type.getNonReferenceType()->isIntegralOrEnumerationType() ||
      Info->second.Type->isBooleanType())
    return StatusDomain::None;
  auto Is = [](double C) { return C >= 100 && C <= 600; };
  // 0 and -1 stand for "no answer".
  auto MayBe = [&](double C) { return Is(C) || C == 0 || C == -1; };
  // 100 alone is as likely a percentage.
  bool Http = llvm::all_of(Compared->second, MayBe) &&
              llvm::any_of(Compared->second,
                           [&](double C) { return Is(C) && C >= 200; });
  return Http ? StatusDomain::Http : StatusDomain::None;
}

bool isHttpStatus(const RunResult &Run, const std::string &Key) {
  return domainOf(Run, Key) == StatusDomain::Http;
}

bool readsHttpStatus(const RunResult &Run) {
  return llvm::any_of(Run.Compared, [&](const auto &E) {
    return domainOf(Run, E.first) == StatusDomain::Http;
  });
}

static std::set<int> codesToTry(StatusDomain D, const Policy &P) {
  const auto &Lists =
      D == StatusDomain::Http ? P.Classification.Http : P.Classification.Grpc;
  std::set<int> Codes(Lists.Permanent.begin(), Lists.Permanent.end());
  Codes.insert(Lists.Retryable.begin(), Lists.Retryable.end());
  if (D == StatusDomain::Http && Lists.Other4xxPermanent)
    for (int C = 400; C <= 451; ++C) // what the registry of codes assigns
      if (C <= 418 || (C >= 421 && C <= 426) || C == 428 || C == 429 ||
          C == 431 || C == 451)
        Codes.insert(C);
  return Codes;
}

/// Given the code, does it go round whatever else the dependency says?
static Certainty goesRound(const RunResult &Run) {
  Certainty Sure = Certainty::Unknown;
  for (const Path &P : Run.Paths) {
    if (P.rounds() < 2 || isOneShot(P))
      continue;
    bool Depends = llvm::any_of(P.Choices, [](const Choice &C) {
      return C.Round > 0 && C.Subject.has(TaintAttempt);
    });
    if (!Depends)
      return Run.Complete ? Certainty::Known : Certainty::Possible;
    Sure = Certainty::Possible;
  }
  return Sure;
}

std::vector<RetriedCodes> retriedCodes(Interpreter &Machine,
                                       const FunctionDecl &F,
                                       const Scenario &Base,
                                       const RunResult &Run, const Policy &P) {
  std::vector<RetriedCodes> All;
  for (const auto &[Key, Constants] : Run.Compared) {
    StatusDomain D = domainOf(Run, Key);
    if (D != StatusDomain::Http && D != StatusDomain::Grpc)
      continue;
    // ok() alone knows success from failure, and no code.
    if (llvm::all_of(Constants, [](double C) { return C == 0; }))
      continue;
    Scenario Answers = Base;
    bool Thrown = llvm::StringRef(Key).starts_with("thrown");
    Answers.Throws = Thrown ? Throwing::Always : Throwing::Never;
    Answers.Rounds = 2;
    // The answer has arrived: the transport worked.
    for (const auto &[Other, OtherDomain] : Run.Domains)
      if (Other != Key && OtherDomain == StatusDomain::CurlCode)
        Answers.Bindings[Other] = 0;
    for (const auto &[Part, Info] : Run.Parts)
      if (llvm::StringRef(Key).starts_with(Part) && Part != Key)
        if (std::string Truth = Part + ".operator bool()";
            Run.Parts.count(Truth))
          Answers.Bindings[Truth] = 1;
    if (auto Ret = Run.Parts.find("ret");
        Ret != Run.Parts.end() && !llvm::StringRef(Key).starts_with("ret") &&
        !Thrown && !Ret->second.Type.isNull()) {
      if (Ret->second.Type->isBooleanType())
        Answers.Bindings["ret"] = 1;
      else if (Ret->second.Type->isIntegralOrEnumerationType())
        Answers.Bindings["ret"] = 0;
    }
    auto Try = [&](int Code) {
      Answers.Bindings[Key] = Code;
      return goesRound(Machine.run(F, Answers));
    };
    // Some success must leave, or it does not decide by this.
    static constexpr int HttpSuccess[] = {200, 201, 202, 204},
                         GrpcSuccess[] = {0};
    bool Decides =
        llvm::any_of(D == StatusDomain::Http ? llvm::ArrayRef<int>(HttpSuccess)
                                             : GrpcSuccess,
                     [&](int Code) { return Try(Code) == Certainty::Unknown; });
    if (!Decides && !Thrown)
      continue;
    RetriedCodes Codes;
    Codes.Domain = D;
    if (auto At = Run.ComparedAt.find(Key); At != Run.ComparedAt.end())
      Codes.ReadAt = At->second->getSourceRange();
    for (int Code : codesToTry(D, P)) {
      Certainty Sure = Try(Code);
      if (Sure == Certainty::Known)
        Codes.Known.push_back(Code);
      else if (Sure == Certainty::Possible)
        Codes.Possible.push_back(Code);
    }
    All.push_back(std::move(Codes));
  }
  return All;
}

} // namespace retrylint
