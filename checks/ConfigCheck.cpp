#include "checks/ConfigCheck.h"
#include "checks/Describe.h"
#include "rules/GrpcCodes.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

namespace retrylint {

using namespace clang;
namespace json = llvm::json;

namespace {

/// One thing that is wrong with a service config, and where.
struct Complaint {
  std::string Path, Message;
};

/// Judges a service config, field by field.
class Judge {
public:
  Judge(const ServiceConfig &Config, const AttemptRange &Range, const Policy &P)
      : Config(Config), Range(Range), P(P) {}
  std::vector<Complaint> Found;

  void run() {
    for (const ServiceConfig::RetryPolicy &R : Config.policies()) {
      Prefix = R.Path;
      attempts(R);
      if (R.Hedging) {
        duration(*R.Fields, "hedgingDelay", /*Backoff=*/false);
        codes(*R.Fields, "nonFatalStatusCodes");
        continue;
      }
      duration(*R.Fields, "initialBackoff", /*Backoff=*/true);
      duration(*R.Fields, "maxBackoff", /*Backoff=*/true);
      number(*R.Fields, "backoffMultiplier", 1, 1e9,
             "below 1, so that the waits shrink");
      codes(*R.Fields, "retryableStatusCodes");
    }
    if (const json::Object *Throttling = Config.throttling()) {
      Prefix = "retryThrottling";
      constexpr double MostTokens = 1000, Least = 0.001;
      number(*Throttling, "maxTokens", 1, MostTokens, "not in 1 to 1000");
      number(*Throttling, "tokenRatio", Least, 1e9, "not above 0");
    }
  }

private:
  static std::string text(const json::Value &V) {
    return llvm::formatv("{0}", V).str();
  }
  void say(llvm::StringRef Field, const llvm::Twine &Message) {
    Found.push_back({(Prefix + "." + Field).str(), Message.str()});
  }

  void attempts(const ServiceConfig::RetryPolicy &R) {
    const json::Value *V = R.Fields->get("maxAttempts");
    if (!V)
      return;
    std::optional<int64_t> Count = V->getAsInteger();
    if (!Count || *Count < 2)
      return say("maxAttempts", "'maxAttempts' is " + text(*V) +
                                    ", but gRPC takes a whole number above 1 "
                                    "and rejects the service config otherwise");
    if (*Count > Range.Max)
      say("maxAttempts", "'maxAttempts' is " + llvm::Twine(*Count) +
                             ", and the policy allows a gRPC call " +
                             llvm::Twine(Range.Min) + " to " +
                             llvm::Twine(Range.Max) +
                             "; change the number, or record an approval");
  }

  void duration(const json::Object &Fields, llvm::StringRef Name,
                bool Backoff) {
    const json::Value *V = Fields.get(Name);
    if (!V)
      return;
    std::optional<double> Seconds = jsonDuration(*V);
    if (!Seconds || *Seconds < 0 || (Backoff && *Seconds == 0))
      return say(Name, "'" + Name + "' is " + text(*V) + ", but gRPC takes " +
                           (Backoff ? "a positive" : "a") +
                           " duration such as \"0.5s\" and rejects the service "
                           "config otherwise");
    if (Backoff && *Seconds > P.Backoff.MaxCap)
      say(Name, "'" + Name + "' is " + describeSeconds(*Seconds) +
                    ", and the policy allows no wait above " +
                    describeSeconds(P.Backoff.MaxCap));
  }

  void number(const json::Object &Fields, llvm::StringRef Name, double Least,
              double Most, llvm::StringRef Wrong) {
    const json::Value *V = Fields.get(Name);
    if (!V)
      return;
    std::optional<double> Number = V->getAsNumber();
    if (!Number)
      say(Name, "'" + Name + "' is " + text(*V) + ", expected a number");
    else if (*Number < Least || *Number > Most)
      say(Name, "'" + Name + "' is " + text(*V) + ", " + Wrong);
  }

