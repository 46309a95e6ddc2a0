// What is a retry loop, and what it is made of.
#include "TestCode.h"

using namespace retrylint;

namespace {

size_t retries(const std::string &Text) { return Loops(Text).all().size(); }

TEST(Recognition, SaysWhatIsAttemptedAndWhere) {
  OneLoop L(R"(
bool run(const char *dsn) {
  for (int i = 0; i < 3; ++i) {
    if (connect_db(dsn))
      return true;
    sleep(1);
  }
  return false;
}
)");
  EXPECT_EQ(L->Function->getName(), "run");
  EXPECT_EQ(L->Operation, "connect_db");
  EXPECT_EQ(L->Kind, CycleKind::Loop);
  EXPECT_EQ(L.line(L->CycleAt), 3u);
  EXPECT_EQ(L.line(L->CycleRange.getEnd()), 7u);
  EXPECT_EQ(L.line(L->AttemptAt.getBegin()), 4u);
  EXPECT_EQ(L.line(L->FailureAt.getBegin()), 4u);
  EXPECT_EQ(L.line(L->SuccessAt.getBegin()), 5u);
  EXPECT_EQ(L.line(L.pattern().Where.getBegin()), 6u);
}

TEST(Recognition, OfAnException) {
  OneLoop L(R"(
struct Error {};
void publish_event(int id);
void run(int id) {
  for (int i = 0; i < 3; ++i) {
    try {
      publish_event(id);
      return;
    } catch (const Error &) {
      sleep(1);
    }
  }
  throw Error();
}
)");
  EXPECT_EQ(L->Operation, "publish_event");
  EXPECT_EQ(L->Failure, "throws");
  EXPECT_EQ(L.line(L->FailureAt.getBegin()), 9u);
  EXPECT_EQ(L.line(L->SuccessAt.getBegin()), 8u);
}

TEST(Recognition, OfAnErrorCode) {
  OneLoop L(R"(
int run(int id) {
  int rc;
  int n = 0;
  while ((rc = send_rpc(id)) != 0 && n++ < 3)
    sleep(1);
  return rc;
}
)");
  EXPECT_EQ(L->Operation, "send_rpc");
  EXPECT_EQ(bound(L), "4 attempts");
}

TEST(Recognition, OfACodeBelowZero) {
  EXPECT_EQ(OneLoop("int run(int id) { int rc = -1;"
                    " for (int i = 0; i < 3 && rc < 0; ++i) {"
                    "  rc = send_rpc(id); if (rc < 0) sleep(1); }"
                    " return rc; }")
                ->Operation,
            "send_rpc");
}

TEST(Recognition, OfAPointer) {
  EXPECT_EQ(
      OneLoop("struct Session; Session *open_session(const char *host);"
              "Session *run(const char *host) {"
              " for (int i = 0; i < 3; ++i) {"
              "  if (Session *s = open_session(host)) return s; sleep(1); }"
              " return nullptr; }")
          ->Operation,
      "open_session");
}

TEST(Recognition, OfAnOutParameter) {
  EXPECT_EQ(OneLoop("void send_report(int id, bool *failed);"
                    "bool run(int id) {"
                    " for (int i = 0; i < 3; ++i) {"
                    "  bool failed = false; send_report(id, &failed);"
                    "  if (!failed) return true; sleep(1); }"
                    " return false; }")
                ->Operation,
            "send_report");
}

TEST(Recognition, OfAGoto) {
  OneLoop L(R"(
bool run(const char *dsn) {
  int n = 0;
again:
  if (connect_db(dsn))
    return true;
  if (++n == 3)
    return false;
  sleep(1);
  goto again;
}
)");
  EXPECT_EQ(L->Kind, CycleKind::Goto);
  EXPECT_EQ(L.line(L->CycleAt), 4u);
}

TEST(Recognition, OfARecursion) {
  OneLoop L(R"(
bool run(const char *dsn, int n) {
  if (connect_db(dsn))
    return true;
  if (n == 3)
    return false;
  sleep(1);
  return run(dsn, n + 1);
}
)");
  EXPECT_EQ(L->Kind, CycleKind::Recursion);
  EXPECT_EQ(L.line(L->CycleAt), 8u);
}

TEST(Recognition, OfALambdaInALambda) {
  OneLoop L(R"(
auto make(const char *dsn) {
  return [dsn] {
    auto attempt = [&] { return connect_db(dsn); };
    for (int i = 0; i < 3; ++i) {
      if (attempt()) return true;
      sleep(1);
    }
    return false;
  };
}
)");
  EXPECT_EQ(bound(L), "3 attempts");
  EXPECT_EQ(waits(L), "1, 1");
}

TEST(Recognition, OfAFunctorThatTheCallerPassed) {
  OneLoop L(R"(
template <typename F> bool withRetries(F operation) {
  for (int i = 0; i < 5; ++i) {
    if (operation()) return true;
    sleep(1u << i);
  }
  return false;
}
bool opaque();
bool run() { return withRetries(&opaque); }
)");
  EXPECT_EQ(L->Operation, "operation");
  EXPECT_EQ(waits(L), "1, 2, 4, 8");
}

TEST(Recognition, OfTheCallInAHelper) {
  OneLoop L(R"(
static bool attemptOnce(const char *dsn) { note(1); return connect_db(dsn); }
bool run(const char *dsn) {
  for (int i = 0; i < 3; ++i) {
    if (attemptOnce(dsn)) return true;
    sleep(1);
  }
  return false;
}
)");
  EXPECT_EQ(L->Operation, "attemptOnce");
  EXPECT_EQ(L.line(L->AttemptAt.getBegin()), 5u);
}

TEST(Recognition, OfC) {
  OneLoop L(R"(
int run(int id) {
  int rc = 0;
  for (int i = 0; i < 3; ++i) {
    rc = send_rpc(id);
    if (rc == 0)
      break;
    sleep(2);
  }
  return rc;
}
)",
            "test.c");
  EXPECT_EQ(bound(L), "3 attempts");
  EXPECT_EQ(waits(L), "2, 2");
}

