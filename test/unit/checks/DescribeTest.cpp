#include "checks/Describe.h"
#include "gtest/gtest.h"

using namespace retrylint;

namespace {

TEST(DescribeSeconds, InTheUnitThatReadsBest) {
  EXPECT_EQ(describeSeconds(0.25), "250 ms");
  EXPECT_EQ(describeSeconds(1), "1 s");
  EXPECT_EQ(describeSeconds(1.5), "1.5 s");
  EXPECT_EQ(describeSeconds(30), "30 s");
  EXPECT_EQ(describeSeconds(120), "2 min");
  EXPECT_EQ(describeSeconds(3600), "1 h");
  EXPECT_EQ(describeSeconds(86400), "24 h");
}

TEST(DescribeSeconds, InASmallerUnitIfThatIsWhole) {
  EXPECT_EQ(describeSeconds(90), "90 s");
  EXPECT_EQ(describeSeconds(5400), "90 min");
  EXPECT_EQ(describeSeconds(3601), "3601 s");
}

TEST(DescribeSeconds, SmallOnes) {
  EXPECT_EQ(describeSeconds(0), "0 s");
  EXPECT_EQ(describeSeconds(1e-3), "1 ms");
  EXPECT_EQ(describeSeconds(1.5e-3), "1.5 ms");
  EXPECT_EQ(describeSeconds(1e-6), "1 us");
  EXPECT_EQ(describeSeconds(20e-6), "20 us");
  EXPECT_EQ(describeSeconds(1e-9), "1 ns");
  EXPECT_EQ(describeSeconds(500e-9), "500 ns");
}

TEST(DescribeSeconds, WithTwoDigitsAtMost) {
  EXPECT_EQ(describeSeconds(1.0 / 3), "333.33 ms");
  EXPECT_EQ(describeSeconds(12.3456), "12.35 s");
}

TEST(DescribeSeconds, WithoutTheNoiseOfFractions) {
  EXPECT_EQ(describeSeconds(0.1 + 0.2), "300 ms");
  EXPECT_EQ(describeSeconds(100 * 1e-3 * 10), "1 s");
  EXPECT_EQ(describeSeconds(0.7 * 100 * 60), "70 min");
}

TEST(DescribeSeconds, HugeOnes) {
  EXPECT_EQ(describeSeconds(4294967295), "4294967295 s");
  EXPECT_EQ(describeSeconds(4294967296), "4294967296 s");
}

Wait exactly(double Seconds) {
  Wait W;
  W.Lo = W.Hi = Seconds;
  W.Numeric = true;
  return W;
}

Wait between(double Lo, double Hi) {
  Wait W = exactly(Lo);
  W.Hi = Hi;
  W.Random = true;
  return W;
}

WaitPattern pattern(std::vector<Wait> Waits) {
  WaitPattern P;
  P.Waits = std::move(Waits);
  return P;
}

Bound attempts(unsigned N) { return {BoundKind::Attempts, N}; }

TEST(DescribeWaits, WithTheirTotal) {
  EXPECT_EQ(
      describeWaits(pattern({exactly(1), exactly(2), exactly(4)}), attempts(4)),
      "1 s, 2 s, 4 s (7 s in total)");
}

TEST(DescribeWaits, OnlyTheFirstFew) {
  WaitPattern Five =
      pattern({exactly(1), exactly(2), exactly(4), exactly(8), exactly(16)});
  EXPECT_EQ(describeWaits(Five, attempts(6)),
            "1 s, 2 s, 4 s, 8 s ... (31 s in total)");
  EXPECT_EQ(describeWaits(Five, {BoundKind::None, std::nullopt}),
            "1 s, 2 s, 4 s, 8 s ...");
}

TEST(DescribeWaits, WithoutATotalThatIsNotKnown) {
  WaitPattern Two = pattern({exactly(1), exactly(1)});
  EXPECT_EQ(describeWaits(Two, {BoundKind::Attempts, std::nullopt}),
            "1 s, 1 s");
  EXPECT_EQ(describeWaits(Two, attempts(9)), "1 s, 1 s");
  EXPECT_EQ(describeWaits(Two, {BoundKind::Time, std::nullopt}), "1 s, 1 s");
}

TEST(DescribeWaits, OneIsItsOwnTotal) {
  EXPECT_EQ(describeWaits(pattern({exactly(0.5)}), attempts(2)), "500 ms");
}

TEST(DescribeWaits, ARange) {
  EXPECT_EQ(describeWaits(pattern({between(0, 1), between(0, 2)}), {}),
            "0 s to 1 s, 0 s to 2 s");
}

TEST(DescribeWaits, AsTheyAreWritten) {
  Wait Unknown;
  WaitPattern P = pattern({Unknown, Unknown});
  P.Named = "options.delay";
  EXPECT_EQ(describeWaits(P, attempts(3)), "'options.delay'");
}

TEST(DescribeWaits, OfAnUnknownUnit) {
  Wait Ticks = exactly(50);
  Ticks.UnitKnown = false;
  EXPECT_EQ(describeWaits(pattern({Ticks, Ticks}), attempts(3)), "50, 50");
}

TEST(DescribeWaits, ARangeOfAnUnknownUnit) {
  Wait Ticks = between(0, 9);
  Ticks.UnitKnown = false;
  EXPECT_EQ(describeWaits(pattern({Ticks}), attempts(2)), "0 to 9");
}

TEST(DescribeCodes, OfHttp) {
  EXPECT_EQ(describeCodes(StatusDomain::Http, {404}), "404");
  EXPECT_EQ(describeCodes(StatusDomain::Http, {400, 404, 422}),
            "400, 404, 422");
  EXPECT_EQ(describeCodes(StatusDomain::Http, {}), "");
}

TEST(DescribeCodes, JoinsARun) {
  EXPECT_EQ(
      describeCodes(StatusDomain::Http, {400, 401, 403, 404, 405, 406, 407}),
      "400, 401, 403-407");
}

TEST(DescribeCodes, OfGrpcByName) {
  EXPECT_EQ(describeCodes(StatusDomain::Grpc, {5, 16}),
            "NOT_FOUND, UNAUTHENTICATED");
  EXPECT_EQ(describeCodes(StatusDomain::Grpc, {0, 3, 12, 15}),
            "OK, INVALID_ARGUMENT, UNIMPLEMENTED, DATA_LOSS");
}

TEST(DescribeCodes, NamesEachOfARunOfGrpc) {
  EXPECT_EQ(describeCodes(StatusDomain::Grpc, {5, 6, 7}),
            "NOT_FOUND, ALREADY_EXISTS, PERMISSION_DENIED");
}

TEST(DescribeCodes, OfGrpcBeyondTheNames) {
  EXPECT_EQ(describeCodes(StatusDomain::Grpc, {17, -1}), "17, -1");
}

TEST(DescribeTotal, RoundsWhatIsLong) {
  EXPECT_EQ(describeTotal(31), "31 s");
  EXPECT_EQ(describeTotal(1023), "17 min");
  EXPECT_EQ(describeTotal(19056), "5.3 h");
}

} // namespace
