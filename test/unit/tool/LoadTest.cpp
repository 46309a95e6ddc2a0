// The load that clients put on a server which failed for all of them at once.
#include "tool/report/Load.h"
#include "gtest/gtest.h"
#include <numeric>
#include <random>

using namespace retrylint;

namespace {

double sum(const std::vector<double> &Load) {
  return std::accumulate(Load.begin(), Load.end(), 0.0);
}

TEST(Load, OfFixedWaitsComesAtOnce) {
  std::vector<double> Load = expectedLoad({{1, 1}, {2, 2}}, /*Clients=*/1000,
                                          /*Horizon=*/4, /*Bins=*/8);
  EXPECT_EQ(Load, (std::vector<double>{0, 0, 1000, 0, 0, 0, 1000, 0}));
}

TEST(Load, OfARangeIsSpreadEvenlyOverIt) {
  std::vector<double> Load = expectedLoad({{1, 3}}, 1000, 4, 8);
  EXPECT_EQ(Load, (std::vector<double>{0, 0, 250, 250, 250, 250, 0, 0}));
}

TEST(Load, OfARangeThatEndsInsideABinIsShared) {
  std::vector<double> Load = expectedLoad({{0, 1.25}}, 1000, 2, 4);
  ASSERT_EQ(Load.size(), 4u);
  EXPECT_NEAR(Load[0], 400, 1e-9);
  EXPECT_NEAR(Load[1], 400, 1e-9);
  EXPECT_NEAR(Load[2], 200, 1e-9);
  EXPECT_EQ(Load[3], 0);
}

TEST(Load, LosesNobodyInsideTheHorizon) {
  std::vector<double> Load =
      expectedLoad({{0, 1}, {0, 2}, {0, 4}}, 1000, 8, 100);
  EXPECT_NEAR(sum(Load), 3000, 1e-6);
}

TEST(Load, BehindTheHorizonIsNotShown) {
  EXPECT_EQ(sum(expectedLoad({{5, 5}}, 1000, 4, 8)), 0);
  EXPECT_NEAR(sum(expectedLoad({{0, 8}}, 1000, 4, 8)), 500, 1e-9);
}

TEST(Load, OfNoRetriesIsNone) {
  EXPECT_EQ(expectedLoad({}, 1000, 4, 4), (std::vector<double>{0, 0, 0, 0}));
}

TEST(Load, IsWhatClientsThatDrawDo) {
  const std::vector<WaitRange> Waits = {{0, 1}, {0, 2}, {2, 4}};
  constexpr unsigned Clients = 100000, Bins = 400;
  constexpr double Horizon = 8;
  std::vector<double> Drawn(Bins);
  std::mt19937 Random(7);
  for (unsigned C = 0; C < Clients; ++C) {
    double Time = 0;
    for (const WaitRange &W : Waits) {
      Time += std::uniform_real_distribution<>(W.Lo, W.Hi)(Random);
      ++Drawn[static_cast<size_t>(Time / Horizon * Bins)];
    }
  }
  std::vector<double> Load = expectedLoad(Waits, Clients, Horizon, Bins);
  // By what has come so far: single bins are noisy, and every wait is rounded
  // to a bin.
  double Expected = 0, Seen = 0, Apart = 0;
  for (unsigned I = 0; I < Bins; ++I) {
    Expected += Load[I];
    Seen += Drawn[I];
    Apart = std::max(Apart, std::abs(Expected - Seen));
  }
  EXPECT_LT(Apart, 0.02 * Clients * Waits.size());
}

LoopFacts advised(unsigned Attempts, double Base, double Cap) {
  LoopFacts L;
  L.Recommended.Attempts = Attempts;
  L.Recommended.Base = Base;
  L.Recommended.Cap = Cap;
  return L;
}

std::vector<std::pair<double, double>> recommended(const LoopFacts &L) {
  std::vector<std::pair<double, double>> Waits;
  for (const WaitRange &W : recommendedWaits(L))
    Waits.emplace_back(W.Lo, W.Hi);
  return Waits;
}

TEST(RecommendedWaits, DoubleUpToTheCapWithFullJitter) {
  EXPECT_EQ(
      recommended(advised(5, 1, 5)),
      (std::vector<std::pair<double, double>>{{0, 1}, {0, 2}, {0, 4}, {0, 5}}));
}

TEST(RecommendedWaits, AreNoneForOneAttempt) {
  EXPECT_TRUE(recommendedWaits(advised(1, 1, 5)).empty());
}

TEST(RecommendedWaits, FollowTheScheduleOfAWebhook) {
  LoopFacts L = advised(4, 1, 5);
  L.Recommended.Schedule = {0, 60, 300}; // shorter than the attempts allow
  EXPECT_EQ(recommended(L),
            (std::vector<std::pair<double, double>>{{60, 60}, {300, 300}}));
}

} // namespace
