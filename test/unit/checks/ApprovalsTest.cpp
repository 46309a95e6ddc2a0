#include "checks/Approvals.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace retrylint;

namespace {

Policy::Approval approval(std::string Id, std::string Expires,
                          std::string Where = "*") {
  Policy::Approval A;
  A.Id = std::move(Id);
  A.Expires = std::move(Expires);
  A.Check = "nested";
  A.Where = std::move(Where);
  return A;
}

class ApprovalsTest : public testing::Test {
protected:
  std::unique_ptr<clang::ASTUnit> Unit = clang::tooling::buildASTFromCode(
      "namespace acme { void f() {} }", "src/orders.cpp");
  Policy P;

  Approvals on(llvm::StringRef Today, llvm::StringRef Check = "nested") {
    const clang::FunctionDecl *F = nullptr;
    for (const clang::Decl *D :
         Unit->getASTContext().getTranslationUnitDecl()->decls())
      if (const auto *NS = llvm::dyn_cast<clang::NamespaceDecl>(D))
        F = llvm::cast<clang::FunctionDecl>(*NS->decls_begin());
    return approvalsFor(Check, F, F->getLocation(), Unit->getSourceManager(), P,
                        Today);
  }
};

TEST_F(ApprovalsTest, HoldOnTheirLastDayAndNotAfter) {
  P.Approvals = {approval("A", "2030-01-31")};
  EXPECT_TRUE(on("2029-12-31").Valid);
  EXPECT_TRUE(on("2030-01-31").Valid);
  EXPECT_FALSE(on("2030-02-01").Valid);
  ASSERT_TRUE(on("2030-02-01").Expired);
  EXPECT_EQ(on("2030-02-01").Expired->Id, "A");
}

TEST_F(ApprovalsTest, TheLastToExpireIsNamed) {
  P.Approvals = {approval("A", "2020-01-01"), approval("B", "2025-01-01"),
                 approval("C", "2022-01-01")};
  EXPECT_EQ(on("2026-01-01").Expired->Id, "B");
  EXPECT_EQ(on("2024-06-01").Valid->Id, "B");
}

TEST_F(ApprovalsTest, AreForACheckAndAPlace) {
  P.Approvals = {approval("A", "2030-01-31", "acme::*")};
  EXPECT_TRUE(on("2030-01-01").Valid);
  EXPECT_FALSE(on("2030-01-01", "config").Valid);
  P.Approvals = {approval("A", "2030-01-31", "other::*")};
  EXPECT_FALSE(on("2030-01-01").Valid || on("2030-01-01").Expired);
  P.Approvals = {approval("A", "2030-01-31", "*/orders.cpp")};
  EXPECT_TRUE(on("2030-01-01").Valid);
}

TEST(Today, IsADate) {
  std::string Date = today();
  ASSERT_EQ(Date.size(), 10u) << Date;
  EXPECT_EQ(Date[4], '-');
  EXPECT_EQ(Date[7], '-');
  EXPECT_GT(Date, "2024-01-01");
  EXPECT_LT(Date, "2999-12-31");
}

} // namespace
