#include "analysis/TimeTypes.h"
#include "TestCode.h"
#include "clang/AST/ASTContext.h"

using namespace retrylint;

namespace {

TEST(Ticks, OfStandardDurations) {
  TestCode Code(R"(
#include <chrono>
std::chrono::nanoseconds ns;
std::chrono::microseconds us;
std::chrono::milliseconds ms;
std::chrono::seconds s;
std::chrono::minutes min;
std::chrono::hours h;
std::chrono::days d;
std::chrono::duration<double> real;
std::chrono::duration<float, std::milli> realMs;
std::chrono::duration<int, std::ratio<1, 3>> third;
std::chrono::duration<int, std::ratio<90>> innings;
)");
  auto Tick = [&](const char *Name) {
    return tickOf(Code.typeOf(Name)).value_or(-1);
  };
  EXPECT_DOUBLE_EQ(Tick("ns"), 1e-9);
  EXPECT_DOUBLE_EQ(Tick("us"), 1e-6);
  EXPECT_DOUBLE_EQ(Tick("ms"), 1e-3);
  EXPECT_DOUBLE_EQ(Tick("s"), 1);
  EXPECT_DOUBLE_EQ(Tick("min"), 60);
  EXPECT_DOUBLE_EQ(Tick("h"), 3600);
  EXPECT_DOUBLE_EQ(Tick("d"), 86400);
  EXPECT_DOUBLE_EQ(Tick("real"), 1);
  EXPECT_DOUBLE_EQ(Tick("realMs"), 1e-3);
  EXPECT_DOUBLE_EQ(Tick("third"), 1.0 / 3);
  EXPECT_DOUBLE_EQ(Tick("innings"), 90);
}

TEST(Ticks, OfStandardTimePoints) {
  TestCode Code(R"(
#include <chrono>
std::chrono::steady_clock::time_point steady;
std::chrono::sys_seconds sys;
std::chrono::milliseconds ms;
)");
  EXPECT_DOUBLE_EQ(tickOf(Code.typeOf("steady")).value_or(-1), 1e-9);
  EXPECT_DOUBLE_EQ(tickOf(Code.typeOf("sys")).value_or(-1), 1);
  EXPECT_TRUE(isTimePoint(Code.typeOf("steady")));
  EXPECT_TRUE(isTimePoint(Code.typeOf("sys")));
  EXPECT_FALSE(isTimePoint(Code.typeOf("ms")));
}

TEST(Ticks, SeeThroughNamesReferencesAndConst) {
  TestCode Code(R"(
#include <chrono>
using Timeout = std::chrono::milliseconds;
typedef const Timeout Limit;
extern const Limit &reference;
extern Timeout *pointer;
struct Options { Timeout field; };
)");
  EXPECT_DOUBLE_EQ(tickOf(Code.typeOf("Limit")).value_or(-1), 1e-3);
  EXPECT_DOUBLE_EQ(tickOf(Code.typeOf("reference")).value_or(-1), 1e-3);
  EXPECT_DOUBLE_EQ(tickOf(Code.typeOf("field")).value_or(-1), 1e-3);
  EXPECT_EQ(tickOf(Code.typeOf("pointer")), std::nullopt);
}

constexpr llvm::StringRef Boost = R"(
namespace boost {
template <long N, long D = 1> class ratio {};
namespace chrono {
template <class Rep, class Period = ratio<1>> class duration {};
template <class Clock, class Duration> class time_point {};
typedef duration<long, ratio<1, 1000>> milliseconds;
struct steady_clock { typedef chrono::time_point<steady_clock, milliseconds> time_point; };
}
namespace posix_time {
class time_duration {};
class milliseconds : public time_duration {};
class ptime {};
class time_facet {};
}
}
)";

TEST(Ticks, OfBoostChrono) {
  TestCode Code(Boost.str() + R"(
boost::chrono::milliseconds ms;
boost::chrono::duration<int> s;
boost::chrono::steady_clock::time_point point;
)");
  EXPECT_DOUBLE_EQ(tickOf(Code.typeOf("ms")).value_or(-1), 1e-3);
  EXPECT_DOUBLE_EQ(tickOf(Code.typeOf("s")).value_or(-1), 1);
  EXPECT_DOUBLE_EQ(tickOf(Code.typeOf("point")).value_or(-1), 1e-3);
  EXPECT_TRUE(isTimePoint(Code.typeOf("point")));
  EXPECT_FALSE(isTimePoint(Code.typeOf("ms")));
}

