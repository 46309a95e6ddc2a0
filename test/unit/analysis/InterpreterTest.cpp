// What one run of a function sees, before anybody asks whether it is a retry.
#include "analysis/Interpreter.h"
#include "TestCode.h"
#include "analysis/Compatibility.h"
#include "rules/PolicyLoader.h"
#include "clang/AST/ASTContext.h"

using namespace retrylint;

namespace {

/// Runs `run` with the first call of a function as the attempt.
class OneRun {
public:
  OneRun(const std::string &Text, llvm::StringRef Attempted, Scenario What = {})
      : Code(Dependency.str() + Text), Graphs(Code.context()),
        Apis(defaultPolicy().Apis), Machine(Graphs, Apis) {
    const clang::FunctionDecl &F = Code.function("run");
    struct Finder : clang::ConstDynamicRecursiveASTVisitor {
      llvm::StringRef Name;
      const clang::CallExpr *Found = nullptr;
      bool VisitCallExpr(const clang::CallExpr *C) override {
        if (!Found && C->getDirectCallee() &&
            C->getDirectCallee()->getName() == Name)
          Found = C;
        return true;
      }
    } Find;
    Find.Name = Attempted;
    Find.TraverseStmt(F.getBody());
    What.Attempt = Find.Found;
    if (const FunctionGraph *G = Graphs.get(&F, limits::Blocks))
      What.Loop = G->loopAround(*Find.Found);
    Seen = Machine.run(F, What);
  }
  const RunResult *operator->() const { return &Seen; }
  /// The ends of all paths, sorted.
  std::vector<Path::EndKind> ends() const {
    std::vector<Path::EndKind> Ends;
    for (const Path &P : Seen.Paths)
      Ends.push_back(P.End);
    llvm::sort(Ends);
    return Ends;
  }
  std::vector<unsigned> rounds() const {
    std::vector<unsigned> Rounds;
    for (const Path &P : Seen.Paths)
      Rounds.push_back(P.rounds());
    llvm::sort(Rounds);
    return Rounds;
  }

private:
  TestCode Code;
  FunctionGraphs Graphs;
  ApiIndex Apis;
  Interpreter Machine;
  RunResult Seen;
};

using Ends = std::vector<Path::EndKind>;
using Rounds = std::vector<unsigned>;

TEST(Interpreter, FollowsAStraightLine) {
  OneRun R("int run(int id) { note(1); return send_rpc(id); }", "send_rpc");
  EXPECT_TRUE(R->Complete);
  EXPECT_EQ(R.ends(), Ends{Path::Returned});
  EXPECT_EQ(R.rounds(), Rounds{1});
  EXPECT_TRUE(R->Paths.front().Given.has(TaintAttempt));
}

TEST(Interpreter, TriesBothAnswersOfTheDependency) {
  OneRun R("int run(int id) { if (send_rpc(id) == 0) return 1; return 2; }",
           "send_rpc");
  ASSERT_EQ(R->Paths.size(), 2u);
  for (const Path &P : R->Paths) {
    ASSERT_TRUE(P.FirstOutcome.count("ret"));
    const Constraint &C = P.FirstOutcome.at("ret");
    EXPECT_EQ(C.allows(0), P.Given.exact() == 1);
    EXPECT_EQ(C.allows(1), P.Given.exact() == 2);
  }
}

TEST(Interpreter, AnswersAsTheScenarioSays) {
  Scenario Fails;
  Fails.Bindings["ret"] = Value::number(7);
  OneRun R("int run(int id) { int rc = send_rpc(id);"
           " if (rc > 6 && rc != 8) return rc + 1; return 0; }",
           "send_rpc", Fails);
  ASSERT_EQ(R->Paths.size(), 1u);
  EXPECT_EQ(R->Paths.front().Given.exact(), 8);
}

TEST(Interpreter, DoesNotAskTheSameThingTwice) {
  OneRun R("int run(int id) { int rc = send_rpc(id); int n = 0;"
           " if (rc == 0) n += 1; if (rc != 0) n += 2; if (rc == 0) n += 4; "
           "return n; }",
           "send_rpc");
  std::vector<double> Given;
  for (const Path &P : R->Paths)
    Given.push_back(P.Given.exact().value_or(-1));
  llvm::sort(Given);
  EXPECT_EQ(Given, (std::vector<double>{2, 5}));
}

TEST(Interpreter, NarrowsWhatItCompares) {
  OneRun R(
      "int run(int id) { int rc = send_rpc(id);"
      " if (rc < 500) return 1; if (rc > 503) return 2; if (rc < 400) return 3;"
      " return 4; }",
      "send_rpc");
  EXPECT_EQ(R->Paths.size(), 3u) << "below 400 cannot be after 500";
  EXPECT_EQ(R->Compared.at("ret").size(), 3u);
}

TEST(Interpreter, TakesEveryArmOfASwitch) {
  OneRun R(
      "int run(int id) { switch (send_rpc(id)) {"
      " case 1: return 10; case 2: case 3: return 20; default: return 30; } }",
      "send_rpc");
  EXPECT_EQ(R->Paths.size(), 4u);
}

TEST(Interpreter, FallsThroughASwitch) {
  Scenario One;
  One.Bindings["ret"] = Value::number(1);
  OneRun R(
      "int run(int id) { int n = 0; switch (send_rpc(id)) {"
      " case 1: n += 1; case 2: n += 2; break; case 3: n += 4; } return n; }",
      "send_rpc", One);
  ASSERT_EQ(R->Paths.size(), 1u);
  EXPECT_EQ(R->Paths.front().Given.exact(), 3);
}

TEST(Interpreter, ThrowsAndCatches) {
  OneRun R("struct Error {}; void publish_event(int id);"
           "int run(int id) { try { publish_event(id); return 1; }"
           " catch (Error &) { return 2; } }",
           "publish_event");
  // It returns, is caught, or something else is thrown.
  EXPECT_EQ(R.ends(), (Ends{Path::Returned, Path::Returned, Path::Threw}));
}

TEST(Interpreter, CatchesAllThatIsThrown) {
  OneRun R("void publish_event(int id);"
           "int run(int id) { try { publish_event(id); return 1; }"
           " catch (...) { return 2; } }",
           "publish_event");
  EXPECT_EQ(R.ends(), (Ends{Path::Returned, Path::Returned}));
}

TEST(Interpreter, DoesNotThrowWhatCannot) {
  OneRun R("void publish_event(int id) noexcept;"
           "int run(int id) { try { publish_event(id); return 1; }"
           " catch (...) { return 2; } }",
           "publish_event");
  EXPECT_EQ(R.ends(), Ends{Path::Returned});
}

TEST(Interpreter, FindsTheHandlerByType) {
  Scenario Fails;
  Fails.Bindings["ret"] = Value::number(1);
  OneRun R(
      "struct Base {}; struct Derived : Base {}; struct Other {};"
      "int run(int id) { try { if (send_rpc(id)) throw Derived(); return 1; }"
      " catch (Other &) { return 2; } catch (const Base &) { return 3; }"
      " catch (...) { return 4; } }",
      "send_rpc", Fails);
  std::vector<double> Given;
  for (const Path &P : R->Paths)
    if (!P.Attempts.front().Threw)
      Given.push_back(P.Given.exact().value_or(-1));
  EXPECT_EQ(Given, std::vector<double>{3});
}

TEST(Interpreter, EndsWhereTheProcessDoes) {
  OneRun R("int run(int id) { if (send_rpc(id)) exit(1); return 0; }",
           "send_rpc");
  EXPECT_EQ(R.ends(), (Ends{Path::Returned, Path::Exited}));
}

TEST(Interpreter, CountsTheRounds) {
  OneRun R("bool run(const char *dsn) { for (int i = 0; i < 3; ++i)"
           " if (connect_db(dsn)) return true; return false; }",
           "connect_db");
  EXPECT_EQ(R.ends(), (Ends{Path::Returned, Path::Returned}));
  EXPECT_EQ(R.rounds(), (Rounds{1, 3}));
}

TEST(Interpreter, StopsAfterTheRoundsThatAreAskedFor) {
  Scenario Short;
  Short.Rounds = 5;
  OneRun R("void run(const char *dsn) { while (!connect_db(dsn)) note(1); }",
           "connect_db", Short);
  EXPECT_EQ(R.ends(), (Ends{Path::Returned, Path::RoundLimit}));
  EXPECT_EQ(R.rounds(), (Rounds{1, 5}));
}

TEST(Interpreter, MovesOnToAnotherTarget) {
  OneRun R(
      "void run(int *ids) { for (int i = 0; i < 3; ++i) send_rpc(ids[i]); }",
      "send_rpc");
  EXPECT_EQ(R.ends(), Ends{Path::MovedOn});
}

TEST(Interpreter, WritesDownWhatHappens) {
  OneRun R(
      "extern \"C\" int printf(const char *, ...);"
      "int run(int id) { note(1); int rc = send_rpc(id); printf(\"%d\", rc);"
      " sleep(3); return rc; }",
      "send_rpc");
  ASSERT_EQ(R->Paths.size(), 1u);
  std::vector<EventKind> Kinds;
  for (const Event &E : R->Paths.front().Events)
    Kinds.push_back(E.Kind);
  EXPECT_EQ(Kinds, (std::vector<EventKind>{EventKind::Work, EventKind::Attempt,
                                           EventKind::Log, EventKind::Wait}));
  EXPECT_EQ(R->Paths.front().Events.back().Amount.exact(), 3);
}

// The default initialiser of a member array is not read.
TEST(Interpreter, ComputesThroughMembersArraysAndReferences) {
  OneRun R(R"(
struct Options { int first = 3; int rest[2] = {4, 5}; };
void bump(int &n) { n *= 10; }
int run(int id) {
  Options o;
  int &r = o.first;
  r += 1;
  bump(o.rest[1]);
  int *p = &o.rest[0];
  *p = 7;
  Options copy = o;
  copy.first = 0;
  if (send_rpc(id) == 0) return o.first + o.rest[0] + o.rest[1];
  return copy.first + copy.rest[0];
}
)",
           "send_rpc");
  std::vector<double> Given;
  for (const Path &P : R->Paths)
    Given.push_back(P.Given.exact().value_or(-1));
  llvm::sort(Given);
  EXPECT_EQ(Given, (std::vector<double>{7, 4 + 7 + 50}));
}

