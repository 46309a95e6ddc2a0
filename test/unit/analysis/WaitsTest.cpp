// How long a loop waits between two attempts.
#include "TestCode.h"
#include "llvm/ADT/STLExtras.h"

using namespace retrylint;

namespace {

bool all(const WaitPattern &P, bool Wait::*Flag) {
  return !P.Waits.empty() &&
         llvm::all_of(P.Waits, [&](const Wait &W) { return W.*Flag; });
}

bool none(const WaitPattern &P, bool Wait::*Flag) {
  return llvm::none_of(P.Waits, [&](const Wait &W) { return W.*Flag; });
}

/// A loop of so many attempts with this at the end of its body; `i` counts.
std::string loop(const std::string &Pause, int Attempts = 4,
                 const std::string &Before = "") {
  return "bool run(const char *dsn, unsigned base) {\n" + Before +
         "\nfor (int i = 0; i < " + std::to_string(Attempts) +
         "; ++i) {\n"
         "  if (connect_db(dsn)) return true;\n" +
         Pause +
         "\n}\n"
         "return false;\n}\n";
}

TEST(Waits, AreSeconds) {
  OneLoop L(loop("sleep(1);"));
  EXPECT_EQ(waits(L), "1, 1, 1");
  EXPECT_EQ(L.pattern().Shape, Growth::None);
  EXPECT_TRUE(L.pattern().Where.isValid());
  EXPECT_TRUE(all(L.pattern(), &Wait::UnitKnown));
  EXPECT_TRUE(none(L.pattern(), &Wait::Random));
  EXPECT_TRUE(none(L.pattern(), &Wait::Timed));
  EXPECT_TRUE(none(L.pattern(), &Wait::FromServer));
}

TEST(Waits, ThatAreFractions) {
  EXPECT_EQ(waits(OneLoop(loop("usleep(250 * 1000);"))), "0.25, 0.25, 0.25");
}

TEST(Waits, OfATimespec) {
  OneLoop L("struct timespec { long tv_sec; long tv_nsec; };\n"
            "extern \"C\" int nanosleep(const timespec *, timespec *);\n" +
            loop("timespec t = {1, 500000000}; nanosleep(&t, nullptr);", 3));
  EXPECT_EQ(waits(L), "1.5, 1.5");
}

TEST(Waits, OfASelectWithoutDescriptors) {
  OneLoop L("struct timeval { long tv_sec; long tv_usec; }; struct fd_set;\n"
            "extern \"C\" int select(int, fd_set *, fd_set *, fd_set *, "
            "timeval *);\n" +
            loop("timeval t; t.tv_sec = 0; t.tv_usec = 100000;\n"
                 "select(0, nullptr, nullptr, nullptr, &t);",
                 3));
  EXPECT_EQ(waits(L), "0.1, 0.1");
}

TEST(Waits, ThatDouble) {
  OneLoop L(loop("sleep(delay); delay *= 2;", 5, "unsigned delay = 1;"));
  EXPECT_EQ(waits(L), "1, 2, 4, 8");
  EXPECT_EQ(L.pattern().Shape, Growth::Grows);
}

TEST(Waits, ThatGrowBySteps) {
  EXPECT_EQ(waits(OneLoop(loop("sleep(i + 1);"))), "1, 2, 3");
}

TEST(Waits, ThatShift) {
  EXPECT_EQ(waits(OneLoop(loop("usleep(100000u << i);"))), "0.1, 0.2, 0.4");
}

TEST(Waits, OfAPower) {
  EXPECT_EQ(waits(OneLoop(loop("sleep((unsigned)pow(2, i));"))), "1, 2, 4");
}

TEST(Waits, ThatAreCapped) {
  OneLoop L(loop("sleep(delay); delay = delay * 2 > 5 ? 5 : delay * 2;", 6,
                 "unsigned delay = 1;"));
  EXPECT_EQ(waits(L), "1, 2, 4, 5, 5");
  EXPECT_EQ(L.pattern().Shape, Growth::Grows);
}

TEST(Waits, ThatAreCappedByAnIf) {
  EXPECT_EQ(waits(OneLoop(
                loop("sleep(delay); delay *= 3; if (delay > 10) delay = 10;", 6,
                     "unsigned delay = 1;"))),
            "1, 3, 9, 10, 10");
}

TEST(Waits, ThatShrinkDoNotGrow) {
  OneLoop L(loop("sleep(10 - i);"));
  EXPECT_EQ(waits(L), "10, 9, 8");
  EXPECT_NE(L.pattern().Shape, Growth::Grows);
}

TEST(Waits, OfATable) {
  OneLoop L("static const unsigned Delays[] = {1, 5, 30};\n" +
            loop("sleep(Delays[i]);"));
  EXPECT_EQ(waits(L), "1, 5, 30");
  EXPECT_EQ(L.pattern().Shape, Growth::Grows);
}

TEST(Waits, OfOneRoundAddUp) {
  EXPECT_EQ(waits(OneLoop(loop("sleep(1); note(i); usleep(500000);"))),
            "1.5, 1.5, 1.5");
}

TEST(Waits, OnBothSidesOfTheAttemptAddUp) {
  OneLoop L(R"(
bool run(const char *dsn) {
  for (int i = 0; i < 3; ++i) {
    sleep(2);
    if (connect_db(dsn)) return true;
    sleep(1);
  }
  return false;
}
)");
  EXPECT_EQ(waits(L), "3, 3")
      << "what is waited before the first does not count";
}

TEST(Waits, FromTheSecondRoundOn) {
  OneLoop L(R"(
bool run(const char *dsn) {
  for (int i = 0; i < 4; ++i) {
    if (i > 0) sleep(i * 5);
    if (connect_db(dsn)) return true;
  }
  return false;
}
)");
  EXPECT_EQ(waits(L), "5, 10, 15");
}

TEST(Waits, NotAfterTheLast) {
  EXPECT_EQ(waits(OneLoop(loop("if (i < 2) sleep(7);", 3))), "7, 7");
}

TEST(Waits, InTheHeaderOfTheLoop) {
  OneLoop L(R"(
bool run(const char *dsn) {
  for (int i = 0; i < 3; ++i, sleep(2))
    if (connect_db(dsn)) return true;
  return false;
}
)");
  EXPECT_EQ(waits(L), "2, 2");
}

TEST(Waits, NotInARoundThatSkipsThem) {
  EXPECT_EQ(waits(OneLoop(loop("if (i == 0) continue; sleep(4);"))), "0, 4, 4");
}

TEST(Waits, InACondition) {
  OneLoop L(R"(
bool run(const char *dsn) {
  int i = 0;
  while (!connect_db(dsn) && ++i < 3 && sleep(4) == 0)
    ;
  return i < 3;
}
)");
  EXPECT_EQ(waits(L), "4, 4");
}

TEST(Waits, AreZeroWithoutOne) {
  OneLoop L(loop("", 3));
  EXPECT_EQ(waits(L), "0, 0");
  EXPECT_TRUE(L.pattern().Where.isInvalid());
  EXPECT_FALSE(L.pattern().MayWaitElsewhere);
}

TEST(Waits, MayHideInAnOpaqueCall) {
  OneLoop L("void recover(int n);\n" + loop("recover(i);", 3));
  EXPECT_TRUE(L.pattern().MayWaitElsewhere);
}

TEST(Waits, OfAnUnknownUnit) {
  OneLoop L("void pause_ticks(int ticks);\n" + loop("pause_ticks(50);", 3));
  EXPECT_EQ(waits(L), "50, 50");
  EXPECT_TRUE(none(L.pattern(), &Wait::UnitKnown));
}

TEST(Waits, OfAParameterAreNoNumber) {
  OneLoop L(loop("sleep(base);", 3));
  EXPECT_EQ(waits(L), "?, ?");
  EXPECT_EQ(L.pattern().Shape, Growth::None);
  EXPECT_EQ(L.pattern().Named, "base");
}

TEST(Waits, OfAParameterGrow) {
  EXPECT_EQ(OneLoop(loop("sleep(base); base *= 2;")).pattern().Shape,
            Growth::Grows);
  EXPECT_EQ(OneLoop(loop("sleep(base * (i + 1));")).pattern().Shape,
            Growth::Grows);
}

TEST(Waits, OfAnOpaqueCallAreUnknown) {
  OneLoop L("unsigned nextDelay(int attempt);\n" +
            loop("sleep(nextDelay(i));"));
  EXPECT_EQ(waits(L), "?, ?, ?");
  EXPECT_EQ(L.pattern().Shape, Growth::Unknown);
}

TEST(Waits, AreRandom) {
  OneLoop L(loop("sleep(rand() % 10);"));
  EXPECT_EQ(waits(L), "0-9, 0-9, 0-9");
  EXPECT_TRUE(all(L.pattern(), &Wait::Random));
  EXPECT_EQ(L.pattern().Shape, Growth::None);
}

TEST(Waits, AreRandomInARangeThatIsNotKnown) {
  OneLoop L(loop("sleep(rand() % base);"));
  EXPECT_EQ(waits(L), "?, ?, ?");
  EXPECT_TRUE(all(L.pattern(), &Wait::Random));
}

TEST(Waits, AreRandomOnTopOfANumber) {
  OneLoop L(loop("sleep(2 + rand() % 3);"));
  EXPECT_EQ(waits(L), "2-4, 2-4, 2-4");
  EXPECT_TRUE(all(L.pattern(), &Wait::Random));
}

TEST(Waits, AreRandomInAGrowingRange) {
  OneLoop L(loop("sleep(rand() % (1 << i));"));
  EXPECT_EQ(waits(L), "0, 0-1, 0-3");
  EXPECT_EQ(L.pattern().Shape, Growth::Grows);
}

TEST(Waits, ARandomNumberThatIsNotUsedIsNoJitter) {
  OneLoop L(loop("int lucky = rand() % 10; note(lucky); sleep(3);"));
  EXPECT_EQ(waits(L), "3, 3, 3");
  EXPECT_TRUE(none(L.pattern(), &Wait::Random));
}

TEST(Waits, ComeFromTheServer) {
  OneLoop L(R"(
bool run(int id) {
  for (int i = 0; i < 3; ++i) {
    Reply r = fetch_invoice(id);
    if (r.status == 200) return true;
    if (r.status != 503) return false;
    sleep(r.retry_after);
  }
  return false;
}
)");
  EXPECT_EQ(waits(L), "?, ?");
  EXPECT_TRUE(all(L.pattern(), &Wait::FromServer));
}

TEST(Waits, ComeFromTheClock) {
  OneLoop L(R"(
bool run(const char *dsn, long end) {
  for (int i = 0; i < 3; ++i) {
    if (connect_db(dsn)) return true;
    sleep(end - time(nullptr));
  }
  return false;
}
)");
  EXPECT_TRUE(all(L.pattern(), &Wait::Timed));
}

TEST(Waits, InAHelper) {
  OneLoop L(
      "static void backOff(int n) { if (n > 2) n = 2; sleep(1u << n); }\n" +
      loop("backOff(i);", 6));
  EXPECT_EQ(waits(L), "1, 2, 4, 4, 4");
  EXPECT_EQ(L.line(L.pattern().Where.getBegin()), 6u)
      << "in the looping function";
}

TEST(Waits, OfABackoffObject) {
  OneLoop L(R"(
class Backoff {
public:
  explicit Backoff(unsigned cap) : cap_(cap) {}
  unsigned next() {
    unsigned now = delay_;
    delay_ = delay_ * 2 < cap_ ? delay_ * 2 : cap_;
    return now;
  }
private:
  unsigned delay_ = 1, cap_;
};
bool run(const char *dsn) {
  Backoff pause(5);
  for (int i = 0; i < 6; ++i) {
    if (connect_db(dsn)) return true;
    sleep(pause.next());
  }
  return false;
}
)");
  EXPECT_EQ(waits(L), "1, 2, 4, 5, 5");
}

TEST(Waits, InALambda) {
  EXPECT_EQ(
      waits(OneLoop(loop("pause(i);", 4,
                         "auto pause = [](int n) { sleep(10 * (n + 1)); };"))),
      "10, 20, 30");
}

TEST(Waits, OfADefaultArgument) {
  EXPECT_EQ(waits(OneLoop("static void hold(unsigned s = 5) { sleep(s); }\n" +
                          loop("hold();", 3))),
            "5, 5");
}

TEST(Waits, OfAStructByReference) {
  EXPECT_EQ(waits(OneLoop("struct State { unsigned delay; unsigned factor; };\n"
                          "static void hold(State &s) {"
                          " sleep(s.delay); s.delay *= s.factor; }\n" +
                          loop("hold(state);", 4, "State state{2, 3};"))),
            "2, 6, 18");
}

TEST(Waits, OfAStructByValueDoNotGrow) {
  EXPECT_EQ(
      waits(OneLoop(
          "struct State { unsigned delay; };\n"
          "static void hold(State s) { sleep(s.delay); s.delay *= 2; }\n" +
          loop("hold(state);", 4, "State state{2};"))),
      "2, 2, 2");
}

TEST(Waits, OfConstantsAndMacros) {
  OneLoop L("#define STEP 2\n"
            "enum { Factor = 3 };\n"
            "constexpr unsigned Offset = STEP * 5;\n" +
            loop("sleep(Offset + Factor * STEP);", 3));
  EXPECT_EQ(waits(L), "16, 16");
}

TEST(Waits, DifferFromFailureToFailure) {
  OneLoop L(R"(
bool run(int id) {
  for (int i = 0; i < 3; ++i) {
    int code = fetch_invoice(id).status;
    if (code == 200) return true;
    if (code == 429) sleep(60);
    else if (code == 503) sleep(5);
    else return false;
  }
  return false;
}
)");
  std::vector<std::string> Each;
  for (const WaitPattern &P : L->Patterns)
    Each.push_back(waits(P));
  llvm::sort(Each);
  EXPECT_EQ(Each, (std::vector<std::string>{"5, 5", "60, 60"}));
}

TEST(Waits, RoundUp) {
  EXPECT_EQ(waits(OneLoop(loop("sleep((unsigned)ceil(1.2 * (i + 1)));"))),
            "2, 3, 4");
}

TEST(Waits, AreCutToWholeNumbers) {
  EXPECT_EQ(waits(OneLoop(loop("sleep(7 / 2);", 3))), "3, 3");
  EXPECT_EQ(waits(OneLoop(loop("unsigned s = 1.9; sleep(s);", 3))), "1, 1");
}

// 1, 2, 4 ... 2^31, and then nothing: the retries come at once.
TEST(Waits, DoNotExceedTheirType) {
  OneLoop L(R"(
void run(const char *dsn) {
  for (unsigned delay = 1;; delay *= 2) {
    if (connect_db(dsn)) return;
    sleep(delay);
  }
}
)");
  for (const Wait &W : L.pattern().Waits)
    EXPECT_TRUE(!W.Numeric || W.Hi <= 4294967295.0) << W.Hi;
}

const std::string Chrono =
    "#include <chrono>\n#include <random>\n#include <thread>\n"
    "#include <algorithm>\n#include <vector>\n"
    "using namespace std::chrono_literals;\n"
    "using namespace std::chrono;\n";

/// Each statement waits as said. One translation unit for all: the headers are
/// large.
void expectWaits(llvm::ArrayRef<std::pair<const char *, const char *>> Cases) {
  std::string Text = Chrono;
  for (size_t N = 0; N < Cases.size(); ++N) {
    std::string Each = loop(Cases[N].first);
    Text += Each.replace(Each.find("run"), 3, "run" + std::to_string(N));
  }
  Loops L(Text);
  for (const RetryLoop &Loop : L.all()) {
    unsigned Case = 0;
    Loop.Function->getName().substr(3).getAsInteger(10, Case);
    auto [Pause, Expected] = Cases[Case];
    ASSERT_EQ(Loop.Patterns.size(), 1u) << Pause;
    EXPECT_EQ(waits(Loop.Patterns.front()), Expected) << Pause;
  }
  EXPECT_EQ(L.all().size(), Cases.size());
}

TEST(Waits, OfChrono) {
  expectWaits({
      {"std::this_thread::sleep_for(250ms);", "0.25, 0.25, 0.25"},
      {"std::this_thread::sleep_for(1min + 30s);", "90, 90, 90"},
      {"std::this_thread::sleep_for(100ms * (i + 1));", "0.1, 0.2, 0.3"},
      {"std::this_thread::sleep_for(milliseconds(50 << i));", "0.05, 0.1, 0.2"},
      {"std::this_thread::sleep_for(std::min<milliseconds>(1s * (i + 1), "
       "2500ms));",
       "1, 2, 2.5"},
      {"std::this_thread::sleep_for(duration<double>(0.5));", "0.5, 0.5, 0.5"},
      {"std::this_thread::sleep_until(steady_clock::now() + 2s);", "2, 2, 2"},
      {"auto d = 1s; d += 500ms > 1s ? 1s : 2s; "
       "std::this_thread::sleep_for(d);",
       "3, 3, 3"},
      {"usleep(microseconds(3ms).count());", "0.003, 0.003, 0.003"},
      {"sleep(std::clamp(i * 10, 5, 15));", "5, 10, 15"},
  });
}

TEST(Waits, OfAVectorOfDurations) {
  expectWaits({{"const std::vector<seconds> table{1s, 5s, 30s}; "
                "std::this_thread::sleep_for(table[i]);",
                "1, 5, 30"}});
}

TEST(Waits, OfChronoAtRandom) {
  expectWaits({
      {"std::mt19937 rng; std::uniform_int_distribution<int> d(0, 1000 << i); "
       "std::this_thread::sleep_for(milliseconds(d(rng)));",
       "0-1, 0-2, 0-4"},
      {"std::mt19937 rng; std::uniform_real_distribution<> d(0.5, 1); "
       "std::this_thread::sleep_for(duration<double>(2 * d(rng)));",
       "1-2, 1-2, 1-2"},
  });
}

TEST(Waits, OfChronoInWholeTicks) {
  expectWaits({
      {"auto d = 1900ms * (i + 1); "
       "std::this_thread::sleep_for(duration_cast<seconds>(d));",
       "1, 3, 5"},
      {"auto d = 1s * (i + 1); std::this_thread::sleep_for(d / 2);", "0, 1, 1"},
      {"auto d = 700ms * (i + 1); sleep(duration_cast<seconds>(d).count());",
       "0, 1, 2"},
      {"auto d = 3ns * (i + 1); usleep(1000000 * d.count());", "3, 6, 9"},
  });
}

TEST(Jitter, IsToldByTheRanges) {
  auto Form = [](const std::string &Pause) {
    return OneLoop(loop(Pause)).pattern().Form;
  };
  EXPECT_EQ(Form("sleep(1 << i);"), Jitter::None);
  EXPECT_EQ(Form("usleep(rand() % (1000 << i));"), Jitter::Full);
  EXPECT_EQ(Form("usleep((500 << i) + rand() % (500 << i));"), Jitter::Equal);
  EXPECT_EQ(Form("usleep((1000 << i) + rand() % 1000);"), Jitter::Additive);
  EXPECT_EQ(Form("usleep(500 + rand() % 1000);"), Jitter::Constant);
  EXPECT_EQ(Form("usleep(500 + rand() % (1000 << i));"), Jitter::Decorrelated);
}

TEST(Jitter, OfAnUnknownAmount) {
  auto Form = [](const std::string &Pause) {
    return OneLoop(loop(Pause)).pattern().Form;
  };
  EXPECT_EQ(Form("usleep(rand() % (base << i));"), Jitter::Full);
  EXPECT_EQ(Form("usleep((base << i) + rand() % (base << i));"), Jitter::Equal);
  EXPECT_EQ(Form("usleep((base << i) + rand() % 1000);"), Jitter::Additive);
  EXPECT_EQ(Form("usleep(base + rand() % 1000);"), Jitter::Constant);
}

TEST(AfterLast, IsTheWaitBeforeGivingUp) {
  OneLoop L(loop("sleep(1 << i);"));
  ASSERT_TRUE(L.pattern().AfterLast);
  EXPECT_TRUE(L.pattern().Complete);
  EXPECT_EQ(L.pattern().AfterLast->Hi, 8);
}

TEST(AfterLast, IsSeenWhereTheCountIsNot) {
  OneLoop L("bool run(const char *dsn, int n) {\n"
            "for (int i = 0; i < n; ++i) {\n"
            "  if (connect_db(dsn)) return true;\n"
            "  sleep(2);\n"
            "}\nreturn false;\n}\n");
  ASSERT_TRUE(L.pattern().AfterLast);
  EXPECT_FALSE(L.pattern().Complete);
}

TEST(AfterLast, IsNotThereIfNoAttemptFollows) {
  EXPECT_FALSE(OneLoop(loop("if (i < 3) sleep(1);")).pattern().AfterLast);
}

TEST(Overflow, IsMarked) {
  OneLoop L(loop("int ms = 1000 << i; usleep(ms);", 30));
  EXPECT_FALSE(L.pattern().Waits[20].Overflows);
  EXPECT_TRUE(L.pattern().Waits[25].Overflows);
}

} // namespace
