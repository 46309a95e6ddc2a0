#include "TestFiles.h"
#include "rules/Fields.h"
#include "llvm/Support/FormatVariadic.h"

using namespace retrylint;

namespace {

unsigned index(Context C) { return static_cast<unsigned>(C); }

TEST(Durations, AreReadAndWritten) {
  EXPECT_EQ(parseDuration("50ms"), 0.05);
  EXPECT_EQ(parseDuration("1.5s"), 1.5);
  EXPECT_EQ(parseDuration("2min"), 120);
  EXPECT_EQ(parseDuration("24h"), 86400);
  EXPECT_EQ(parseDuration("7d"), 7 * 86400);
  for (const char *Wrong :
       {"", "s", "5", "5 s", "-1s", "1.s", ".5s", "1e3s", "1m", "0x1s", "infs"})
    EXPECT_EQ(parseDuration(Wrong), std::nullopt) << Wrong;
  for (const char *Text : {"0s", "1us", "50ms", "1500ms", "30s", "2min", "7d"})
    EXPECT_EQ(formatDuration(*parseDuration(Text)), Text);
}

TEST(DefaultPolicy, SetsTheNumbersOfEveryRule) {
  const Policy &P = defaultPolicy();
  EXPECT_EQ(P.Backoff.Base, 1);
  EXPECT_EQ(P.Backoff.Cap, 30);
  EXPECT_EQ(P.Backoff.MaxCap, 60);
  EXPECT_EQ(P.Backoff.AllowedJitter,
            (std::vector<std::string>{"full", "decorrelated"}));
  EXPECT_EQ(P.Backoff.WebhookSchedule,
            (std::vector<double>{0, 1, 5, 30, 120, 900, 3600, 14400}));

  const AttemptRange &Webhook = P.Limits.Attempts[index(Context::Webhook)];
  EXPECT_EQ(Webhook.Default, 5u);
  EXPECT_EQ(Webhook.Min, 3u);
  EXPECT_EQ(Webhook.Max, 8u);
  EXPECT_EQ(P.Limits.Attempts[index(Context::Event)].Max, 10u);
  EXPECT_EQ(P.Limits.TotalDuration[index(Context::Synchronous)], 30);
  EXPECT_EQ(P.Limits.TotalDuration[index(Context::Webhook)], 86400);
  EXPECT_EQ(P.Limits.DeadlineReserve, 0.05);
  EXPECT_EQ(P.Limits.UnprotectedRetries, 0u);
  EXPECT_EQ(P.Limits.PerFailure.size(), 7u);
  EXPECT_TRUE(P.Limits.PerFailure.lookup("http-429").ByRetryAfter);
  EXPECT_EQ(P.Limits.PerFailure.lookup("http-500").TotalDuration, 15);
  EXPECT_EQ(P.Limits.PerFailure.lookup("dns-temporary").Attempts, 2u);
  EXPECT_EQ(P.Limits.PerFailure.lookup("dns-temporary").TotalDuration,
            std::nullopt);

  EXPECT_EQ(P.Classification.Http.Retryable,
            (std::vector<int>{408, 429, 500, 502, 503, 504}));
  EXPECT_EQ(P.Classification.Http.IfIdempotent, std::vector<int>{500});
  EXPECT_TRUE(P.Classification.Http.Other4xxPermanent);
  EXPECT_EQ(P.Classification.Grpc.Retryable, (std::vector<int>{14, 4, 8, 10}));
  EXPECT_EQ(P.Classification.Grpc.Permanent.size(), 9u);
  EXPECT_EQ(P.Classification.RetryableFailures.size(), 9u);
  EXPECT_EQ(P.Classification.RetryAfterCodes, (std::vector<int>{429, 503}));

  EXPECT_EQ(P.Idempotency.KeyedMethods,
            (std::vector<std::string>{"POST", "PATCH"}));
  EXPECT_EQ(P.Idempotency.MaxKeyLength, 64u);
  EXPECT_EQ(P.Idempotency.ConsumerWindow, 7 * 86400);
  EXPECT_EQ(P.Budget.Ratio, 0.2);
  EXPECT_EQ(P.Budget.BucketCapacity, 100u);
  EXPECT_EQ(P.CircuitBreaker.HalfOpenAttempts, 1u);
  EXPECT_EQ(P.Observability.LogFields.size(), 7u);
  EXPECT_EQ(P.Observability.Metrics.size(), 5u);
  EXPECT_EQ(P.Observability.AlertRetryRate, 0.1);
  EXPECT_EQ(P.Checks.size(), 27u);
  EXPECT_EQ(P.Checks.lookup("fixed-interval").TheGate, Gate::Merge);
  EXPECT_EQ(P.Checks.lookup("missing-budget").TheGate, Gate::Deploy);
  EXPECT_EQ(P.ReportedGates,
            (std::vector{Gate::Advice, Gate::Review, Gate::Merge}));
  EXPECT_TRUE(P.Files.empty());
}

TEST(DefaultPolicy, HoldsTheShippedModels) {
  EXPECT_FALSE(defaultPolicy().Apis.functions("curl_easy_perform").empty());
}

TEST(Policies, OverrideParts) {
  Policy P = loadValid("extends: default\n"
                       "backoff: {cap: 20s}\n"
                       "limits:\n"
                       "  attempts: {synchronous: {max: 4}}\n"
                       "  per-failure: {deadlock: {attempts: 2}}\n"
                       "checks: {silent: {enabled: false}}\n");
  EXPECT_EQ(P.Backoff.Cap, 20);
  EXPECT_EQ(P.Backoff.Base, 1);
  EXPECT_EQ(P.Limits.Attempts[index(Context::Synchronous)].Max, 4u);
  EXPECT_EQ(P.Limits.Attempts[index(Context::Synchronous)].Default, 3u);
  EXPECT_EQ(P.Limits.PerFailure.lookup("deadlock").Attempts, 2u);
  EXPECT_EQ(P.Limits.PerFailure.lookup("deadlock").TotalDuration, 10);
  EXPECT_FALSE(P.Checks.lookup("silent").Enabled);
  EXPECT_EQ(P.Checks.lookup("silent").Rules, std::vector<std::string>{"O1"});
}

TEST(Policies, ReplaceLists) {
  Policy P = loadValid("classification: {http: {permanent: [404]}}\n"
                       "observability: {metrics: []}\n"
                       "contexts: [{path: 'a/*', context: batch}]\n");
  EXPECT_EQ(P.Classification.Http.Permanent, std::vector<int>{404});
  EXPECT_EQ(P.Classification.Http.Retryable.size(), 6u);
  EXPECT_TRUE(P.Observability.Metrics.empty());
  ASSERT_EQ(P.Contexts.size(), 1u);
  EXPECT_EQ(P.Contexts[0].Path, "a/*");
  EXPECT_EQ(P.Contexts[0].TheContext, Context::Batch);
}

TEST(Policies, StartFromTheDefaultUnlessTheySayOtherwise) {
  EXPECT_EQ(loadValid("pedantic: true\n").Checks.size(), 27u);
  EXPECT_EQ(loadValid("extends: lenient\n").Backoff.AllowedJitter.size(), 4u);
}

TEST(Policies, TakeGrpcCodesByNameOrNumber) {
  Policy P = loadValid(
      "classification: {grpc: {retryable: [14, ABORTED], permanent: []}}\n");
  EXPECT_EQ(P.Classification.Grpc.Retryable, (std::vector<int>{14, 10}));
}

TEST(Policies, RememberWhereAValueCameFrom) {
  Policy P = loadValid("backoff:\n  cap: 20s\n"
                       "checks:\n  nested: {gate: merge}\n");
  EXPECT_EQ(P.Origins.lookup("backoff.cap"), "/p.yaml:2");
  EXPECT_EQ(P.Origins.lookup("checks.nested.gate"), "/p.yaml:4");
  llvm::StringRef Default = P.Origins["limits.attempts.synchronous.max"];
  EXPECT_TRUE(Default.starts_with("default.yaml:")) << Default.str();
  EXPECT_EQ(P.Files, std::vector<std::string>{"/p.yaml"});
}

TEST(Policies, KeepApprovalsWithTheirPlace) {
  Policy P = loadValid("approvals:\n  - {id: A-1, approver: x, expires: "
                       "2030-01-31, check: nested, where: 'a::*'}\n");
  ASSERT_EQ(P.Approvals.size(), 1u);
  EXPECT_EQ(P.Approvals[0].Expires, "2030-01-31");
  EXPECT_EQ(P.Approvals[0].Origin, "/p.yaml:2");
}

TEST(PolicySearch, TakesTheNearestFile) {
  TestFiles Files;
  Files.add("/a/.retrylint.yaml", "backoff: {cap: 10s}\n")
      .add("/a/b/.retrylint.yaml", "backoff: {cap: 20s}\n")
      .add("/a/b/c/d/f.cpp", "")
      .add("/a/f.cpp", "")
      .add("/f.cpp", "");
  EXPECT_EQ(findPolicyFile("/a/b/c/d/f.cpp", Files.FS), "/a/b/.retrylint.yaml");
  EXPECT_EQ(findPolicyFile("/a/b/c/../../f.cpp", Files.FS),
            "/a/.retrylint.yaml");
  EXPECT_EQ(findPolicyFile("/f.cpp", Files.FS), "");
  EXPECT_EQ(loadPolicy("/a/b/c/d/f.cpp", Files.FS)->Backoff.Cap, 20);
  EXPECT_EQ(loadPolicy("/a/f.cpp", Files.FS)->Backoff.Cap, 10);
  EXPECT_EQ(loadPolicy("/f.cpp", Files.FS)->Backoff.Cap, 30);
}

TEST(PolicySearch, StartsFromTheWorkingDirectory) {
  TestFiles Files;
  Files.add("/a/.retrylint.yaml", "pedantic: true\n");
  ASSERT_FALSE(Files.FS.setCurrentWorkingDirectory("/a/b"));
  EXPECT_EQ(findPolicyFile("f.cpp", Files.FS), "/a/.retrylint.yaml");
  EXPECT_EQ(findPolicyFile("../../f.cpp", Files.FS), "");
}

TEST(PolicySearch, DoesNotPassByWhatItCannotRead) {
  TestFiles Files;
  Files.add("/a/.retrylint.yaml/x", "").add("/.retrylint.yaml", "pedantic: 1");
  EXPECT_EQ(errorOf(loadPolicy("/a/f.cpp", Files.FS)),
            "/a/.retrylint.yaml:1:1: is a directory, expected a YAML file");
}

TEST(PolicyExtends, OtherFiles) {
  TestFiles Files;
  Files.add("/a/b/p.yaml", "extends: ../base.yaml\nbackoff: {cap: 20s}\n")
      .add("/a/base.yaml", "extends: lenient\nbackoff: {cap: 10s, base: 2s}\n");
  auto P = loadPolicyFile("/a/b/p.yaml", Files.FS);
  ASSERT_TRUE(!!P) << llvm::toString(P.takeError());
  EXPECT_EQ(P->Backoff.Cap, 20);
  EXPECT_EQ(P->Backoff.Base, 2);
  EXPECT_EQ(P->Backoff.AllowedJitter.size(), 4u);
  EXPECT_EQ(P->Files,
            (std::vector<std::string>{"/a/b/../base.yaml", "/a/b/p.yaml"}));
}

TEST(PolicyExtends, ErrorsNameTheFileThatIsWrong) {
  TestFiles Files;
  Files.add("/p.yaml", "extends: base.yaml\n")
      .add("/base.yaml", "\nbackoff: {cap: 2s, bas: 1s}\n");
  EXPECT_EQ(errorOf(loadPolicyFile("/p.yaml", Files.FS)),
            "/base.yaml:2:20: unknown key 'bas' in 'backoff', did you mean "
            "'base'?");
}

TEST(PolicyExtends, ContradictionsAcrossFiles) {
  TestFiles Files;
  Files.add("/p.yaml", "extends: base.yaml\nbackoff: {cap: 50s}\n")
      .add("/base.yaml", "backoff: {max-cap: 40s}\n");
  EXPECT_EQ(errorOf(loadPolicyFile("/p.yaml", Files.FS)),
            "/p.yaml:2:16: 'cap' 50s is above 'max-cap' 40s");
}

TEST(PolicyExtends, NothingThere) {
  EXPECT_EQ(errorIn("extends: strict\n"),
            "1:10: nothing to extend at '/strict', expected a file or one of "
            "the profiles default, lenient");
  EXPECT_EQ(errorIn("extends: [default]\n"),
            "1:10: expected the name of a profile or the path of a file after "
            "'extends'");
  EXPECT_EQ(errorIn("extends:\n"),
            "1:1: expected the name of a profile or the path of a file after "
            "'extends'");
}

TEST(PolicyExtends, Cycles) {
  EXPECT_EQ(errorIn("extends: p.yaml\n"),
            "1:10: cyclic 'extends': '/p.yaml' leads back to itself");
  TestFiles Files;
  Files.add("/a.yaml", "extends: b.yaml\n")
      .add("/b.yaml", "extends: d/../c.yaml\n")
      .add("/c.yaml", "extends: ./a.yaml\n")
      .add("/d/x", "");
  EXPECT_EQ(errorOf(loadPolicyFile("/a.yaml", Files.FS)),
            "/d/../c.yaml:1:10: cyclic 'extends': '/d/../a.yaml' leads back to "
            "itself");
}

TEST(PolicyExtends, LongChains) {
  TestFiles Files;
  auto Name = [](int I) { return llvm::formatv("f{0}.yaml", I).str(); };
  for (int I = 0; I < 20; ++I)
    Files.add(llvm::formatv("/{0}", Name(I)).str(),
              llvm::formatv("extends: {0}\n", Name(I + 1)).str());
  Files.add("/f20.yaml", "pedantic: true\n");
  EXPECT_EQ(errorOf(loadPolicyFile("/f0.yaml", Files.FS)),
            "/f15.yaml:1:10: 'extends' goes on for too long, expected at most "
            "16 files");
  EXPECT_TRUE(loadPolicyFile("/f10.yaml", Files.FS)->Pedantic);
}

} // namespace