/// What the function returns when the call gives 0.
static std::optional<double> givenOnSuccess(const char *Code) {
  OneRun R(Code, "send_rpc");
  for (const Path &P : R->Paths)
    if (P.FirstOutcome.at("ret").allows(0))
      return P.Given.exact();
  return std::nullopt;
}

TEST(Interpreter, ReadsTheArrayOfABaseClass) {
  EXPECT_EQ(givenOnSuccess(R"(
struct Waits { int each[3] = {1, 5, 30}; };
struct Named { int id = 7; };
struct Options : Waits, Named { int last = 4; };
int run(int id) {
  Options o;
  if (send_rpc(id) == 0) return o.each[1] * 100 + o.id * 10 + o.last;
  return -1;
}
)"),
            574);
}

TEST(Interpreter, ReadsTheArrayOfABaseClassOfAnAggregate) {
  EXPECT_EQ(givenOnSuccess(R"(
struct Waits { int each[3] = {1, 5, 30}; };
struct Named { int id = 7; };
struct Options : Waits, Named { int last = 4; };
int run(int id) {
  Options o{{}, {8}};
  if (send_rpc(id) == 0) return o.each[1] * 100 + o.id * 10 + o.last;
  return -1;
}
)"),
            584);
}

TEST(Interpreter, ReadsAStandardArrayThatIsAMember) {
  EXPECT_EQ(givenOnSuccess(R"(
namespace std {
template <typename T, unsigned N> struct array {
  T elements[N];
  constexpr const T &operator[](unsigned long i) const { return elements[i]; }
};
}
struct Options { bool on = true; std::array<int, 3> waits = {1, 5, 30}; };
int run(int id) {
  const Options o;
  if (send_rpc(id) == 0) return o.waits[2] + o.on;
  return -1;
}
)"),
            31);
}

