// What is remembered of the scenarios that were run on a loop.
#include "TestCode.h"
#include "llvm/ADT/STLExtras.h"

using namespace retrylint;

namespace {

const Account *accountOf(const RetryLoop &L, Account::Kind Of) {
  auto It =
      llvm::find_if(L.Accounts, [&](const Account &A) { return A.Of == Of; });
  return It == L.Accounts.end() ? nullptr : &*It;
}

std::vector<Step::Kind> kinds(const Account &A) {
  std::vector<Step::Kind> Kinds;
  for (const Step &S : A.Steps)
    Kinds.push_back(S.Is);
  return Kinds;
}

using Kinds = std::vector<Step::Kind>;

TEST(Accounts, FollowTheOrderOfEvents) {
  OneLoop L("bool run(const char *dsn) {\n"
            "  for (int i = 0; i < 2; ++i) {\n"
            "    if (connect_db(dsn)) return true;\n"
            "    sleep(3);\n"
            "  }\n"
            "  return false;\n"
            "}\n");
  ASSERT_EQ(L->Accounts.size(), 2u);
  const Account &Failing = L->Accounts[0];
  EXPECT_EQ(Failing.Of, Account::Failing);
  EXPECT_EQ(kinds(Failing),
            (Kinds{Step::Attempts, Step::Supposes, Step::Waits, Step::Attempts,
                   Step::Waits, Step::Bounds, Step::Returns}));
  EXPECT_TRUE(Failing.Steps[1].OfAttempt);
  EXPECT_FALSE(Failing.Steps[1].Answer);
  EXPECT_EQ(Failing.Steps[1].Text, "connect_db(dsn)");
  EXPECT_EQ(Failing.Steps[2].Length.Hi, 3);
  EXPECT_EQ(L.line(Failing.Steps[2].At.getBegin()), 4u);
  EXPECT_EQ(Failing.Steps[5].Text, "i < 2");
  EXPECT_EQ(Failing.Steps[6].Text, "return false");

  const Account &Success = L->Accounts[1];
  EXPECT_EQ(Success.Of, Account::Succeeding);
  EXPECT_EQ(kinds(Success),
            (Kinds{Step::Attempts, Step::Supposes, Step::Returns}));
  EXPECT_TRUE(Success.Steps[1].Answer);
  EXPECT_TRUE(L->AllWaysRun);
  EXPECT_TRUE(L->RunFromStart);
}

TEST(Accounts, SayWhyAConditionIsNotDecided) {
  OneLoop L("bool run(const char *dsn, int most) {\n"
            "  for (int i = 0; i < most; ++i) {\n"
            "    if (connect_db(dsn)) return true;\n"
            "    sleep(3);\n"
            "  }\n"
            "  return false;\n"
            "}\n");
  const Account *Failing = accountOf(*L, Account::Failing);
  ASSERT_TRUE(Failing);
  const Step &First = Failing->Steps.front();
  EXPECT_EQ(First.Is, Step::Supposes);
  EXPECT_FALSE(First.OfAttempt);
  EXPECT_TRUE(First.Answer);
  EXPECT_EQ(First.Why, "'most' is passed by the caller");
  EXPECT_EQ(Failing->Steps.back().Is, Step::GoesOn);
  // Its end is told apart: from the last attempt on.
  const Account *End = accountOf(*L, Account::GivingUp);
  ASSERT_TRUE(End);
  EXPECT_EQ(kinds(*End),
            (Kinds{Step::Attempts, Step::Waits, Step::Bounds, Step::Returns}));
}

TEST(Accounts, TellTheSameStoryOnce) {
  OneLoop L("bool run(const char *dsn, bool loud) {\n"
            "  int level = 0;\n"
            "  if (loud) level = 1;\n"
            "  for (int i = 0; i < 2; ++i) {\n"
            "    if (connect_db(dsn)) return level == 0 || true;\n"
            "    sleep(3);\n"
            "  }\n"
            "  return false;\n"
            "}\n");
  EXPECT_EQ(
      llvm::count_if(L->Accounts,
                     [](const Account &A) { return A.Of == Account::Failing; }),
      1);
  EXPECT_EQ(L->MoreAccounts, 1u);
}

} // namespace
