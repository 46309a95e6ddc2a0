#include "analysis/Memory.h"
#include "TestCode.h"

using namespace retrylint;

namespace {

constexpr SymbolId X = 1, Y = 2;

Value number(double N) { return Value::number(N); }
Value symbol(SymbolId S) { return Value::symbol(S, 0); }

TEST(Constraint, AllowsEverythingAtFirst) {
  Constraint C;
  EXPECT_TRUE(C.allows(0));
  EXPECT_TRUE(C.allows(-1e18));
  EXPECT_TRUE(C.allows(1e18));
}

TEST(Constraint, AllowsItsRangeWithoutTheHoles) {
  Constraint C{1, 5, {3}};
  EXPECT_TRUE(C.allows(1));
  EXPECT_TRUE(C.allows(5));
  EXPECT_FALSE(C.allows(0));
  EXPECT_FALSE(C.allows(6));
  EXPECT_FALSE(C.allows(3));
}

TEST(Constraint, IsDisjoint) {
  Constraint Low{0, 3, {}}, High{4, 9, {}}, Touching{3, 9, {}};
  EXPECT_TRUE(Low.disjoint(High));
  EXPECT_TRUE(High.disjoint(Low));
  EXPECT_FALSE(Low.disjoint(Touching));
}

TEST(Constraint, IsDisjointFromAHole) {
  Constraint Zero{0, 0, {}}, NotZero;
  NotZero.Not.push_back(0);
  EXPECT_TRUE(Zero.disjoint(NotZero));
  EXPECT_TRUE(NotZero.disjoint(Zero));
  EXPECT_FALSE(NotZero.disjoint(NotZero));
  EXPECT_FALSE(Zero.disjoint(Zero));
}

TEST(Assume, NarrowsTheRange) {
  Memory M;
  EXPECT_TRUE(M.assume(symbol(X), Relation::GreaterEqual, 400));
  EXPECT_TRUE(M.assume(symbol(X), Relation::Less, 500));
  EXPECT_EQ(M.Constraints[X].Lo, 400);
  EXPECT_EQ(M.Constraints[X].Hi, 499);
  EXPECT_FALSE(M.assume(symbol(X), Relation::Equal, 503));
}

TEST(Assume, WholeNumbersLieBesideAStrictBound) {
  Memory M;
  EXPECT_TRUE(M.assume(symbol(X), Relation::Greater, 2.5));
  EXPECT_EQ(M.Constraints[X].Lo, 3);
  EXPECT_TRUE(M.assume(symbol(X), Relation::LessEqual, 7.5));
  EXPECT_EQ(M.Constraints[X].Hi, 7);
  EXPECT_TRUE(M.assume(symbol(X), Relation::Less, 7));
  EXPECT_EQ(M.Constraints[X].Hi, 6);
}

TEST(Assume, ContradictsWhatIsKnown) {
  Memory M;
  EXPECT_TRUE(M.assume(symbol(X), Relation::Equal, 0));
  EXPECT_FALSE(M.assume(symbol(X), Relation::NotEqual, 0));
  Memory N;
  EXPECT_TRUE(N.assume(symbol(X), Relation::NotEqual, 0));
  EXPECT_FALSE(N.assume(symbol(X), Relation::Equal, 0));
  Memory O;
  EXPECT_TRUE(O.assume(symbol(X), Relation::Greater, 5));
  EXPECT_FALSE(O.assume(symbol(X), Relation::LessEqual, 5));
}

TEST(Assume, ExcludesTheEndsOneByOne) {
  Memory M;
  M.assume(symbol(X), Relation::GreaterEqual, 0);
  M.assume(symbol(X), Relation::LessEqual, 2);
  EXPECT_TRUE(M.assume(symbol(X), Relation::NotEqual, 0));
  EXPECT_TRUE(M.assume(symbol(X), Relation::NotEqual, 2));
  EXPECT_FALSE(M.assume(symbol(X), Relation::NotEqual, 1));
}

TEST(Assume, SolvesForTheSymbol) {
  Memory M;
  // 2 * X + 10 < 15
  EXPECT_TRUE(M.assume(symbol(X).scaled(2).plus(10, 10), Relation::Less, 15));
  EXPECT_EQ(M.Constraints[X].Hi, 2);
  // 5 - X < 4
  EXPECT_TRUE(M.assume(symbol(X).scaled(-1).plus(5, 5), Relation::Less, 4));
  EXPECT_EQ(M.Constraints[X].Lo, 2);
}

TEST(Assume, LearnsNothingFromWhatIsNotExact) {
  Memory M;
  EXPECT_TRUE(M.assume(symbol(X).plus(0, 1), Relation::Less, 0));
  EXPECT_TRUE(M.assume(Value(), Relation::Less, 0));
  EXPECT_TRUE(M.Constraints.empty());
}

TEST(Decides, WithoutConstraintsAsValuesDo) {
  Memory M;
  EXPECT_EQ(M.decides(number(1), Relation::Less, number(2)), true);
  EXPECT_EQ(M.decides(symbol(X), Relation::Less, number(2)), std::nullopt);
  EXPECT_EQ(M.decides(symbol(X), Relation::NotEqual, symbol(X)), false);
}

TEST(Decides, EveryRelationFromARange) {
  Memory M;
  M.assume(symbol(X), Relation::GreaterEqual, 500);
  M.assume(symbol(X), Relation::LessEqual, 599);
  EXPECT_EQ(M.decides(symbol(X), Relation::Less, number(600)), true);
  EXPECT_EQ(M.decides(symbol(X), Relation::Less, number(500)), false);
  EXPECT_EQ(M.decides(symbol(X), Relation::Less, number(550)), std::nullopt);
  EXPECT_EQ(M.decides(symbol(X), Relation::LessEqual, number(599)), true);
  EXPECT_EQ(M.decides(symbol(X), Relation::Greater, number(499)), true);
  EXPECT_EQ(M.decides(symbol(X), Relation::Greater, number(599)), false);
  EXPECT_EQ(M.decides(symbol(X), Relation::GreaterEqual, number(500)), true);
  EXPECT_EQ(M.decides(symbol(X), Relation::Equal, number(404)), false);
  EXPECT_EQ(M.decides(symbol(X), Relation::Equal, number(503)), std::nullopt);
  EXPECT_EQ(M.decides(symbol(X), Relation::NotEqual, number(404)), true);
  EXPECT_EQ(M.decides(symbol(X), Relation::NotEqual, number(503)),
            std::nullopt);
}

TEST(Decides, FromASingleNumber) {
  Memory M;
  M.assume(symbol(X), Relation::Equal, 404);
  EXPECT_EQ(M.decides(symbol(X), Relation::Equal, number(404)), true);
  EXPECT_EQ(M.decides(symbol(X), Relation::NotEqual, number(404)), false);
  EXPECT_EQ(M.decides(symbol(X).plus(1, 1), Relation::Equal, number(405)),
            true);
  EXPECT_EQ(M.decides(number(404), Relation::Equal, symbol(X)), true);
}

TEST(Decides, FromAHole) {
  Memory M;
  M.assume(symbol(X), Relation::NotEqual, 200);
  EXPECT_EQ(M.decides(symbol(X), Relation::Equal, number(200)), false);
  EXPECT_EQ(M.decides(symbol(X), Relation::NotEqual, number(200)), true);
  EXPECT_EQ(M.decides(symbol(X), Relation::Less, number(200)), std::nullopt);
}

TEST(Decides, ThroughANegativeFactor) {
  Memory M;
  M.assume(symbol(X), Relation::GreaterEqual, 3);
  EXPECT_EQ(M.decides(symbol(X).scaled(-1), Relation::LessEqual, number(-3)),
            true);
  EXPECT_EQ(M.decides(number(0), Relation::Less, symbol(X)), true);
}

TEST(Decides, NothingAboutAnotherSymbol) {
  Memory M;
  M.assume(symbol(X), Relation::Equal, 1);
  EXPECT_EQ(M.decides(symbol(Y), Relation::Equal, number(1)), std::nullopt);
  EXPECT_EQ(M.decides(symbol(X), Relation::Equal, symbol(Y)), std::nullopt);
}

TEST(Pool, InternsSymbolsByKey) {
  Pool P;
  SymbolId A = P.intern("a", {}), B = P.intern("b", {});
  EXPECT_NE(A, 0u);
  EXPECT_NE(A, B);
  EXPECT_EQ(P.intern("a", {}), A);
  EXPECT_NE(P.fresh({}), P.fresh({}));
}

TEST(Pool, KeepsWhatIsKnownOfASymbol) {
  Pool P;
  SymbolInfo Info;
  Info.Origin = SymbolOrigin::Attempt;
  Info.Key = "ret";
  SymbolId S = P.fresh(Info);
  EXPECT_EQ(P.info(S).Key, "ret");
  EXPECT_EQ(P.info(S).Origin, SymbolOrigin::Attempt);
}

class Locations : public testing::Test {
protected:
  TestCode Code{"struct Point { int x, y; }; struct Line { Point from, to; };"};
  Pool P;
  const clang::ValueDecl *PointX = field("x"), *PointY = field("y"),
                         *From = field("from"), *To = field("to");
  LocationId A = local(1), B = local(2);

