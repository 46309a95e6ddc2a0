#include "rules/PolicyFields.h"
#include "rules/ApiModelLoader.h"
#include "rules/Failures.h"
#include "rules/GrpcCodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace retrylint {
namespace {

constexpr unsigned MostAttempts = 1000;
constexpr llvm::StringLiteral LongestWait = "30d", LongestTime = "365d";

void readBackoff(Fields &F, Policy &P) {
  auto &B = P.Backoff;
  F.duration("base", B.Base, "1ms", "1h");
  F.duration("cap", B.Cap, "1ms", LongestWait);
  F.duration("max-cap", B.MaxCap, "1ms", LongestWait);
  F.expect(B.Base <= B.Cap, {"base", "cap"},
           "'base' " + formatDuration(B.Base) + " is above 'cap' " +
               formatDuration(B.Cap));
  F.expect(B.Cap <= B.MaxCap, {"cap", "max-cap"},
           "'cap' " + formatDuration(B.Cap) + " is above 'max-cap' " +
               formatDuration(B.MaxCap));
  F.choices("allowed-jitter", B.AllowedJitter,
            {"full", "decorrelated", "equal", "additive"});
  F.number("narrow-jitter", B.NarrowJitter, 0, 1);
  F.durations("webhook-schedule", B.WebhookSchedule, "0s", LongestWait);
  F.expect(llvm::is_sorted(B.WebhookSchedule), {"webhook-schedule"},
           "'webhook-schedule' decreases, expected increasing intervals");
}

void readAttempts(Fields &F, AttemptRange &A) {
  F.integer("default", A.Default, 1, MostAttempts);
  F.integer("min", A.Min, 1, MostAttempts);
  F.integer("max", A.Max, 1, MostAttempts);
  F.expect(A.Min <= A.Max, {"min", "max"},
           "'min' " + llvm::Twine(A.Min) + " is above 'max' " +
               llvm::Twine(A.Max));
  F.expect(A.Min > A.Max || (A.Min <= A.Default && A.Default <= A.Max),
           {"default", "min", "max"},
           "'default' " + llvm::Twine(A.Default) + " is outside the range " +
               llvm::Twine(A.Min) + " to " + llvm::Twine(A.Max));
}

/// A limit is for a failure of C4 and C5, or an HTTP status: "http-503".
std::string rejectFailure(llvm::StringRef Name) {
  llvm::StringRef Number = Name;
  unsigned Status;
  if (isFailure(Name) ||
      (Number.consume_front("http-") && !Number.getAsInteger(10, Status) &&
       Status >= 100 && Status <= 599))
    return "";
  return "unknown failure " + yaml::quote(Name) + suggest(Name, FailureNames) +
         " (or a status, such as http-503)";
}

void readLimits(Fields &F, Policy &P) {
  auto &L = P.Limits;
  F.forEach<Context>("attempts", "<context>", ContextNames,
                     [&](Fields &F, llvm::StringRef Name, Context C) {
                       F.map(Name, [&](Fields &F) {
                         readAttempts(F, L.Attempts[unsigned(C)]);
                       });
                     });
  F.forEach<Context>("total-duration", "<context>", ContextNames,
                     [&](Fields &F, llvm::StringRef Name, Context C) {
                       F.duration(Name, L.TotalDuration[unsigned(C)], "1ms",
                                  LongestTime);
                     });
  F.duration("deadline-reserve", L.DeadlineReserve, "0s", "1h");
  F.duration("uninterruptible-wait", L.UninterruptibleWait, "0s", "1h");
  F.integer("unprotected-retries", L.UnprotectedRetries, 0, MostAttempts);
  F.named("per-failure", "<failure>", rejectFailure,
          [&](llvm::StringRef Name, Fields &F) {
            Policy::FailureLimit &Limit = L.PerFailure[Name];
            if (Limit.Attempts == 0)
              F.require({"attempts"});
            F.integer("attempts", Limit.Attempts, 1, MostAttempts);
            F.duration("total-duration", Limit.TotalDuration, "1ms",
                       LongestTime);
            F.boolean("by-retry-after", Limit.ByRetryAfter);
          });
  F.choices<Context>("persist-attempts", L.PersistAttempts, ContextNames);
}

/// A code cannot be in both lists.
template <typename List>
void expectDisjoint(Fields &F, const List &Retryable, const List &Permanent) {
  for (const auto &Code : Retryable)
    F.expect(!llvm::is_contained(Permanent, Code), {"retryable", "permanent"},
             llvm::Twine(Code) + " is both retryable and permanent, expected "
                                 "it in one list");
}

void readClassification(Fields &F, Policy &P) {
  auto &C = P.Classification;
  F.map("http", [&](Fields &F) {
    F.integers("retryable", C.Http.Retryable, 100, 599);
    F.integers("permanent", C.Http.Permanent, 100, 599);
    F.boolean("other-4xx-permanent", C.Http.Other4xxPermanent);
    F.integers("if-idempotent", C.Http.IfIdempotent, 100, 599);
    expectDisjoint(F, C.Http.Retryable, C.Http.Permanent);
  });
  F.map("grpc", [&](Fields &F) {
    F.codes("retryable", C.Grpc.Retryable, GrpcCodes);
    F.codes("permanent", C.Grpc.Permanent, GrpcCodes);
    expectDisjoint(F, C.Grpc.Retryable, C.Grpc.Permanent);
  });
  F.map("failures", [&](Fields &F) {
    F.choices("retryable", C.RetryableFailures, FailureNames);
    F.choices("permanent", C.PermanentFailures, FailureNames);
    expectDisjoint(F, C.RetryableFailures, C.PermanentFailures);
  });
  F.integer("unknown-error-retries", C.UnknownErrorRetries, 0, MostAttempts);
  F.integer("expired-token-retries", C.ExpiredTokenRetries, 0, MostAttempts);
  F.map("retry-after", [&](Fields &F) {
    F.string("header", C.RetryAfterHeader);
    F.integers("statuses", C.RetryAfterCodes, 100, 599);
  });
}

void readIdempotency(Fields &F, Policy &P) {
  auto &I = P.Idempotency;
  F.strings("safe-methods", I.SafeMethods);
  F.strings("keyed-methods", I.KeyedMethods);
  for (const std::string &Method : I.SafeMethods)
    F.expect(!llvm::is_contained(I.KeyedMethods, Method),
             {"safe-methods", "keyed-methods"},
             yaml::quote(Method) + " is both safe and keyed, expected it in "
                                   "one list");
  F.string("header", I.Header);
  F.integer("max-key-length", I.MaxKeyLength, 1, 4096);
  F.choice<std::string>(
      "key-format", I.KeyFormat,
      {{"uuid-v4", "uuid-v4"}, {"uuid", "uuid"}, {"any", "any"}});
  F.duration("server-retention", I.ServerRetention, "1s", LongestTime);
  F.duration("consumer-window", I.ConsumerWindow, "1s", LongestTime);
}

void readBudget(Fields &F, Policy &P) {
  auto &B = P.Budget;
  F.number("ratio", B.Ratio, 0.001, 1);
  F.number("strict-ratio", B.StrictRatio, 0.001, 1);
  F.expect(B.StrictRatio <= B.Ratio, {"strict-ratio", "ratio"},
           "'strict-ratio' is above 'ratio'");
  F.duration("window", B.Window, "1s", "24h");
  F.map("token-bucket", [&](Fields &F) {
    F.integer("capacity", B.BucketCapacity, 1, 1000000);
    F.integer("success-adds", B.SuccessAdds, 1, 1000000);
    F.expect(B.SuccessAdds <= B.BucketCapacity, {"success-adds", "capacity"},
             "'success-adds' is above 'capacity'");
  });
  F.boolean("exhausted-opens-breaker", B.ExhaustedOpensBreaker);
}

void readFleet(Fields &F, Policy &P) {
  F.map("budget", [&](Fields &F) { readBudget(F, P); });
  F.map("nesting", [&](Fields &F) {
    F.integer("max-layers", P.Nesting.MaxLayers, 1, 16);
  });
  F.map("circuit-breaker", [&](Fields &F) {
    auto &C = P.CircuitBreaker;
    F.integer("open-attempts", C.OpenAttempts, 0, MostAttempts);
    F.integer("half-open-attempts", C.HalfOpenAttempts, 1, MostAttempts);
    F.boolean("reports-outcomes", C.ReportsOutcomes);
  });
  F.map("dead-letter", [&](Fields &F) {
    auto &D = P.DeadLetter;
    F.choices<Context>("required-for", D.RequiredFor, ContextNames);
    F.strings("keeps", D.Keeps);
    F.boolean("alerts", D.Alerts);
  });
}

void readObservability(Fields &F, Policy &P) {
  auto &O = P.Observability;
  F.strings("log-fields", O.LogFields);
  if (F.has("metrics"))
    O.Metrics.clear();
  F.list("metrics", [&](Fields &F) {
    Policy::Metric M;
    F.string("name", M.Name);
    F.choice<std::string>("type", M.Type,
                          {{"counter", "counter"},
                           {"gauge", "gauge"},
                           {"histogram", "histogram"}});
    F.strings("labels", M.Labels);
    F.require({"name"});
    F.require({"type"});
    O.Metrics.push_back(M);
  });
  F.map("alerts", [&](Fields &F) {
    F.number("retry-rate", O.AlertRetryRate, 0, 1);
    F.number("final-failure-rate", O.AlertFinalFailureRate, 0, 1);
    F.duration("long-delay", O.AlertLongDelay, "1ms", LongestWait);
  });
}

std::string rejectCheck(llvm::StringRef Name, const Policy &P) {
  if (P.Checks.count(Name))
    return "";
  std::vector<llvm::StringRef> Names;
  for (const auto &Check : P.Checks)
    Names.push_back(Check.first());
  llvm::sort(Names);
  // The name as clang-tidy knows it is the likeliest slip.
  llvm::StringRef Bare = Name;
  Bare.consume_front("retry-");
  return "unknown check " + yaml::quote(Name) + suggest(Bare, Names);
}

void readChecks(Fields &F, Policy &P, bool NewNames) {
  auto Reject = [&](llvm::StringRef Name) {
    return NewNames ? "" : rejectCheck(Name, P);
  };
  F.named("checks", "<check>", Reject, [&](llvm::StringRef Name, Fields &F) {
    Policy::Check &Check = P.Checks[Name];
    F.boolean("enabled", Check.Enabled);
    F.choice<Gate>("gate", Check.TheGate, GateNames);
    F.strings("rules", Check.Rules);
  });
}

void readContexts(Fields &F, Policy &P) {
  if (F.has("contexts"))
    P.Contexts.clear();
  F.list("contexts", [&](Fields &F) {
    Policy::ContextRule Rule;
    F.glob("function", Rule.Function);
    F.glob("path", Rule.Path);
    F.choice<Context>("context", Rule.TheContext, ContextNames);
    F.require({"function", "path"});
    F.require({"context"});
    F.expect(!F.has("function") || !F.has("path"), {"function"},
             "both 'function' and 'path', expected one of them");
    P.Contexts.push_back(Rule);
  });
  F.choice<Context>("default-context", P.DefaultContext, ContextNames);
}

/// YYYY-MM-DD, a day that exists.
bool isDate(llvm::StringRef Text) {
  unsigned Year, Month, Day;
  if (Text.size() != 10 || Text[4] != '-' || Text[7] != '-' ||
      Text.substr(0, 4).getAsInteger(10, Year) ||
      Text.substr(5, 2).getAsInteger(10, Month) ||
      Text.substr(8, 2).getAsInteger(10, Day) || Month < 1 || Month > 12)
    return false;
  bool Leap = Year % 4 == 0 && (Year % 100 != 0 || Year % 400 == 0);
  constexpr unsigned Days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return Day >= 1 && Day <= Days[Month - 1] + (Month == 2 && Leap);
}

void readApprovals(Fields &F, Policy &P) {
  if (F.has("approvals"))
    P.Approvals.clear();
  F.list("approvals", [&](Fields &F) {
    Policy::Approval A;
    A.Origin = F.origin();
    F.string("id", A.Id);
    F.string("approver", A.Approver);
    F.string("expires", A.Expires);
    F.string("check", A.Check);
    F.glob("where", A.Where);
    F.string("reason", A.Reason);
    for (llvm::StringRef Key : {"id", "approver", "expires", "check", "where"})
      F.require({Key});
    F.expect(A.Expires.empty() || isDate(A.Expires), {"expires"},
             yaml::quote(A.Expires) + " is no date, expected YYYY-MM-DD");
    F.expect(A.Check.empty() || P.Checks.count(A.Check), {"check"},
             rejectCheck(A.Check, P));
    P.Approvals.push_back(A);
  });
}

/// Either the models themselves, or a list of files that hold them.
void readApis(Fields &F, Policy &P, PolicyFile &File) {
  const yaml::Node *N = F.custom("apis", "API models, or a list of files");
  if (!N)
    return;
  if (N->Is == yaml::Node::Map) {
    Fields Models(F.context(), N, "apis");
    return readApiModels(Models, P.Apis, F.context().File);
  }
  if (N->Is != yaml::Node::List)
    return F.fail(*N, "expected API models, or a list of files that hold them");
  for (const yaml::Node &Item : N->Values) {
    if (Item.Is != yaml::Node::Scalar || Item.Text.empty())
      return F.fail(Item, "expected the path of a file with API models");
    File.ApiFiles.push_back(&Item);
  }
}

} // namespace