TEST(Ticks, OfBoostPosixTimeAreSeconds) {
  TestCode Code(Boost.str() + R"(
boost::posix_time::time_duration d;
boost::posix_time::milliseconds ms;
boost::posix_time::ptime point;
)");
  EXPECT_EQ(tickOf(Code.typeOf("d")), 1.0);
  EXPECT_EQ(tickOf(Code.typeOf("ms")), 1.0);
  EXPECT_EQ(tickOf(Code.typeOf("point")), 1.0);
  EXPECT_FALSE(isTimePoint(Code.typeOf("d")));
}

TEST(Ticks, OfAbseilAreSeconds) {
  TestCode Code(R"(
namespace absl { inline namespace lts_20230125 { class Duration {}; class Time {}; } }
absl::Duration d;
absl::Time t;
)");
  EXPECT_EQ(tickOf(Code.typeOf("d")), 1.0);
  EXPECT_EQ(tickOf(Code.typeOf("t")), 1.0);
  EXPECT_TRUE(isTimePoint(Code.typeOf("t")));
  EXPECT_FALSE(isTimePoint(Code.typeOf("d")));
}

TEST(Ticks, OtherTypesHaveNone) {
  TestCode Code(Boost.str() + R"(
struct Codec {};
namespace video {
template <class A, class B> class duration {};
template <class A, class B> class time_point {};
template <class A, class B> class pair {};
class Duration {};
}
int number;
double real;
Codec record;
video::duration<int, Codec> clip;
video::duration<int, int> clip2;
video::time_point<int, int> frame;
video::pair<int, boost::ratio<1>> pair;
video::Duration other;
boost::ratio<1, 2> half;
)");
  for (const char *Name : {"number", "real", "record", "clip", "clip2", "frame",
                           "pair", "other", "half"})
    EXPECT_EQ(tickOf(Code.typeOf(Name)), std::nullopt) << Name;
  EXPECT_EQ(tickOf({}), std::nullopt);
  EXPECT_FALSE(isTimePoint({}));
  EXPECT_FALSE(isTimePoint(Code.typeOf("number")));
}

class FoldedNumbers : public testing::Test {
protected:
  TestCode Code{R"(
#include <chrono>
using namespace std::chrono_literals;
constexpr int below = -3;
constexpr unsigned large = 4000000000u;
constexpr unsigned long largest = ~0ul;
constexpr auto wide = (__int128)1 << 100;
constexpr double real = 1.5;
constexpr bool flag = true;
constexpr auto quarter = 250ms;
constexpr auto two = 2min;
struct Point { int x; };
constexpr Point point{1};
constexpr const char *text = "x";
)"};
  std::optional<double> folded(llvm::StringRef Name) {
    const auto &V = llvm::cast<clang::VarDecl>(Code.named(Name));
    return numberOf(*V.evaluateValue(), V.getType());
  }
};

TEST_F(FoldedNumbers, AreNumbersAndSeconds) {
  EXPECT_EQ(folded("below"), -3);
  EXPECT_EQ(folded("large"), 4e9);
  EXPECT_EQ(folded("largest"), 18446744073709551615.0);
  EXPECT_EQ(folded("real"), 1.5);
  EXPECT_EQ(folded("flag"), 1);
  EXPECT_DOUBLE_EQ(folded("quarter").value_or(-1), 0.25);
  EXPECT_DOUBLE_EQ(folded("two").value_or(-1), 120);
}

TEST_F(FoldedNumbers, AreNotCutOff) {
  std::optional<double> Wide = folded("wide");
  EXPECT_TRUE(!Wide || *Wide == 0x1p100) << *Wide;
}

TEST_F(FoldedNumbers, OtherThingsAreNone) {
  EXPECT_EQ(folded("point"), std::nullopt);
  EXPECT_EQ(folded("text"), std::nullopt);
}

} // namespace