  void codes(const json::Object &Fields, llvm::StringRef Name) {
    const json::Value *V = Fields.get(Name);
    if (!V)
      return;
    const json::Array *List = V->getAsArray();
    if (!List)
      return say(Name, "'" + Name + "' is " + text(*V) +
                           ", expected a list of status codes");
    for (size_t I = 0; I < List->size(); ++I) {
      std::string At = (Name + "[" + llvm::Twine(I) + "]").str();
      std::optional<int> Code = codeOf((*List)[I]);
      if (!Code || *Code == 0)
        say(At, "'" + Name + "' names " + text((*List)[I]) +
                    ", which is no status code of a failed call");
      else if (llvm::is_contained(P.Classification.Grpc.Permanent, *Code))
        say(At, "'" + Name + "' names " + GrpcCodes[*Code].first +
                    ", which can never succeed; retry " +
                    describeCodes(StatusDomain::Grpc,
                                  P.Classification.Grpc.Retryable) +
                    " alone");
    }
  }
  static std::optional<int> codeOf(const json::Value &V) {
    if (std::optional<int64_t> Number = V.getAsInteger())
      return *Number >= 0 && *Number < int64_t(std::size(GrpcCodes))
                 ? std::optional<int>(*Number)
                 : std::nullopt;
    auto Name = V.getAsString();
    // gRPC itself does not care about case.
    const auto *Found = llvm::find_if(GrpcCodes, [&](auto &Code) {
      return Name && Name->equals_insensitive(Code.first);
    });
    return Found == std::end(GrpcCodes) ? std::nullopt
                                        : std::optional(Found->second);
  }

  const ServiceConfig &Config;
  const AttemptRange &Range;
  const Policy &P;
  std::string Prefix;
};

} // namespace

void ConfigCheck::judgeUnit(const UnitAnalysis &U, ASTContext &Ctx) {
  const Policy &P = U.ThePolicy;
  for (const LibrarySetting &S : U.Settings.Settings)
    judgeSetting(S, P);
  for (const ServiceConfigText &Text : U.Settings.ServiceConfigs)
    if (std::optional<ServiceConfig> Config =
            ServiceConfig::parse(Text.Text->getString()))
      judgeText(
          Text, *Config,
          P.Limits
              .Attempts[static_cast<unsigned>(retrylint::Context::GrpcUnary)],
          P, Ctx);
}

void ConfigCheck::judgeSetting(const LibrarySetting &S, const Policy &P) {
  SourceLocation At = S.Where.getBegin();
  if (!S.Value || approved(S.In, At))
    return;
  const AttemptRange &Range =
      P.Limits.Attempts[static_cast<unsigned>(*S.RunsIn)];
  if (std::optional<double> Attempts = S.attempts()) {
    if (*Attempts > Range.Max)
      report(At, S.In,
             "'%0' makes %1 attempts; %2 may make %3 to %4, and %5 are usual; "
             "change the number, or record an approval")
          << S.Name << std::to_string(static_cast<long long>(*Attempts))
          << describeContext(*S.RunsIn) << Range.Min << Range.Max
          << Range.Default;
    return;
  }
  bool Delay = S.Option == RetryOption::InitialDelay ||
               S.Option == RetryOption::MaxDelay;
  if (Delay && *S.Value > P.Backoff.MaxCap)
    report(At, S.In,
           "'%0' lets %select{the first wait be|waits grow to}1 %2, and the "
           "policy allows no wait above %3")
        << S.Name << (S.Option == RetryOption::MaxDelay)
        << describeSeconds(*S.Value) << describeSeconds(P.Backoff.MaxCap);
  if (S.Option == RetryOption::Multiplier && *S.Value < 1)
    report(At, S.In, "'%0' is below 1, so that the waits shrink") << S.Name;
}

void ConfigCheck::judgeText(const ServiceConfigText &Text,
                            const ServiceConfig &Config,
                            const AttemptRange &Range, const Policy &P,
                            const ASTContext &Ctx) {
  if (approved(Text.In, Text.Text->getBeginLoc()))
    return;
  Judge TheJudge(Config, Range, P);
  TheJudge.run();
  for (const Complaint &C : TheJudge.Found)
    report(Text.Text->getLocationOfByte(Config.offsetOf(C.Path),
                                        Ctx.getSourceManager(),
                                        Ctx.getLangOpts(), Ctx.getTargetInfo()),
           Text.In, "%0")
        << C.Message;
}

} // namespace retrylint
