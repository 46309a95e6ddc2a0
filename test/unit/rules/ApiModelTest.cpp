#include "TestFiles.h"
#include "rules/ApiModelLoader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace retrylint;

namespace {

ApiModels models(llvm::StringRef Functions) {
  ApiModels Models;
  llvm::Error E = readApiModels(("library: l\nfunctions:\n" + Functions).str(),
                                "f", Models);
  EXPECT_FALSE(!!E) << llvm::toString(std::move(E));
  return Models;
}

std::string modelError(llvm::StringRef Text) {
  ApiModels Models;
  llvm::Error E = readApiModels(Text, "f", Models);
  return E ? llvm::toString(std::move(E)) : "";
}

/// The error in the one function of a file, at its line 3.
std::string functionError(llvm::StringRef Entry) {
  return modelError(
      ("library: l\nfunctions:\n  - {name: g, " + Entry + "}\n").str());
}

TEST(ApiModels, ReadEveryMeaning) {
  ApiModels M = models(R"(
  - name: a::f
    waits: {arg: 2, unit: milliseconds, wakes-early: true}
    sends: {protocol: http, remote: false, method: POST, method-arg: 1,
            idempotent: false, handle: arg3}
    success: non-null
    yields: [{status: http, from: arg2}, {status: errno, from: errno}]
    random: {low: -1, high: 1.5, low-arg: 0, high-arg: 1, of-receiver: true}
    sets-wait: {arg: 1, unit: duration}
    makes-duration: {unit: minutes}
    sets-method: PUT
    sets-method-arg: 4
    sets-header-arg: 5
    reads-header-arg: 6
    reads-header: Retry-After
    macro: true
    reads-clock: true
    logs: true
    makes-key: true
    reports-error: true
    tells-restart: true
    creates: true
    pure: true
    in-process: true
    receives: true
    exits: true
    asks-stop: true
    stop-is-polled: true
    asks-budget: true
    context: event
    retries: {attempts: 4}
    sets-retry: [{option: retries, arg: 2}, {option: max-delay, unit: seconds}]
)");
  llvm::ArrayRef<ApiFunction> Found = M.functions("a::f");
  ASSERT_EQ(Found.size(), 1u);
  const ApiFunction &F = Found[0];
  EXPECT_EQ(F.Library, "l");
  EXPECT_EQ(F.Waits->Arg, 2u);
  EXPECT_EQ(F.Waits->Unit, WaitUnit::Milliseconds);
  EXPECT_TRUE(F.Waits->WakesEarly);
  EXPECT_EQ(F.Sends->Protocol, "http");
  EXPECT_FALSE(F.Sends->Remote);
  EXPECT_EQ(F.Sends->Method, "POST");
  EXPECT_EQ(F.Sends->MethodArg, 1u);
  EXPECT_EQ(F.Sends->Idempotent, false);
  EXPECT_EQ(F.Sends->Handle->Where, Place::Argument);
  EXPECT_EQ(F.Sends->Handle->Index, 3u);
  EXPECT_EQ(F.Success, SuccessWhen::NonNull);
  ASSERT_EQ(F.Yields.size(), 2u);
  EXPECT_EQ(F.Yields[0].Domain, StatusDomain::Http);
  EXPECT_EQ(F.Yields[0].From.Index, 2u);
  EXPECT_EQ(F.Yields[1].From.Where, Place::Errno);
  EXPECT_EQ(F.Random->Low, -1);
  EXPECT_EQ(F.Random->High, 1.5);
  EXPECT_EQ(F.Random->HighArg, 1u);
  EXPECT_TRUE(F.Random->OfReceiver);
  EXPECT_EQ(F.SetsWait->Unit, WaitUnit::Duration);
  EXPECT_EQ(F.MakesDuration->Seconds, 60);
  EXPECT_EQ(F.SetsMethod, "PUT");
  EXPECT_EQ(F.SetsMethodArg, 4u);
  EXPECT_EQ(F.SetsHeaderArg, 5u);
  EXPECT_EQ(F.ReadsHeaderArg, 6u);
  EXPECT_EQ(F.ReadsHeader, "Retry-After");
  EXPECT_TRUE(F.Macro && F.ReadsClock && F.Logs && F.MakesKey &&
              F.ReportsError && F.TellsRestart && F.Creates && F.Pure &&
              F.InProcess &&
              F.Receives && F.Exits && F.AsksStop && F.StopIsPolled &&
              F.AsksBudget);
  EXPECT_EQ(F.RunsIn, Context::Event);
  EXPECT_EQ(F.Retries->Attempts, 4u);
  ASSERT_EQ(F.SetsRetry.size(), 2u);
  EXPECT_EQ(F.SetsRetry[0].Option, RetryOption::Retries);
  EXPECT_EQ(F.SetsRetry[0].Arg, 2u);
  EXPECT_EQ(F.SetsRetry[1].Unit, WaitUnit::Seconds);
}

TEST(ApiModels, ReadFieldsAndMessages) {
  ApiModels M = models(R"(
  - {name: f, pure: true}
fields:
  - {name: a::Options::tries, option: attempts}
  - {name: a::Options::pause, option: initial-delay, unit: duration}
messages: [a::Message]
)");
  ASSERT_TRUE(M.field("a::Options::pause"));
  EXPECT_EQ(M.field("a::Options::pause")->SetsRetry.Unit, WaitUnit::Duration);
  EXPECT_EQ(M.field("a::Options::tries")->Library, "l");
  EXPECT_FALSE(M.field("a::Options::other"));
  EXPECT_TRUE(M.isMessage("a::Message"));
  EXPECT_FALSE(M.isMessage("a::Options"));
}

TEST(ApiModels, MultiplyNamesAndScopes) {
  ApiModels M = models("  - {in: [a, b::C], name: [f, g], pure: true}\n");
  for (const char *Name : {"a::f", "a::g", "b::C::f", "b::C::g"})
    EXPECT_EQ(M.functions(Name).size(), 1u) << Name;
  EXPECT_TRUE(M.functions("f").empty());
}

TEST(ApiModels, FallBackToTheClosestScope) {
  ApiModels M = models("  - {name: a::B::f, logs: true}\n"
                       "  - {name: 'a::B::*', pure: true}\n"
                       "  - {name: 'a::*', exits: true}\n");
  EXPECT_TRUE(M.functions("a::B::f")[0].Logs);
  EXPECT_EQ(M.functions("a::B::f").size(), 1u);
  EXPECT_TRUE(M.functions("a::B::operator std::string")[0].Pure);
  EXPECT_TRUE(M.functions("a::c::d::e")[0].Exits);
  EXPECT_TRUE(M.functions("b::f").empty());
  EXPECT_TRUE(M.functions("a").empty());
}

TEST(ApiModels, PutTheMostGuardedEntryFirst) {
  ApiModels M =
      models("  - {name: f, pure: true}\n"
             "  - {name: f, when: [{arg: 0, is: A}], logs: true}\n"
             "  - {name: f, when: [{arg: 0, is: null}, {arg: 1, is: 1}], "
             "exits: true}\n"
             "  - {name: f, when: [{arg: 2, is: true}], creates: true}\n");
  llvm::ArrayRef<ApiFunction> F = M.functions("f");
  ASSERT_EQ(F.size(), 4u);
  EXPECT_TRUE(F[0].Exits);
  EXPECT_EQ(F[0].When[0].Is, "null");
  EXPECT_EQ(F[0].When[1].Arg, 1u);
  EXPECT_EQ(F[0].When[1].Is, "1");
  EXPECT_TRUE(F[1].Logs);
  EXPECT_TRUE(F[2].Creates);
  EXPECT_EQ(F[2].When[0].Is, "true");
  EXPECT_TRUE(F[3].Pure);
}

TEST(ApiModels, ReadStatusTypesAndCodes) {
  ApiModels M;
  llvm::Error E = readApiModels(
      "library: l\n"
      "status-types:\n"
      "  - {name: a::S, status: grpc, ok: ok, error: [bad, failed], code: c,\n"
      "     inner: status, calls-returning-send: grpc}\n"
      "codes:\n"
      "  - {name: E_CERT, value: 60, status: curl, failure: tls-certificate}\n",
      "f", M);
  ASSERT_FALSE(!!E) << llvm::toString(std::move(E));
  const ApiStatusType *S = M.statusType("a::S");
  ASSERT_TRUE(S);
  EXPECT_EQ(S->Domain, StatusDomain::Grpc);
  EXPECT_EQ(S->Error, (std::vector<std::string>{"bad", "failed"}));
  EXPECT_EQ(S->Inner, std::vector<std::string>{"status"});
  EXPECT_EQ(S->SendProtocol, "grpc");
  EXPECT_EQ(M.statusType("a::T"), nullptr);
  ASSERT_TRUE(M.code("E_CERT"));
  EXPECT_EQ(M.code("E_CERT")->Value, 60);
  EXPECT_EQ(M.code("E_CERT")->Failure, "tls-certificate");
  EXPECT_EQ(M.code("E_NONE"), nullptr);
}

TEST(ApiModelErrors, InEntries) {
  EXPECT_EQ(functionError("wait: {unit: seconds}"),
            "f:3:15: unknown key 'wait' in 'functions[]', did you mean "
            "'waits'?");
  EXPECT_EQ(functionError("waits: {arg: 0}"),
            "f:3:22: missing key, expected 'unit' or 'of-receiver'");
  EXPECT_EQ(functionError("waits: {unit: second}"),
            "f:3:29: unknown value 'second', did you mean 'seconds'?");
  EXPECT_EQ(functionError("waits: {arg: 32, unit: seconds}"),
            "f:3:28: 32 is out of range, expected an integer from 0 to 31");
  EXPECT_EQ(functionError("sends: {}"),
            "f:3:22: missing key, expected 'protocol'");
  EXPECT_EQ(functionError("sends: {protocol: http, handle: arg99}"),
            "f:3:47: 'arg99' is no place, expected return, receiver, errno, or "
            "an argument: arg0, arg1, ...");
  EXPECT_EQ(functionError("yields: [{status: http, from: [a]}]"),
            "f:3:45: '' is no place, expected return, receiver, errno, or an "
            "argument: arg0, arg1, ...");
  EXPECT_EQ(functionError("random: {low: 3, high: 2}"),
            "f:3:29: 'low' is above 'high'");
  EXPECT_EQ(functionError("pure: 1"),
            "f:3:21: '1' is no boolean, expected true or false");
  EXPECT_EQ(functionError("when: [{arg: 0}]"),
            "f:3:22: missing key, expected 'is' or 'begins'");
}

TEST(ApiModelErrors, InFiles) {
  EXPECT_EQ(modelError("functions: []\n"),
            "f:1:1: missing key, expected 'library'");
  EXPECT_EQ(modelError("library: l\nfunctions: [{pure: true}]\n"),
            "f:2:13: missing key, expected 'name'");
  EXPECT_EQ(modelError("library: l\nfunctions: [{name: [a, 1]}]\n"),
            "f:2:24: '1' is no string, expected a string (quote it if it is "
            "one)");
  EXPECT_EQ(modelError("library: l\nstatus-types: [{name: a}]\n"),
            "f:2:16: missing key, expected 'ok' or 'error' or 'code'");
  EXPECT_EQ(
      modelError("library: l\ncodes: [{name: a, status: curl, failure: tls}]\n")
          .substr(0, 32),
      "f:2:42: unknown failure 'tls', e");
  EXPECT_EQ(modelError("library: l\ncodes: [{name: [a, b], value: 1, status: "
                       "curl, failure: deadlock}]\n"),
            "f:2:31: one value for several names, expected one entry for each");
  EXPECT_EQ(modelError("library: l\nfunctions: [{name: a, name: b}]\n"),
            "f:2:23: duplicate key 'name', expected every key once");
}

TEST(ApiModelErrors, NamesThatMultiply) {
  std::string Many = "[";
  for (int I = 0; I < 4000; ++I)
    Many += std::to_string(I) + "n,";
  Many += "]";
  EXPECT_EQ(modelError("library: l\nfunctions:\n  - {in: " + Many +
                       ", name: " + Many + "}\n"),
            "f:3:5: too many names, expected at most 20000 in a file");
  std::string Same = "library: l\nfunctions:\n";
  for (int I = 0; I < 65; ++I)
    Same += "  - {name: a, pure: true}\n";
  EXPECT_EQ(modelError(Same),
            "f:67:5: too many entries for 'a', expected at most 64");
}

TEST(UserModels, Inline) {
  Policy P = loadValid("apis:\n  functions:\n"
                       "    - {name: sleep, waits: {unit: milliseconds}}\n"
                       "    - {name: acme::send, sends: {protocol: http}}\n"
                       "  generic: {verbs: [frobnicate]}\n");
  // A name that is described anew is described by that alone.
  ASSERT_EQ(P.Apis.functions("sleep").size(), 1u);
  EXPECT_EQ(P.Apis.functions("sleep")[0].Waits->Unit, WaitUnit::Milliseconds);
  EXPECT_EQ(P.Apis.functions("acme::send")[0].Library, "/p.yaml");
  EXPECT_EQ(P.Apis.generic().Verbs, std::vector<std::string>{"frobnicate"});
  EXPECT_FALSE(P.Apis.generic().Queries.empty());
  EXPECT_FALSE(P.Apis.functions("usleep").empty());
}

TEST(UserModels, InFiles) {
  TestFiles Files;
  Files.add("/a/p.yaml", "apis: [sub/x.yaml, ../y.yaml]\n")
      .add("/a/sub/x.yaml", "library: x\nfunctions: [{name: x, logs: true}]\n")
      .add("/y.yaml", "library: y\nfunctions: [{name: y, pure: true}]\n");
  auto P = loadPolicyFile("/a/p.yaml", Files.FS);
  ASSERT_TRUE(!!P) << llvm::toString(P.takeError());
  EXPECT_TRUE(P->Apis.functions("x")[0].Logs);
  EXPECT_EQ(P->Apis.functions("y")[0].Library, "y");
  EXPECT_EQ(P->Files, (std::vector<std::string>{"/a/sub/x.yaml", "/a/../y.yaml",
                                                "/a/p.yaml"}));
}

TEST(UserModels, Errors) {
  EXPECT_EQ(errorIn("apis: [none.yaml]\n"),
            "1:8: no such file '/none.yaml', expected a file with API models");
  EXPECT_EQ(errorIn("apis: [{a: b}]\n"),
            "1:8: expected the path of a file with API models");
  EXPECT_EQ(
      errorIn("apis:\n  functions: [{name: a, sends: {protocl: x}}]\n"),
      "2:33: unknown key 'protocl' in 'apis.functions[].sends', did you mean "
      "'protocol'?");
  TestFiles Files;
  Files.add("/p.yaml", "apis: [x.yaml]\n")
      .add("/x.yaml", "library: x\nfoo: 1\n");
  EXPECT_EQ(errorOf(loadPolicyFile("/p.yaml", Files.FS)),
            "/x.yaml:2:1: unknown key 'foo', expected one of codes, fields, "
            "functions, generic, library, messages, single-use, status-types");
}

TEST(UserModels, ManyFiles) {
  TestFiles Files;
  std::string List = "apis: [";
  for (int I = 0; I < 4000; ++I)
    List += "x.yaml,";
  Files.add("/p.yaml", List + "]\n")
      .add("/x.yaml", "library: x\n#" + std::string(1 << 19, '-') + "\n");
  EXPECT_EQ(errorOf(loadPolicyFile("/p.yaml", Files.FS)),
            "/x.yaml:1:1: is one file too many, expected at most 2 MiB in all");
}

/// The shipped files, read as a user's are.
const ApiModels &parsedModels() {
  static const ApiModels Models = [] {
    ApiModels All;
    std::error_code EC;
    for (llvm::sys::fs::directory_iterator
             File(RETRYLINT_SOURCE_DIR "/rules/apis", EC),
         End;
         File != End && !EC; File.increment(EC)) {
      auto Text = llvm::MemoryBuffer::getFile(File->path());
      llvm::Error E = readApiModels((*Text)->getBuffer(), File->path(), All);
      EXPECT_FALSE(!!E) << llvm::toString(std::move(E));
    }
    return All;
  }();
  return Models;
}

TEST(ShippedModels, AreWhatTheFilesSay) {
  EXPECT_GT(parsedModels().all().size(), 1000u);
  for (const auto &Entry : parsedModels().all()) {
    llvm::ArrayRef<ApiFunction> Shipped =
        shippedApiModels().functions(Entry.first());
    ASSERT_EQ(Shipped.size(), Entry.second.size()) << Entry.first().str();
    for (size_t I = 0; I < Shipped.size(); ++I) {
      const ApiFunction &A = Shipped[I], &B = Entry.second[I];
      EXPECT_EQ(A.Name, B.Name);
      EXPECT_EQ(A.Library, B.Library);
      EXPECT_EQ(A.When.size(), B.When.size());
      EXPECT_EQ(A.Sends.has_value(), B.Sends.has_value());
      EXPECT_EQ(A.InProcess, B.InProcess);
    }
  }
  EXPECT_EQ(shippedApiModels().codes().size(), parsedModels().codes().size());
  EXPECT_EQ(shippedApiModels().statusTypes().size(),
            parsedModels().statusTypes().size());
}

TEST(ShippedModels, SayNothingTwice) {
  for (const auto &Entry : parsedModels().all()) {
    llvm::StringSet<> Guards;
    for (const ApiFunction &F : Entry.second) {
      std::string Text;
      for (const Guard &G : F.When)
        Text += std::to_string(G.Arg) + "=" + G.Is + llvm::join(G.Begins, ",") +
                ";";
      EXPECT_TRUE(Guards.insert(Text).second)
          << Entry.first().str() << " has two entries for '" << Text << "'";
    }
  }
}

TEST(ShippedModels, GiveEveryEntryAMeaning) {
  for (const auto &Entry : parsedModels().all())
    for (const ApiFunction &F : Entry.second)
      EXPECT_TRUE(F.Waits || F.SetsWait || F.MakesDuration || F.Sends ||
                  !F.Yields.empty() || F.Random || !F.SetsMethod.empty() ||
                  F.SetsMethodArg || F.SetsHeaderArg || F.ReadsHeaderArg ||
                  !F.ReadsHeader.empty() || F.ReadsClock || F.Logs ||
                  F.MakesKey || F.ReportsError || F.Creates || F.Pure ||
                  F.InProcess || F.Receives || F.Exits || F.AsksStop ||
                  F.AsksBudget || F.Transacts || F.CallsBack ||
                  F.BindsCallback || F.Cancels || F.MakesCallback ||
                  F.GivesReceiver || F.AppendsTo || F.Consumes || F.Resets ||
                  F.LendsSink || F.LendsSource || F.LendsWriter ||
                  F.LendsReader || F.RunsIn || F.Retries || F.Copies ||
                  !F.Secret.empty() || F.SecretArg || !F.SetsRetry.empty())
          << Entry.first().str();
}

TEST(ShippedModels, KeepTheWordListsApart) {
  const GenericClients &G = shippedApiModels().generic();
  llvm::StringMap<std::string> Owner;
  auto Add = [&](const char *List, const std::vector<std::string> &Words) {
    EXPECT_FALSE(Words.empty()) << List;
    for (const std::string &Word : Words) {
      auto [It, New] = Owner.try_emplace(Word, List);
      EXPECT_TRUE(New) << Word << " is in " << It->second << " and " << List;
      EXPECT_EQ(llvm::StringRef(Word).lower(), Word);
    }
  };
  Add("verbs", G.Verbs);
  Add("queries", G.Queries);
  Add("iterators", G.Iterators);
  Add("waits", G.Waits);
  Add("logs", G.Logs);
  Add("metrics", G.Metrics);
  Add("keys", G.Keys);
  EXPECT_FALSE(G.Remote.empty());
}

TEST(ApiModels, GuardsOnTexts) {
  ApiModels M = models("  - name: f\n"
                       "    when: [{arg: 1, begins: [INSERT], lacks: x}]\n"
                       "    sends: {protocol: sql, idempotent: false}\n"
                       "  - {name: f, transacts: true}\n");
  llvm::ArrayRef<ApiFunction> F = M.functions("f");
  ASSERT_EQ(F.size(), 2u);
  EXPECT_EQ(F[0].When[0].Begins, std::vector<std::string>{"INSERT"});
  EXPECT_EQ(F[0].When[0].Lacks, std::vector<std::string>{"x"});
  EXPECT_TRUE(F[1].Transacts);
}

TEST(ShippedModels, KnowWhatTheyShould) {
  const ApiModels &M = shippedApiModels();
  auto Only = [&](llvm::StringRef Name) -> const ApiFunction & {
    EXPECT_EQ(M.functions(Name).size(), 1u) << Name.str();
    static const ApiFunction None;
    return M.functions(Name).empty() ? None : M.functions(Name).front();
  };
  EXPECT_EQ(Only("usleep").Waits->Unit, WaitUnit::Microseconds);
  EXPECT_EQ(Only("std::this_thread::sleep_for").Waits->Unit,
            WaitUnit::Duration);
  EXPECT_TRUE(Only("std::condition_variable::wait_for").Waits->WakesEarly);
  EXPECT_TRUE(Only("std::chrono::steady_clock::now").ReadsClock);
  EXPECT_TRUE(Only("std::uniform_int_distribution::operator()").Random);
  EXPECT_TRUE(Only("std::vector::push_back").InProcess);
  EXPECT_TRUE(Only("std::stop_token::stop_requested").AsksStop);
  EXPECT_EQ(Only("httplib::ClientImpl::Post").Sends->Method, "POST");
  EXPECT_EQ(Only("absl::Seconds").MakesDuration->Seconds, 1);
  EXPECT_FALSE(Only("open").Sends->Remote);
  EXPECT_EQ(Only("getaddrinfo").Yields[0].Domain, StatusDomain::Gai);

  llvm::ArrayRef<ApiFunction> Poll = M.functions("poll");
  ASSERT_EQ(Poll.size(), 3u);
  EXPECT_FALSE(Poll[0].Waits->WakesEarly);
  EXPECT_TRUE(Poll[2].When.empty());
  EXPECT_TRUE(Poll[2].Waits->WakesEarly);

  EXPECT_EQ(M.statusType("grpc::Status")->SendProtocol, "grpc");
  EXPECT_EQ(M.statusType("std::error_code")->Error,
            std::vector<std::string>{"operator bool"});
  EXPECT_EQ(M.code("CURLE_PEER_FAILED_VERIFICATION")->Failure,
            "tls-certificate");
  EXPECT_TRUE(M.functions("std::function::operator()").empty());
}

} // namespace