TEST(Interpreter, ReadsTheArrayOfANestedMember) {
  EXPECT_EQ(givenOnSuccess(R"(
struct Backoff { long base = 2; int steps[2][2] = {{1, 2}, {3, 4}}; };
struct Client { int port = 80; struct { Backoff waits; } retry; };
int run(int id) {
  Client c;
  if (send_rpc(id) == 0)
    return c.retry.waits.steps[1][0] * 10 + c.retry.waits.base;
  return -1;
}
)"),
            32);
}

TEST(Interpreter, RunsTheConstructorThatAnotherOneNames) {
  EXPECT_EQ(givenOnSuccess(R"(
struct Options {
  int tries, waits[2] = {3, 9};
  explicit Options(int n) : tries(n) { waits[0] = n; }
  Options() : Options(5) {}
};
int run(int id) {
  Options o;
  if (send_rpc(id) == 0) return o.tries * 100 + o.waits[0] * 10 + o.waits[1];
  return -1;
}
)"),
            559);
}

TEST(Interpreter, ForgetsWhatAnOpaqueCallMayChange) {
  OneRun R("void fill(int *out); int run(int id) { int n = 1; fill(&n);"
           " send_rpc(id); return n; }",
           "send_rpc");
  ASSERT_EQ(R->Paths.size(), 1u);
  EXPECT_EQ(R->Paths.front().Given.exact(), std::nullopt);
}

