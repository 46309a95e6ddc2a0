// What one process writes, and all read.
#include "tool/run/Board.h"
#include "gtest/gtest.h"
#include <sys/wait.h>
#include <unistd.h>

using namespace retrylint;

namespace {

/// In a process of its own; gives whether it said yes.
template <typename F> bool elsewhere(F Ask) {
  pid_t Child = fork();
  if (Child == 0)
    _exit(Ask() ? 0 : 1);
  int Status = -1;
  waitpid(Child, &Status, 0);
  return WIFEXITED(Status) && WEXITSTATUS(Status) == 0;
}

TEST(Board, HoldsWhatAnotherProcessHasWritten) {
  Board B;
  EXPECT_EQ(B.read("name"), std::nullopt);
  EXPECT_TRUE(elsewhere([&] {
    return B.claim("name") && B.write("name", "a text") == "a text" &&
           B.claim("none") && B.write("none", "") == "";
  }));
  ASSERT_EQ(B.read("name"), "a text");
  EXPECT_EQ(B.read("none"), "");
  EXPECT_EQ(*B.read("name")->end(), 0);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(B.read("name")->data()) %
                Board::Alignment,
            0u);
}

TEST(Board, IsClaimedByOneEvenIfThatDies) {
  Board B;
  EXPECT_TRUE(elsewhere([&] { return B.claim("name"); }));
  EXPECT_FALSE(B.claim("name"));
  EXPECT_EQ(B.read("name"), std::nullopt);
  EXPECT_TRUE(B.claim("other"));
}

TEST(Board, SaysWhatDoesNotFit) {
  Board B(/*Room=*/64);
  EXPECT_TRUE(B.claim("large"));
  EXPECT_EQ(B.write("large", std::string(100, 'x')), std::nullopt);
  EXPECT_TRUE(elsewhere([&] { return B.claim("large"); }));
  EXPECT_EQ(B.read("large"), std::nullopt);
}

TEST(Board, WhatIsThereCannotBeChanged) {
  Board B;
  B.claim("name");
  B.write("name", "a text");
  EXPECT_DEATH(const_cast<char *>(B.read("name")->data())[0] = 'b', "");
}

} // namespace
