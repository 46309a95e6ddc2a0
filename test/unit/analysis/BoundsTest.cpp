// What ends a loop while the dependency fails, and after how many attempts.
#include "TestCode.h"

using namespace retrylint;

namespace {

/// A function that counts with `n` and `i`.
std::string body(const std::string &Statements) {
  return "bool run(const char *dsn, int max) {\n" + Statements +
         "\nreturn false;\n}\n";
}

const std::string Try = "{ if (connect_db(dsn)) return true; sleep(1); }";

std::string boundOf(const std::string &Statements) {
  return bound(OneLoop(body(Statements)));
}

TEST(Attempts, OfAFor) {
  EXPECT_EQ(boundOf("for (int i = 0; i < 3; ++i)" + Try), "3 attempts");
  EXPECT_EQ(boundOf("for (int i = 0; i <= 3; i++)" + Try), "4 attempts");
  EXPECT_EQ(boundOf("for (int i = 1; i <= 3; i++)" + Try), "3 attempts");
  EXPECT_EQ(boundOf("for (int i = 0; i != 6; i += 2)" + Try), "3 attempts");
  EXPECT_EQ(boundOf("for (int i = 0; i < 10; i += 3)" + Try), "4 attempts");
}

TEST(Attempts, OfAForThatCountsDown) {
  EXPECT_EQ(boundOf("for (int n = 3; n > 0; --n)" + Try), "3 attempts");
  EXPECT_EQ(boundOf("for (int n = 3; n; --n)" + Try), "3 attempts");
  EXPECT_EQ(boundOf("for (int n = 5; n-- > 1;)" + Try), "4 attempts");
  EXPECT_EQ(boundOf("for (int n = 3; n >= 0; --n)" + Try), "4 attempts");
}

TEST(Attempts, OfAWhile) {
  EXPECT_EQ(boundOf("int n = 0; while (n < 5) { ++n;" + Try + "}"),
            "5 attempts");
  EXPECT_EQ(boundOf("int n = 0; while (++n < 5)" + Try), "4 attempts");
  EXPECT_EQ(boundOf("int n = 0; while (n++ < 5)" + Try), "5 attempts");
  EXPECT_EQ(boundOf("int n = 3; while (n--)" + Try), "3 attempts");
  EXPECT_EQ(boundOf("int n = 3; while (--n)" + Try), "2 attempts");
}

TEST(Attempts, OfADoWhile) {
  EXPECT_EQ(boundOf("int n = 10; do" + Try + "while (n-- > 0);"),
            "11 attempts");
  EXPECT_EQ(boundOf("int n = 10; do" + Try + "while (--n > 0);"),
            "10 attempts");
  EXPECT_EQ(boundOf("int n = 0; do" + Try + "while (++n < 3);"), "3 attempts");
  EXPECT_EQ(boundOf("int n = 0; do" + Try + "while (n++ < 3);"), "4 attempts");
}

TEST(Attempts, OfAnEndlessLoopWithAnExit) {
  EXPECT_EQ(boundOf("for (int n = 0;;) {" + Try + "if (++n == 3) break; }"),
            "3 attempts");
  EXPECT_EQ(
      boundOf("int n = 0; while (true) {" + Try + "if (n++ == 3) break; }"),
      "4 attempts");
  EXPECT_EQ(
      boundOf("for (int n = 1;; ++n) {" + Try + "if (n >= 3) return false; }"),
      "3 attempts");
  EXPECT_EQ(boundOf("for (int n = 0;; ++n) {" + Try + "if (n > 3) exit(1); }"),
            "5 attempts");
}

TEST(Attempts, WithTheAttemptInTheCondition) {
  EXPECT_EQ(boundOf("int n = 0; while (!connect_db(dsn)) {"
                    " if (++n >= 4) return false; sleep(1); } return true;"),
            "4 attempts");
  EXPECT_EQ(
      boundOf("for (int n = 0; n < 3 && !connect_db(dsn); ++n) sleep(1);"),
      "3 attempts");
  EXPECT_EQ(boundOf("int n = 3; while (!connect_db(dsn) && --n > 0) sleep(1);"),
            "3 attempts");
}

TEST(Attempts, WithTheAttemptBeforeTheCounter) {
  EXPECT_EQ(
      boundOf("unsigned n = 3; while (!connect_db(dsn) && n--) sleep(1);"),
      "4 attempts");
  EXPECT_EQ(boundOf("int n = 0; do { if (connect_db(dsn)) return true; }"
                    " while (n++ < 2 && sleep(1) == 0);"),
            "3 attempts");
}

TEST(Attempts, InAnInnerLoop) {
  Loops L(body("for (int k = 0; k < max; ++k) {"
               " for (int i = 0; i < 3; ++i)" +
               Try + "note(k); }"));
  ASSERT_GE(L.all().size(), 1u);
  EXPECT_EQ(bound(L.all().front()), "3 attempts");
}

TEST(Attempts, OfACounterThatOutlivesTheCallHaveNoNumber) {
  EXPECT_EQ(boundOf("static int n; for (;;) {" + Try +
                    "if (++n > 3) return false; }"),
            "attempts");
}

TEST(Attempts, WithAFlagInTheCondition) {
  EXPECT_EQ(boundOf("bool ok = false; for (int i = 0; i < 5 && !ok; ++i) {"
                    " ok = connect_db(dsn); if (!ok) sleep(1); } return ok;"),
            "5 attempts");
}

TEST(Attempts, WithAFirstTryBeforeTheLoop) {
  EXPECT_EQ(boundOf("bool ok = connect_db(dsn);"
                    "for (int i = 0; i < 3 && !ok; ++i) {"
                    " sleep(1); ok = connect_db(dsn); } return ok;"),
            "4 attempts");
  EXPECT_EQ(boundOf("if (connect_db(dsn)) return true;"
                    "for (int i = 0; i < 3; ++i) {"
                    " sleep(1); if (connect_db(dsn)) return true; }"),
            "4 attempts");
}

TEST(Attempts, OfAGoto) {
  EXPECT_EQ(boundOf("int n = 0; again: if (connect_db(dsn)) return true;"
                    " sleep(1); if (++n < 3) goto again;"),
            "3 attempts");
}

TEST(Attempts, OfARangeOfDelays) {
  EXPECT_EQ(boundOf("int delays[] = {1, 5, 30}; for (int d : delays) {"
                    " if (connect_db(dsn)) return true; sleep(d); }"),
            "3 attempts");
}

TEST(Attempts, OfAnException) {
  OneLoop L(R"(
void publish_event(int id);
void run(int id) {
  for (int n = 1;; ++n) {
    try {
      publish_event(id);
      return;
    } catch (...) {
      if (n == 3) throw;
    }
    sleep(n);
  }
}
)");
  EXPECT_EQ(bound(L), "3 attempts");
}

TEST(Attempts, OfConstants) {
  EXPECT_EQ(boundOf("enum { Max = 4 }; for (int i = 0; i < Max; ++i)" + Try),
            "4 attempts");
  EXPECT_EQ(
      boundOf("constexpr int Max = 2 + 2; for (int i = 0; i < Max; ++i)" + Try),
      "4 attempts");
  EXPECT_EQ(bound(OneLoop("const int Max = 4;" +
                          body("for (int i = 0; i < Max; ++i)" + Try))),
            "4 attempts");
  EXPECT_EQ(
      bound(OneLoop("struct Options { static constexpr int Max = 4; };" +
                    body("for (int i = 0; i < Options::Max; ++i)" + Try))),
      "4 attempts");
  EXPECT_EQ(bound(OneLoop("#define MAX_TRIES 4\n" +
                          body("for (int i = 0; i < MAX_TRIES; ++i)" + Try))),
            "4 attempts");
}

TEST(Attempts, OfATemplateArgument) {
  EXPECT_EQ(bound(OneLoop("template <int Max> bool tryFor(const char *dsn) {"
                          " for (int i = 0; i < Max; ++i)" +
                          Try + " return false; } " +
                          "bool run(const char *d) { return tryFor<6>(d); }")),
            "6 attempts");
}

TEST(Attempts, OfACounterThatWrapsAtZero) {
  EXPECT_EQ(boundOf("for (unsigned n = 3; n <= 3; --n)" + Try), "4 attempts");
}

TEST(Attempts, OfACounterThatAHelperAdvances) {
  EXPECT_EQ(bound(OneLoop("static bool spent(int &n) { return ++n >= 3; }" +
                          body("int n = 0; for (;;) {" + Try +
                               "if (spent(n)) return false; }"))),
            "3 attempts");
}

TEST(Attempts, AreManyButCounted) {
  EXPECT_EQ(boundOf("for (int i = 0; i < 30; ++i)" + Try), "30 attempts");
}

TEST(Attempts, BeyondWhatIsWatchedHaveNoWrongNumber) {
  OneLoop L(body("for (int i = 0; i < 100000; ++i)" + Try));
  EXPECT_EQ(L->Limit.Is.Kind, BoundKind::Attempts);
  EXPECT_EQ(L->Limit.Is.Attempts.value_or(100000), 100000u);
}

TEST(Attempts, OfAParameterHaveNoNumber) {
  EXPECT_EQ(boundOf("for (int i = 0; i < max; ++i)" + Try), "attempts");
  EXPECT_EQ(boundOf("while (max-- > 0)" + Try), "attempts");
  EXPECT_EQ(boundOf("for (int n = 0;; ++n) {" + Try +
                    "if (n >= max) return false; }"),
            "attempts");
}

TEST(Attempts, OfAFieldHaveNoNumber) {
  OneLoop L(R"(
struct Client {
  int max_attempts = 3;
  bool open(const char *dsn) {
    for (int i = 0; i < max_attempts; ++i) {
      if (connect_db(dsn)) return true;
      sleep(1);
    }
    return false;
  }
};
)");
  EXPECT_EQ(bound(L), "attempts");
}

TEST(Attempts, OfARecursionHaveNoNumber) {
  OneLoop L(R"(
bool run(const char *dsn, int left) {
  if (connect_db(dsn)) return true;
  if (left == 0) return false;
  sleep(1);
  return run(dsn, left - 1);
}
)");
  EXPECT_EQ(L->Kind, CycleKind::Recursion);
  EXPECT_EQ(bound(L), "attempts");
}

TEST(Bound, OfARecursionWithoutOne) {
  OneLoop L(R"(
bool run(const char *dsn) {
  if (connect_db(dsn)) return true;
  sleep(1);
  return run(dsn);
}
)");
  EXPECT_EQ(bound(L), "none");
}

TEST(Bound, IsNone) {
  EXPECT_EQ(boundOf("for (;;)" + Try), "none");
  EXPECT_EQ(boundOf("while (true)" + Try), "none");
  EXPECT_EQ(boundOf("while (!connect_db(dsn)) sleep(1);"), "none");
  EXPECT_EQ(
      boundOf("again: if (connect_db(dsn)) return true; sleep(1); goto again;"),
      "none");
  EXPECT_EQ(boundOf("for (int n = 0;; ++n) { note(n);" + Try + "}"), "none");
}

TEST(Bound, IsATimeOnTheClock) {
  EXPECT_EQ(boundOf("long end = time(nullptr) + 30;"
                    "while (time(nullptr) < end)" +
                    Try),
            "time");
  EXPECT_EQ(boundOf("long begin = time(nullptr);"
                    "for (;;) {" +
                    Try + "if (time(nullptr) - begin > max) return false; }"),
            "time");
}

TEST(Bound, IsATimeOfChrono) {
  EXPECT_EQ(bound(OneLoop(
                "#include <chrono>\n#include <thread>\n"
                "using namespace std::chrono;\n" +
                body("auto end = steady_clock::now() + seconds(max);"
                     "while (steady_clock::now() < end) {"
                     " if (connect_db(dsn)) return true;"
                     " std::this_thread::sleep_for(milliseconds(100)); }"))),
            "time");
}

TEST(Bound, IsAStopFlag) {
  EXPECT_EQ(bound(OneLoop("extern volatile bool stopping;" +
                          body("while (!stopping)" + Try))),
            "shutdown");
  EXPECT_EQ(
      bound(OneLoop("struct Daemon { bool running_; bool run(const char *dsn) {"
                    " while (running_)" +
                    Try + "return false; } };")),
      "shutdown");
}

TEST(Bound, IsStuckIfAFailureDoesNotCount) {
  OneLoop L(R"(
bool run(int id) {
  for (int n = 0; n < 3;) {
    int code = fetch_invoice(id).status;
    if (code == 200) return true;
    sleep(1);
    if (code == 503) continue;
    ++n;
  }
  return false;
}
)");
  EXPECT_EQ(bound(L), "stuck");
}

TEST(Bound, IsStuckIfAFailureIsTakenBack) {
  OneLoop L(R"(
bool run(int id) {
  for (int n = 0; n < 3; ++n) {
    int code = fetch_invoice(id).status;
    if (code == 200) return true;
    if (code == 503) --n;
    sleep(1);
  }
  return false;
}
)");
  EXPECT_EQ(bound(L), "stuck");
}

TEST(Bound, TheLeastBoundedFailureDecides) {
  OneLoop L(R"(
bool run(int id) {
  int busy = 0, other = 0;
  for (;;) {
    int code = fetch_invoice(id).status;
    if (code == 200) return true;
    if (code == 503 ? ++busy >= 7 : ++other >= 2) return false;
    sleep(1);
  }
}
)");
  EXPECT_EQ(bound(L), "7 attempts");
}

TEST(Bound, OfAnOpaqueQuestionIsUnknown) {
  EXPECT_NE(bound(OneLoop("bool may_go_on(int n);" +
                          body("for (int n = 0; may_go_on(n); ++n)" + Try))),
            "none");
}

TEST(Bound, ACounterThatSomebodyElseMayChangeHasNoNumber) {
  std::string B = bound(
      OneLoop("void adjust(int *n);" +
              body("for (int n = 0; n < 3; ++n) { adjust(&n);" + Try + "}")));
  EXPECT_NE(B, "3 attempts");
  EXPECT_NE(B, "none");
}

} // namespace