  LocationId local(long Index) {
    return P.location({LocationKind::Temporary, 0, nullptr, nullptr, Index});
  }
  const clang::ValueDecl *field(llvm::StringRef Name) {
    return llvm::cast<clang::ValueDecl>(&Code.named(Name));
  }
};

TEST_F(Locations, AreInterned) {
  EXPECT_NE(A, 0u);
  EXPECT_NE(A, B);
  EXPECT_EQ(local(1), A);
  EXPECT_EQ(P.member(A, From), P.member(A, From));
  EXPECT_NE(P.member(A, From), P.member(A, To));
  EXPECT_NE(P.member(A, From), P.member(B, From));
  EXPECT_EQ(P.element(A, 3), P.element(A, 3));
  EXPECT_NE(P.element(A, 3), P.element(A, 4));
}

TEST_F(Locations, LieInsideTheirAncestors) {
  LocationId Deep = P.element(P.member(P.member(A, From), PointX), 2);
  EXPECT_TRUE(P.inside(Deep, A));
  EXPECT_TRUE(P.inside(Deep, P.member(A, From)));
  EXPECT_TRUE(P.inside(Deep, Deep));
  EXPECT_FALSE(P.inside(A, Deep));
  EXPECT_FALSE(P.inside(Deep, B));
  EXPECT_FALSE(P.inside(Deep, P.member(A, To)));
  EXPECT_EQ(P.root(Deep), A);
  EXPECT_EQ(P.root(A), A);
}

TEST_F(Locations, AreRebased) {
  LocationId Deep = P.member(P.member(A, From), PointX);
  EXPECT_EQ(P.rebase(Deep, A, B), P.member(P.member(B, From), PointX));
  EXPECT_EQ(P.rebase(Deep, P.member(A, From), B), P.member(B, PointX));
  EXPECT_EQ(P.rebase(A, A, B), B);
}

TEST_F(Locations, HoldTheLastValue) {
  Memory M;
  EXPECT_EQ(M.lookup(A), nullptr);
  M.store(A, number(1), P);
  M.store(A, number(2), P);
  ASSERT_NE(M.lookup(A), nullptr);
  EXPECT_EQ(M.lookup(A)->exact(), 2);
  EXPECT_EQ(M.lookup(B), nullptr);
}

TEST_F(Locations, StoringAWholeForgetsItsParts) {
  Memory M;
  LocationId Part = P.member(P.member(A, From), PointX);
  M.store(Part, number(1), P);
  M.store(B, number(2), P);
  M.store(A, symbol(X), P);
  EXPECT_EQ(M.lookup(Part), nullptr);
  EXPECT_TRUE(M.lookup(A)->sameAs(symbol(X)));
  EXPECT_EQ(M.lookup(B)->exact(), 2);
}

TEST_F(Locations, ForgettingAPartLeavesTheOthers) {
  Memory M;
  LocationId PartX = P.member(A, PointX), PartY = P.member(A, PointY);
  M.store(PartX, number(1), P);
  M.store(PartY, number(2), P);
  M.forget(PartX, P);
  EXPECT_EQ(M.lookup(PartX), nullptr);
  EXPECT_EQ(M.lookup(PartY)->exact(), 2);
  M.forget(A, P);
  EXPECT_TRUE(M.Stored.empty());
}

TEST_F(Locations, AreCopiedWithAllTheirParts) {
  Memory M;
  M.store(P.member(A, PointX), number(1), P);
  M.store(P.element(P.member(A, PointY), 3), number(2), P);
  M.store(P.element(B, 9), number(3), P);
  M.copy(B, A, P);
  EXPECT_EQ(M.lookup(P.member(B, PointX))->exact(), 1);
  EXPECT_EQ(M.lookup(P.element(P.member(B, PointY), 3))->exact(), 2);
  EXPECT_EQ(M.lookup(P.element(B, 9)), nullptr) << "of the old value";
  EXPECT_EQ(M.lookup(P.member(A, PointX))->exact(), 1) << "of the source";
}

TEST_F(Locations, ACopyIsIndependent) {
  Memory M;
  M.store(P.member(A, PointX), number(1), P);
  M.copy(B, A, P);
  M.store(P.member(A, PointX), number(5), P);
  EXPECT_EQ(M.lookup(P.member(B, PointX))->exact(), 1);
}

TEST_F(Locations, CopyingToItselfChangesNothing) {
  Memory M;
  M.store(P.member(A, PointX), number(1), P);
  M.copy(A, A, P);
  EXPECT_EQ(M.lookup(P.member(A, PointX))->exact(), 1);
}

TEST_F(Locations, APartCanBeCopiedOverItsWhole) {
  Memory M;
  LocationId Part = P.member(A, From);
  M.store(P.member(Part, PointX), number(1), P);
  M.store(P.member(P.member(A, To), PointX), number(2), P);
  M.copy(A, Part, P);
  EXPECT_EQ(M.lookup(P.member(A, PointX))->exact(), 1);
  EXPECT_EQ(M.lookup(P.member(P.member(A, To), PointX)), nullptr);
}

} // namespace
