// Code at and beyond the limits of the analysis: it ends, and what it then says
// it knows is true.
#include "TestCode.h"

using namespace retrylint;

namespace {

std::string repeat(unsigned Times, const std::string &Text) {
  std::string All;
  for (unsigned I = 0; I < Times; ++I) {
    std::string Each = Text;
    for (size_t At; (At = Each.find('$')) != std::string::npos;)
      Each.replace(At, 1, std::to_string(I));
    All += Each;
  }
  return All;
}

/// Three attempts, with this between them.
std::string loop(const std::string &Between,
                 const std::string &Pause = "sleep(2);") {
  return "bool run(const char *dsn, int *flags) {\n"
         "for (int i = 0; i < 3; ++i) {\n"
         "  if (connect_db(dsn)) return true;\n" +
         Between + Pause + "\n}\nreturn false;\n}\n";
}

/// Whatever is said of `loop` is right.
void expectTruth(const Loops &L, const std::string &Waits = "2, 2") {
  for (const RetryLoop &Each : L.all()) {
    std::string B = bound(Each);
    EXPECT_TRUE(B == "3 attempts" || B == "unknown") << B;
    for (const WaitPattern &P : Each.Patterns) {
      bool Known =
          Each.Limit.known() && waits(P).find('?') == std::string::npos;
      EXPECT_TRUE(!Known || waits(P) == Waits) << waits(P);
    }
  }
}

TEST(Limits, ThousandsOfBranches) {
  expectTruth(Loops(loop(repeat(4000, "if (flags[$]) note($);\n"))));
}

TEST(Limits, MoreBranchesThanPaths) {
  expectTruth(Loops(loop(repeat(12, "if (flags[$]) note($);\n"))));
}

TEST(Limits, BranchesThatWait) {
  Loops L(loop(repeat(12, "if (flags[$]) sleep(1);\n"), ""));
  for (const RetryLoop &Each : L.all()) {
    std::string B = bound(Each);
    EXPECT_TRUE(B == "3 attempts" || B == "unknown") << B;
    for (const WaitPattern &P : Each.Patterns)
      for (const Wait &W : P.Waits)
        EXPECT_TRUE(!W.Numeric || W.Hi <= 12) << W.Hi;
  }
}

TEST(Limits, DeepNesting) {
  expectTruth(Loops(loop(repeat(200, "if (flags[$]) {\n") + "note(1);\n" +
                         repeat(200, "}"))));
}

TEST(Limits, DeeplyNestedLoops) {
  Loops L("bool run(const char *dsn) {\n" +
          repeat(40, "for (int i$ = 0; i$ < 3; ++i$)\n") +
          "if (connect_db(dsn)) return true;\nreturn false;\n}\n");
  for (const RetryLoop &Each : L.all())
    EXPECT_NE(bound(Each), "none");
}

TEST(Limits, ADeepExpression) {
  expectTruth(Loops(
      loop("note(" + repeat(150, "(1 + ") + "0" + repeat(150, ")") + ");\n")));
}

TEST(Limits, AnEndlessInnerLoop) {
  for (const char *Inner :
       {"for (;;) {}\n", "for (;;) note(1);\n",
        "while (true) { flags[0]++; }\n", "inner: note(2); goto inner;\n"}) {
    Loops L(loop(Inner));
    for (const RetryLoop &Each : L.all())
      ADD_FAILURE() << "never comes round, but is said to: " << Inner
                    << bound(Each);
  }
}

TEST(Limits, AnInnerLoopOfUnknownLength) {
  expectTruth(Loops(loop("for (int k = 0; k < flags[0]; ++k) note(k);\n")));
}

TEST(Limits, ALongInnerLoop) {
  expectTruth(Loops(loop("for (int k = 0; k < 1000000; ++k) note(k);\n")));
}

TEST(Limits, AnInnerLoopThatWaits) {
  expectTruth(Loops(loop("for (int k = 0; k < 5; ++k) sleep(1);\n", "")),
              "5, 5");
}

TEST(Limits, ALongInnerLoopThatWaits) {
  expectTruth(
      Loops(loop("for (int k = 0; k < 60000; ++k) usleep(1000);\n", "")),
      "60, 60");
}

TEST(Limits, AnInnerLoopOfUnknownLengthThatWaits) {
  Loops L(loop("for (int k = 0; k < flags[0]; ++k) sleep(1);\n", ""));
  for (const RetryLoop &Each : L.all())
    for (const WaitPattern &P : Each.Patterns)
      for (const Wait &W : P.Waits)
        EXPECT_FALSE(W.Numeric && W.Hi > 0 && Each.Limit.known() &&
                     P.Shape == Growth::None && !P.MayWaitElsewhere &&
                     W.Lo == W.Hi)
            << "waits as long as flags[0] says, not " << W.Hi;
}

TEST(Limits, AHugeSwitch) {
  expectTruth(Loops(loop("switch (flags[0]) {\n" +
                         repeat(3000, "case $: note($); break;\n") + "}\n")));
}

TEST(Limits, AHugeSwitchOnTheOutcome) {
  Loops L("int run(int id) {\n"
          "for (int i = 0; i < 3; ++i) {\n"
          "  int rc = send_rpc(id);\n"
          "  switch (rc) {\n"
          "  case 0: return 0;\n" +
          repeat(500, "  case -1 - $: note($); break;\n") +
          "  default: return rc;\n  }\n  sleep(2);\n}\nreturn -1;\n}\n");
  expectTruth(L);
}

TEST(Limits, MutualRecursion) {
  Loops L(R"(
bool odd(const char *dsn, int n);
bool even(const char *dsn, int n) {
  if (connect_db(dsn)) return true;
  sleep(1);
  return n ? odd(dsn, n - 1) : false;
}
bool odd(const char *dsn, int n) {
  if (connect_db(dsn)) return true;
  sleep(2);
  return n ? even(dsn, n - 1) : false;
}
)");
  for (const RetryLoop &Each : L.all())
    EXPECT_NE(bound(Each), "none");
}

TEST(Limits, RecursionInTheLoop) {
  Loops L(R"(
void pauseTwice(int n) { if (n > 0) { sleep(1); pauseTwice(n - 1); } }
bool run(const char *dsn) {
  for (int i = 0; i < 3; ++i) {
    if (connect_db(dsn)) return true;
    pauseTwice(2);
  }
  return false;
}
)");
  for (const RetryLoop &Each : L.all())
    for (const WaitPattern &P : Each.Patterns)
      for (const Wait &W : P.Waits)
        EXPECT_TRUE(!W.Numeric || (W.Lo == 2 && W.Hi == 2) ||
                    P.MayWaitElsewhere)
            << waits(P);
}

TEST(Limits, EndlessRecursion) {
  Loops L("void spin(int n) { spin(n + 1); }\n" + loop("spin(0);\n"));
  for (const RetryLoop &Each : L.all())
    EXPECT_NE(bound(Each), "none");
}

TEST(Limits, ALongChainOfHelpers) {
  Loops L("void step0() { sleep(2); }\n" +
          repeat(30, "void next$();\n") + // only declared: not followed
          "void step1() { step0(); }\nvoid step2() { step1(); }\n"
          "void step3() { step2(); }\nvoid step4() { step3(); }\n"
          "void step5() { step4(); }\nvoid step6() { step5(); }\n"
          "void step7() { step6(); }\nvoid step8() { step7(); }\n" +
          loop("step8();\n", ""));
  for (const RetryLoop &Each : L.all())
    for (const WaitPattern &P : Each.Patterns)
      EXPECT_TRUE(waits(P) == "2, 2" || P.MayWaitElsewhere) << waits(P);
}

TEST(Limits, ManyCandidates) {
  Loops L(repeat(60, "bool send_part$(int id);\n") +
          "bool run(int id) {\nfor (int i = 0; i < 3; ++i) {\n" +
          repeat(60, "if (!send_part$(id)) { sleep(2); continue; }\n") +
          "return true;\n}\nreturn false;\n}\n");
  expectTruth(L);
}

TEST(Limits, ManyCatches) {
  Loops L(repeat(80, "struct Error$ {};\n") +
          "void publish_event(int id);\n"
          "bool run(int id) {\nfor (int i = 0; i < 3; ++i) {\n"
          "try { publish_event(id); return true; }\n" +
          repeat(80, "catch (Error$ &) { sleep(2); }\n") +
          "}\nreturn false;\n}\n");
  expectTruth(L);
}

TEST(Limits, DivisionByZero) {
  Loops L("bool run(const char *dsn, int n) {\n"
          "int zero = 0;\n"
          "for (int i = 0; i < 3; ++i) {\n"
          "  if (connect_db(dsn)) return true;\n"
          "  sleep(n / zero); sleep(10 % zero); sleep(1 / (i - i));\n"
          "}\nreturn false;\n}\n");
  for (const RetryLoop &Each : L.all())
    for (const WaitPattern &P : Each.Patterns)
      EXPECT_EQ(waits(P), "?, ?");
}

TEST(Limits, WaitsBeyondAllNumbersStayNumbers) {
  Loops L("bool run(const char *dsn) {\n"
          "double delay = 1e300;\n"
          "for (int i = 0; i < 30; ++i) {\n"
          "  if (connect_db(dsn)) return true;\n"
          "  sleep(delay); delay = delay * delay - delay * delay;\n"
          "}\nreturn false;\n}\n");
  for (const RetryLoop &Each : L.all())
    for (const WaitPattern &P : Each.Patterns)
      for (const Wait &W : P.Waits)
        EXPECT_TRUE(!W.Numeric || W.Lo <= W.Hi) << W.Lo << " to " << W.Hi;
}

// An editor shows code before it is finished.
TEST(Limits, BrokenCodeHasNoLoopThatIsNotThere) {
  for (
      const char *Text :
      {"bool connect_db(const char *); void run() { for (;;) { if (connect_db(",
       "bool connect_db(const char *);"
       "void run(const char *d) { while (true) { undeclared(1) + ; } }",
       "void run(int n) { for (int i = 0; i < 3; ++i) missing(n); }",
       "struct S; void run(S s) { do { s.send(); } while (s.failed()); }",
       "template <typename T> void run(T t) { while (!t.connect(1)) sleep(; }"})
    EXPECT_EQ(loopsInBroken(Text), 0u) << Text;
}

} // namespace
