#include "analysis/ServiceConfig.h"
#include "gtest/gtest.h"

using namespace retrylint;

namespace {

TEST(ServiceConfig, IsJsonWithAListOfMethods) {
  EXPECT_FALSE(ServiceConfig::parse(""));
  EXPECT_FALSE(ServiceConfig::parse("methodConfig"));
  EXPECT_FALSE(ServiceConfig::parse(R"({"methodConfig": [)"));
  EXPECT_FALSE(ServiceConfig::parse(R"(["methodConfig"])"));
  EXPECT_FALSE(ServiceConfig::parse(R"({"methodConfig": {}})"));
  EXPECT_FALSE(ServiceConfig::parse(R"({"retryPolicy": {}})"));
  ASSERT_TRUE(ServiceConfig::parse(R"({"methodConfig": []})"));
  EXPECT_TRUE(
      ServiceConfig::parse(R"({"methodConfig": [1, null, {"retryPolicy": 7}]})")
          ->policies()
          .empty());
}

TEST(ServiceConfig, KnowsItsPoliciesAndServices) {
  auto Config = ServiceConfig::parse(R"({
    "methodConfig": [
      {"name": [{"service": "a.B"}, {"service": "a.C", "method": "M"}],
       "retryPolicy": {"maxAttempts": 3}},
      {"name": [{}], "hedgingPolicy": {"maxAttempts": 2}}],
    "retryThrottling": {"maxTokens": 10}})");
  ASSERT_TRUE(Config);
  ASSERT_EQ(Config->policies().size(), 2u);
  EXPECT_FALSE(Config->policies()[0].Hedging);
  EXPECT_EQ(Config->policies()[0].Path, "methodConfig[0].retryPolicy");
  EXPECT_EQ(Config->policies()[0].Services,
            (std::vector<std::string>{"a.B", "a.C"}));
  EXPECT_TRUE(Config->policies()[1].Hedging);
  EXPECT_TRUE(Config->policies()[1].Services.empty());
  EXPECT_TRUE(Config->throttling());
}

TEST(ServiceConfig, KnowsWhereValuesStand) {
  llvm::StringRef Text =
      R"( {"x": "a\"}],", "methodConfig" : [ {} , {"retryPolicy":
      {"list": ["A", "B" ], "maxAttempts":17}}]})";
  auto Config = ServiceConfig::parse(Text);
  ASSERT_TRUE(Config);
  auto At = [&](llvm::StringRef Path) {
    return Text.substr(Config->offsetOf(Path));
  };
  EXPECT_TRUE(At("methodConfig[1].retryPolicy.maxAttempts").starts_with("17"));
  EXPECT_TRUE(At("methodConfig[1].retryPolicy.list[1]").starts_with("\"B\""));
  EXPECT_TRUE(At("methodConfig[0]").starts_with("{} ,"));
}

TEST(ServiceConfig, ReadsDurations) {
  auto Read = [](llvm::StringRef Text) { return jsonDuration(Text); };
  EXPECT_EQ(Read("1s"), 1);
  EXPECT_EQ(Read("0.25s"), 0.25);
  EXPECT_EQ(Read("-2s"), -2);
  for (const char *Wrong : {"", "s", "1", "100ms", "1 s", "1.s", "one s"})
    EXPECT_FALSE(Read(Wrong)) << Wrong;
  EXPECT_FALSE(jsonDuration(5));
}

} // namespace
