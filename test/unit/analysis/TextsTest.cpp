#include "analysis/Texts.h"
#include "gtest/gtest.h"

using namespace retrylint;

namespace {

TEST(Texts, BeginWithWords) {
  EXPECT_TRUE(beginsWith("INSERT INTO t", "insert"));
  EXPECT_TRUE(beginsWith("  insert\n into t", "INSERT INTO"));
  EXPECT_TRUE(beginsWith("VALUES(1)", "VALUES"));
  EXPECT_TRUE(beginsWith("COMMIT", "COMMIT"));
  EXPECT_FALSE(beginsWith("INCRBY n 2", "INCR"));
  EXPECT_FALSE(beginsWith("SELECT 'INSERT'", "INSERT"));
  EXPECT_FALSE(beginsWith("", "INSERT"));
}

TEST(Texts, ContainWords) {
  EXPECT_TRUE(
      containsWords("insert into t on  conflict do nothing", "ON CONFLICT"));
  EXPECT_FALSE(containsWords("insert into t", "ON CONFLICT"));
}

} // namespace
