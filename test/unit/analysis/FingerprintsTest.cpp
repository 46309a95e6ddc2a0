#include "TestCode.h"
#include "analysis/Compatibility.h"
#include "analysis/QuietFunctions.h"

using namespace clang;

namespace retrylint {
namespace {

/// Of `dial` in this code.
Fingerprint print(llvm::StringRef Text, llvm::StringRef Environment = "") {
  TestCode Code(Text);
  struct Bodies : DynamicRecursiveASTVisitor {
    std::vector<const FunctionDecl *> All;
    bool VisitFunctionDecl(FunctionDecl *F) override {
      if (F->doesThisDeclarationHaveABody())
        All.push_back(F);
      return true;
    }
  } Found;
  Found.TraverseAST(Code.context());
  return Fingerprints(Code.context(), Found.All, Environment)
      .of(Code.function("dial"));
}

constexpr llvm::StringLiteral Text = R"(
int connect_once(int to);
int helper(int to) { return connect_once(to); }
int other(int n) { return n + 1; }
int dial(int to) {
  while (helper(to) != 0) {
  }
  return 0;
}
int above(int to) { return dial(to); }
)";

std::string with(llvm::StringRef From, llvm::StringRef To) {
  auto [Before, After] = Text.split(From);
  EXPECT_FALSE(After.empty()) << From.str();
  return (Before + To + After).str();
}

TEST(Fingerprints, StaysWhenOthersAreEdited) {
  EXPECT_EQ(print(Text), print(with("n + 1", "n * n")));
  EXPECT_EQ(print(Text), print(with("return dial(to)", "return dial(to + 1)")));
}

TEST(Fingerprints, StaysWithWhiteSpaceAndComments) {
  EXPECT_EQ(print(Text), print(with("int other", "// another\n\nint other")));
  EXPECT_EQ(print(Text), print(with("helper(to) !=", "helper(to) /* */  !=")));
}

TEST(Fingerprints, ChangesWithWhatItDependsOn) {
  EXPECT_NE(print(Text), print(with("!= 0", "!= 1")));
  EXPECT_NE(print(Text), print(with("connect_once(to); }", "0; }")));
  EXPECT_NE(print(Text), print(with("int connect_once(int to)",
                                    "long connect_once(int to)")));
  EXPECT_NE(print(Text), print(Text, "another policy"));
}

TEST(QuietFunctions, ForgetsTheOldest) {
  QuietFunctions Quiet;
  constexpr uint64_t Many = 100000;
  for (uint64_t I = 0; I < Many; ++I)
    Quiet.add({I, I});
  EXPECT_FALSE(Quiet.contains({0, 0}));
  EXPECT_TRUE(Quiet.contains({Many - 1, Many - 1}));
}

} // namespace
} // namespace retrylint