TEST(Recognition, FindsEachOfSeveral) {
  Loops L(R"(
bool first(const char *dsn) {
  for (int i = 0; i < 3; ++i) { if (connect_db(dsn)) return true; sleep(1); }
  return false;
}
bool second(const char *dsn, int id) {
  for (int i = 0; i < 5; ++i) { if (connect_db(dsn)) return true; sleep(2); }
  for (int i = 0; i < 7; ++i) { if (send_rpc(id) == 0) return true; sleep(3); }
  return false;
}
)");
  std::vector<std::string> Bounds;
  for (const RetryLoop &Each : L.all())
    Bounds.push_back(bound(Each));
  EXPECT_EQ(Bounds, (std::vector<std::string>{"3 attempts", "5 attempts",
                                              "7 attempts"}));
}

TEST(NoRetry, WaitingAlone) {
  EXPECT_EQ(retries("void run() { for (int i = 0; i < 3; ++i) sleep(1); }"),
            0u);
}

TEST(NoRetry, WithoutALoop) {
  EXPECT_EQ(retries("bool run(const char *d) { return connect_db(d); }"), 0u);
  EXPECT_EQ(retries("bool run(const char *d) { if (!connect_db(d)) sleep(1);"
                    " return connect_db(d); }"),
            0u);
}

TEST(NoRetry, OneForEachItem) {
  EXPECT_EQ(retries("void run(int *ids, int n) { for (int i = 0; i < n; ++i) {"
                    " if (send_rpc(ids[i]) != 0) note(i); sleep(1); } }"),
            0u);
}

TEST(NoRetry, TheNextOfSeveral) {
  EXPECT_EQ(retries("bool run(const char **hosts, int n) {"
                    " for (int i = 0; i < n; ++i)"
                    "  if (connect_db(hosts[i])) return true;"
                    " return false; }"),
            0u);
}

TEST(NoRetry, ThatSuccessGoesOn) {
  EXPECT_EQ(retries("bool run(int id) { for (int i = 0; i < 100; ++i) {"
                    " if (send_rpc(id) != 0) return false; sleep(1); }"
                    " return true; }"),
            0u);
}

TEST(NoRetry, PollingForAState) {
  EXPECT_EQ(retries("bool is_ready(int job);"
                    "void run(int job) { while (!is_ready(job)) sleep(1); }"),
            0u);
  EXPECT_EQ(retries("int get_state(int job, int *out);"
                    "int run(int job) { int state = 0; for (;;) {"
                    " if (get_state(job, &state) != 0) return -1;"
                    " if (state == 3) return 0; sleep(1); } }"),
            0u);
}

TEST(NoRetry, AWorkerThatWaitsEitherWay) {
  EXPECT_EQ(retries("void run(const char *d) { for (;;) {"
                    " if (!connect_db(d)) note(1); sleep(60); } }"),
            0u);
}

TEST(NoRetry, Progress) {
  EXPECT_EQ(retries("extern \"C\" long write(int, const void *, unsigned long);"
                    "bool run(int fd, const char *p, long n) {"
                    " while (n > 0) { long k = write(fd, p, n);"
                    "  if (k < 0) return false; p += k; n -= k; }"
                    " return true; }"),
            0u);
}

TEST(NoRetry, AnInterruptedCall) {
  EXPECT_EQ(retries("extern \"C\" int *__errno_location();"
                    "extern \"C\" int connect(int, const void *, unsigned);"
                    "int run(int fd, const void *a) { int rc;"
                    " do { rc = connect(fd, a, 16); }"
                    " while (rc < 0 && *__errno_location() == 4);"
                    " return rc; }"),
            0u);
}

TEST(NoRetry, Arithmetic) {
  EXPECT_EQ(
      retries("int run(int n) { int s = 0; while (n > 0) { s += n; n -= 2; }"
              " return s; }"),
      0u);
}

} // namespace