llvm::Expected<Gate> readGate(llvm::StringRef Word) {
  const auto *Found =
      llvm::find_if(GateNames, [&](auto &Name) { return Name.first == Word; });
  if (Found == std::end(GateNames))
    return llvm::createStringError(
        "unknown gate " + yaml::quote(Word) +
        ", expected advice, review, deploy or merge");
  return Found->second;
}

llvm::Expected<std::vector<Gate>> readGates(llvm::StringRef List) {
  std::vector<Gate> Gates;
  llvm::SmallVector<llvm::StringRef, 4> Words;
  List.split(Words, ',');
  for (llvm::StringRef Word : Words) {
    llvm::Expected<Gate> G = readGate(Word.trim());
    if (!G)
      return G.takeError();
    Gates.push_back(*G);
  }
  return Gates;
}

void readPolicy(Fields &F, Policy &P, PolicyFile &File) {
  F.custom("extends", "string");
  F.boolean("pedantic", P.Pedantic);
  F.boolean("require-nolint-reason", P.RequireNolintReason);
  F.map("backoff", [&](Fields &F) { readBackoff(F, P); });
  F.map("limits", [&](Fields &F) { readLimits(F, P); });
  F.map("classification", [&](Fields &F) { readClassification(F, P); });
  F.map("idempotency", [&](Fields &F) { readIdempotency(F, P); });
  readFleet(F, P);
  F.map("security", [&](Fields &F) {
    F.strings("secret-names", P.Security.SecretNames);
    F.choices("never-retried", P.Security.NeverRetried, FailureNames);
  });
  F.map("observability", [&](Fields &F) { readObservability(F, P); });
  readChecks(F, P, File.IsRoot);
  F.choices<Gate>("reported-gates", P.ReportedGates, GateNames);
  readContexts(F, P);
  readApprovals(F, P);
  readApis(F, P, File);
}

std::vector<KeyInfo> policyKeys() {
  std::vector<KeyInfo> Keys;
  FieldContext Context;
  Context.Listing = &Keys;
  Fields F(Context, nullptr);
  Policy Unused;
  PolicyFile File;
  readPolicy(F, Unused, File);
  return Keys;
}

} // namespace retrylint