TEST(Interpreter, KeepsWhatAnOpaqueCallCannotChange) {
  OneRun R("void look(const int *in, int n); int run(int id) { int n = 1; "
           "look(&n, n);"
           " send_rpc(id); return n; }",
           "send_rpc");
  ASSERT_EQ(R->Paths.size(), 1u);
  EXPECT_EQ(R->Paths.front().Given.exact(), 1);
}

TEST(Interpreter, ForgetsAGlobalThatAnOpaqueCallMayChange) {
  OneRun R("int counter; void tick(); int run(int id) { counter = 1; tick();"
           " send_rpc(id); return counter; }",
           "send_rpc");
  for (const Path &P : R->Paths)
    EXPECT_EQ(P.Given.exact(), std::nullopt);
}

TEST(Interpreter, ForgetsAnEscapedVariableThatAnOpaqueCallMayChange) {
  OneRun R("void keep(int *p); void tick(); int run(int id) { int n = 0; "
           "keep(&n); n = 1;"
           " tick(); send_rpc(id); return n; }",
           "send_rpc");
  for (const Path &P : R->Paths)
    EXPECT_EQ(P.Given.exact(), std::nullopt);
}

TEST(Interpreter, SaysWhenItHasNotSeenEverything) {
  std::string Branches;
  for (int I = 0; I < 20; ++I)
    Branches += "if (flags[" + std::to_string(I) + "]) note(" +
                std::to_string(I) + ");";
  OneRun R("int run(int id, int *flags) { int rc = send_rpc(id);" + Branches +
               "return rc; }",
           "send_rpc");
  EXPECT_FALSE(R->Complete);
  EXPECT_LE(R->Paths.size(), limits::Paths);
  // Of the ways to the first attempt a few are enough.
  OneRun Before("int run(int id, int *flags) {" + Branches +
                    "return send_rpc(id); }",
                "send_rpc");
  EXPECT_TRUE(Before->Complete);
  EXPECT_LE(Before->Paths.size(), limits::Beginnings);
}

TEST(Interpreter, LeavesAnInnerLoopOfUnknownLength) {
  OneRun R("int run(int id, int n) { for (int i = 0; i < n; ++i) note(i);"
           " return send_rpc(id); }",
           "send_rpc");
  EXPECT_TRUE(R->Complete);
  for (const Path &P : R->Paths)
    EXPECT_EQ(P.End, Path::Returned);
}

TEST(Interpreter, GivesUpInAnEndlessLoopWithoutAnAttempt) {
  OneRun R("int run(int id) { for (;;) note(1); return send_rpc(id); }",
           "send_rpc");
  for (const Path &P : R->Paths)
    EXPECT_EQ(P.End, Path::Abandoned);
}

} // namespace
