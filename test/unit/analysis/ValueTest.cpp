#include "analysis/Value.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace retrylint;

namespace {

constexpr SymbolId X = 1, Y = 2;

Value number(double N) { return Value::number(N); }
Value range(double Lo, double Hi) { return Value::interval(Lo, Hi); }
Value symbol(SymbolId S) { return Value::symbol(S, 0); }

void expectRange(const Value &V, double Lo, double Hi) {
  EXPECT_TRUE(V.isNumber());
  EXPECT_DOUBLE_EQ(V.lo(), Lo);
  EXPECT_DOUBLE_EQ(V.hi(), Hi);
}

void expectNumber(const Value &V, double N) {
  EXPECT_TRUE(V.isExact());
  expectRange(V, N, N);
}

void expectAffine(const Value &V, SymbolId S, double Coef, double Lo,
                  double Hi) {
  EXPECT_TRUE(V.isSymbolic());
  EXPECT_EQ(V.symbol(), S);
  EXPECT_DOUBLE_EQ(V.coef(), Coef);
  EXPECT_DOUBLE_EQ(V.lo(), Lo);
  EXPECT_DOUBLE_EQ(V.hi(), Hi);
}

TEST(Value, StartsUnknown) {
  Value V;
  EXPECT_TRUE(V.isUnknown());
  EXPECT_FALSE(V.isNumber());
  EXPECT_EQ(V.exact(), std::nullopt);
  EXPECT_FALSE(V.sameAs(V)) << "two unknown things need not be equal";
}

TEST(Value, KnowsItsKind) {
  EXPECT_EQ(number(3).exact(), 3);
  EXPECT_TRUE(range(1, 2).isNumber());
  EXPECT_FALSE(range(1, 2).isExact());
  EXPECT_TRUE(symbol(X).isPlainSymbol());
  EXPECT_FALSE(symbol(X).isNumber());
  EXPECT_FALSE(symbol(X).scaled(2).isPlainSymbol());
  EXPECT_FALSE(symbol(X).plus(1, 1).isPlainSymbol());
  EXPECT_TRUE(Value::reference(7).isReference());
  EXPECT_FALSE(Value::reference(7).isAffine());
  EXPECT_EQ(Value::boolean(true).exact(), 1);
  EXPECT_EQ(Value::boolean(false).exact(), 0);
}

TEST(Value, IsTheSameOnlyIfAllPartsAre) {
  EXPECT_TRUE(number(3).sameAs(number(3)));
  EXPECT_FALSE(number(3).sameAs(range(3, 4)));
  EXPECT_FALSE(number(0).sameAs(symbol(X)));
  EXPECT_FALSE(symbol(X).sameAs(symbol(Y)));
  EXPECT_FALSE(symbol(X).sameAs(symbol(X).scaled(2)));
  EXPECT_TRUE(Value::reference(7).sameAs(Value::reference(7)));
  EXPECT_FALSE(Value::reference(7).sameAs(Value::reference(8)));
  EXPECT_FALSE(Value::reference(0).sameAs(number(0)));
  EXPECT_TRUE(number(3).sameAs(number(3).tainted(TaintRandom)));
}

TEST(Value, OnlyWhatMayDifferIsRandom) {
  EXPECT_TRUE(Value::interval(0, 9, TaintRandom).has(TaintRandom));
  EXPECT_TRUE(Value::symbol(X, TaintRandom).has(TaintRandom));
  EXPECT_FALSE(Value::number(3, TaintRandom).has(TaintRandom));
  EXPECT_TRUE(Value::number(3, TaintRandom | TaintClock).has(TaintClock));
}

TEST(Value, StaysRandom) {
  Value Draw = Value::interval(0, 9, TaintRandom),
        Unknown = Value::symbol(X, TaintRandom);
  for (const Value &V :
       {add(Draw, number(3)), multiply(Draw, number(2)), add(Draw, symbol(Y)),
        add(Unknown, number(3)), multiply(Unknown, number(2)),
        multiply(Unknown, symbol(Y)), minimum(Draw, number(5)),
        maximum(Unknown, number(5)), divide(Draw, number(2), true),
        remainder(Draw, number(5))})
    EXPECT_TRUE(V.has(TaintRandom));
}

TEST(Value, NegativeScaleTurnsTheRange) {
  expectRange(range(1, 4).scaled(-2), -8, -2);
  expectAffine(symbol(X).plus(1, 4).scaled(-2), X, -2, -8, -2);
}

TEST(Value, ScaledByZeroIsZero) {
  expectNumber(symbol(X).plus(1, 4).scaled(0), 0);
  expectNumber(range(-3, 9).scaled(0), 0);
}

TEST(Value, ReferencesDoNotScale) {
  Value V = Value::reference(7, TaintClock).scaled(2);
  EXPECT_TRUE(V.isUnknown());
  EXPECT_TRUE(V.has(TaintClock));
}

TEST(Add, Numbers) {
  expectNumber(add(number(2), number(3)), 5);
  expectRange(add(range(0, 1), range(10, 20)), 10, 21);
  expectRange(add(range(0, 1), number(5)), 5, 6);
}

TEST(Add, SymbolAndNumber) {
  expectAffine(add(symbol(X), number(3)), X, 1, 3, 3);
  expectAffine(add(number(3), symbol(X).scaled(2)), X, 2, 3, 3);
  expectAffine(add(symbol(X), range(0, 5)), X, 1, 0, 5);
}

TEST(Add, TheSameSymbolTwice) {
  expectAffine(add(symbol(X), symbol(X)), X, 2, 0, 0);
  expectNumber(add(symbol(X).plus(4, 4), symbol(X).scaled(-1)), 4);
}

TEST(Add, DifferentSymbolsAreUnknown) {
  EXPECT_TRUE(add(symbol(X), symbol(Y)).isUnknown());
  EXPECT_TRUE(add(Value(), number(1)).isUnknown());
  EXPECT_TRUE(add(Value::reference(1), number(1)).isUnknown());
}

TEST(Subtract, Numbers) {
  expectNumber(subtract(number(2), number(3)), -1);
  expectRange(subtract(range(10, 20), range(0, 1)), 9, 20);
}

TEST(Subtract, ASymbolFromItself) {
  expectNumber(subtract(symbol(X), symbol(X)), 0);
  expectNumber(subtract(symbol(X).plus(7, 7), symbol(X)), 7);
  expectAffine(subtract(number(5), symbol(X)), X, -1, 5, 5);
}

TEST(Multiply, Numbers) {
  expectNumber(multiply(number(2), number(-3)), -6);
  expectRange(multiply(number(-2), range(1, 4)), -8, -2);
  expectRange(multiply(range(-2, 3), range(-5, 7)), -15, 21);
}

TEST(Multiply, SymbolByNumber) {
  expectAffine(multiply(symbol(X), number(1000)), X, 1000, 0, 0);
  expectAffine(multiply(number(2), symbol(X).plus(1, 1)), X, 2, 2, 2);
  expectNumber(multiply(symbol(X), number(0)), 0);
}

TEST(Multiply, SymbolByAnythingElseIsUnknown) {
  EXPECT_TRUE(multiply(symbol(X), symbol(X)).isUnknown());
}

TEST(Multiply, SymbolByARangeIsAShareOfIt) {
  Value V = multiply(symbol(X), range(1, 2));
  EXPECT_TRUE(V.isShare());
  EXPECT_EQ(V.symbol(), X);
  EXPECT_EQ(V.leastCoef(), 1);
  EXPECT_EQ(V.coef(), 2);
}

TEST(Divide, RealNumbers) {
  expectNumber(divide(number(3), number(2), false), 1.5);
  expectRange(divide(range(2, 8), number(-2), false), -4, -1);
  expectAffine(divide(symbol(X), number(4), false), X, 0.25, 0, 0);
}

TEST(Divide, IntegersAreCutTowardsZero) {
  expectNumber(divide(number(7), number(2), true), 3);
  expectNumber(divide(number(-7), number(2), true), -3);
  expectRange(divide(range(0, 999), number(100), true), 0, 9);
}

TEST(Divide, IntegersThatDivideEvenlyAreExact) {
  for (int Divisor = 1; Divisor <= 1000; ++Divisor)
    for (int Quotient : {1, 3, 7, 41})
      ASSERT_EQ(
          divide(number(Divisor * Quotient), number(Divisor), true).exact(),
          Quotient)
          << Divisor * Quotient << " / " << Divisor;
}

TEST(Divide, ASymbolInIntegersIsUnknown) {
  EXPECT_TRUE(divide(symbol(X), number(2), true).isUnknown());
}

TEST(Divide, ByZeroOrByARangeIsUnknown) {
  EXPECT_TRUE(divide(number(1), number(0), false).isUnknown());
  EXPECT_TRUE(divide(number(1), number(0), true).isUnknown());
  EXPECT_TRUE(divide(symbol(X), number(0), false).isUnknown());
  EXPECT_TRUE(divide(number(1), range(-1, 1), false).isUnknown());
  EXPECT_TRUE(divide(number(1), symbol(X), false).isUnknown());
}

TEST(Remainder, OfNumbersHasTheSignOfTheFirst) {
  expectNumber(remainder(number(7), number(3)), 1);
  expectNumber(remainder(number(-7), number(3)), -1);
  expectNumber(remainder(number(7), number(-3)), 1);
}

TEST(Remainder, ByZeroIsUnknown) {
  EXPECT_TRUE(remainder(number(7), number(0)).isUnknown());
  EXPECT_TRUE(
      remainder(Value::interval(0, 100, TaintRandom), number(0)).isUnknown());
}

TEST(Remainder, OfARandomNumberIsBelowTheDivisor) {
  Value Draw = Value::interval(0, 2147483647, TaintRandom);
  Value V = remainder(Draw, number(1000));
  expectRange(V, 0, 999);
  EXPECT_TRUE(V.has(TaintRandom));
  expectNumber(remainder(Draw, number(1)), 0);
  EXPECT_DOUBLE_EQ(remainder(Draw, range(1, 10)).hi(), 9);
}

TEST(Remainder, OfARandomNumberBelowZeroMayBeBelowZero) {
  Value Draw = Value::interval(-2147483648.0, 2147483647, TaintRandom);
  Value V = remainder(Draw, number(100));
  EXPECT_TRUE(V.isUnknown() || (V.lo() <= -99 && V.hi() >= 99))
      << V.lo() << " to " << V.hi();
}

TEST(Remainder, OfOtherThingsIsUnknown) {
  EXPECT_TRUE(remainder(symbol(X), number(3)).isUnknown());
}

TEST(Remainder, OfARandomNumberIsAShareOfTheDivisor) {
  Value V = remainder(Value::interval(0, 9, TaintRandom), symbol(X));
  EXPECT_TRUE(V.isShare());
  EXPECT_EQ(V.symbol(), X);
  EXPECT_EQ(V.leastCoef(), 0);
  EXPECT_EQ(V.coef(), 1);
}

TEST(Shift, MultipliesByAPowerOfTwo) {
  expectNumber(shiftLeft(number(1), number(10)), 1024);
  expectNumber(shiftLeft(number(100), number(0)), 100);
  expectRange(shiftLeft(number(100), range(0, 3)), 100, 800);
  expectAffine(shiftLeft(symbol(X), number(3)), X, 8, 0, 0);
  EXPECT_TRUE(shiftLeft(number(1), symbol(X)).isUnknown());
}

TEST(Power, OfNumbers) {
  expectNumber(power(number(2), number(5)), 32);
  expectNumber(power(number(1.5), number(2)), 2.25);
  expectNumber(power(number(10), number(0)), 1);
  expectRange(power(number(2), range(0, 4)), 1, 16);
  expectRange(power(number(0.5), range(0, 2)), 0.25, 1);
}

TEST(Power, OfOtherThingsIsUnknown) {
  EXPECT_TRUE(power(symbol(X), number(2)).isUnknown());
  EXPECT_TRUE(power(number(2), symbol(X)).isUnknown());
  EXPECT_TRUE(power(range(1, 2), number(2)).isUnknown());
}

TEST(Power, OfANegativeBaseCoversBothSigns) {
  Value V = power(number(-2), range(1, 3)); // -2, 4, -8
  EXPECT_TRUE(V.isUnknown() || (V.lo() <= -8 && V.hi() >= 4))
      << V.lo() << " to " << V.hi();
}

TEST(MinMax, OfRanges) {
  expectNumber(minimum(number(30), number(8)), 8);
  expectNumber(maximum(number(30), number(8)), 30);
  expectRange(minimum(range(0, 100), number(30)), 0, 30);
  expectRange(maximum(range(0, 100), number(30)), 30, 100);
  expectRange(minimum(range(0, 10), range(5, 7)), 0, 7);
  expectRange(maximum(range(0, 10), range(5, 7)), 5, 10);
}

TEST(MinMax, OfTheSameThing) {
  expectAffine(minimum(symbol(X), symbol(X)), X, 1, 0, 0);
  expectAffine(maximum(symbol(X), symbol(X)), X, 1, 0, 0);
}

TEST(MinMax, OfSymbolsIsUnknown) {
  EXPECT_TRUE(minimum(symbol(X), number(30)).isUnknown());
  EXPECT_TRUE(maximum(symbol(X), symbol(Y)).isUnknown());
  EXPECT_TRUE(minimum(Value(), number(1)).isUnknown());
}

TEST(MinMax, ACapHoldsAgainstAnOverflow) {
  Value Huge = shiftLeft(number(1), number(5000));
  expectNumber(minimum(Huge, number(30)), 30);
  EXPECT_EQ(decide(Huge, Relation::Greater, number(60)), true);
}

using Operation = Value (*)(const Value &, const Value &);

struct NamedOperation {
  const char *Name;
  Operation Apply;
};

std::ostream &operator<<(std::ostream &Out, const NamedOperation &Op) {
  return Out << Op.Name;
}

class EveryOperation : public testing::TestWithParam<NamedOperation> {};

TEST_P(EveryOperation, PassesOnAllTaints) {
  const Value Operands[] = {Value(),     number(2),          number(0),
                            range(1, 3), range(-1, 1),       symbol(X),
                            symbol(Y),   Value::reference(4)};
  for (const Value &A : Operands)
    for (const Value &B : Operands) {
      Value V =
          GetParam().Apply(A.tainted(TaintAttempt), B.tainted(TaintClock));
      EXPECT_EQ(V.taints(), unsigned(TaintAttempt | TaintClock));
    }
}

// A range with NaN for an end would compare false with everything.
TEST_P(EveryOperation, NeverGivesNaN) {
  const double Infinity = HUGE_VAL;
  const Value Operands[] = {number(0),
                            number(-1),
                            number(0.5),
                            number(1e308),
                            number(-1e308),
                            number(Infinity),
                            number(-Infinity),
                            range(0, Infinity),
                            range(-1e308, 1e308),
                            symbol(X),
                            symbol(X).scaled(1e308),
                            symbol(X).plus(-1e308, 1e308)};
  for (const Value &A : Operands)
    for (const Value &B : Operands) {
      Value V = GetParam().Apply(A, B);
      if (!V.isAffine())
        continue;
      EXPECT_LE(V.lo(), V.hi())
          << A.coef() << "*s+[" << A.lo() << ", " << A.hi() << "] and "
          << B.coef() << "*s+[" << B.lo() << ", " << B.hi() << "]";
      EXPECT_FALSE(std::isnan(V.coef()));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Value, EveryOperation,
    testing::Values(
        NamedOperation{"add", add}, NamedOperation{"subtract", subtract},
        NamedOperation{"multiply", multiply},
        NamedOperation{
            "divide",
            [](const Value &A, const Value &B) { return divide(A, B, false); }},
        NamedOperation{
            "divideIntegers",
            [](const Value &A, const Value &B) { return divide(A, B, true); }},
        NamedOperation{"remainder", remainder},
        NamedOperation{"shiftLeft", shiftLeft}, NamedOperation{"power", power},
        NamedOperation{"minimum", minimum}, NamedOperation{"maximum", maximum}),
    [](const auto &Info) { return Info.param.Name; });

constexpr Relation Relations[] = {Relation::Less,    Relation::LessEqual,
                                  Relation::Greater, Relation::GreaterEqual,
                                  Relation::Equal,   Relation::NotEqual};

bool holds(double A, Relation R, double B) {
  switch (R) {
  case Relation::Less:
    return A < B;
  case Relation::LessEqual:
    return A <= B;
  case Relation::Greater:
    return A > B;
  case Relation::GreaterEqual:
    return A >= B;
  case Relation::Equal:
    return A == B;
  case Relation::NotEqual:
    return A != B;
  }
  return false;
}

TEST(Relations, NegateAndMirror) {
  for (Relation R : Relations)
    for (double A : {1, 2})
      for (double B : {1, 2}) {
        EXPECT_NE(holds(A, R, B), holds(A, negate(R), B));
        EXPECT_EQ(holds(A, R, B), holds(B, mirror(R), A));
      }
}

TEST(Decide, ExactNumbers) {
  for (Relation R : Relations)
    for (double A : {-1, 0, 1})
      for (double B : {-1, 0, 1})
        EXPECT_EQ(decide(number(A), R, number(B)), holds(A, R, B));
}

// An answer has to hold for every pair of numbers in the ranges, and must be
// given if there is one.
TEST(Decide, RangesAgreeWithTheirMembers) {
  for (Relation R : Relations)
    for (int ALo = 0; ALo < 4; ++ALo)
      for (int AHi = ALo; AHi < 4; ++AHi)
        for (int BLo = 0; BLo < 4; ++BLo)
          for (int BHi = BLo; BHi < 4; ++BHi) {
            bool Some = false, All = true;
            for (int A = ALo; A <= AHi; ++A)
              for (int B = BLo; B <= BHi; ++B) {
                Some |= holds(A, R, B);
                All &= holds(A, R, B);
              }
            std::optional<bool> Expected;
            if (Some == All)
              Expected = All;
            ASSERT_EQ(decide(range(ALo, AHi), R, range(BLo, BHi)), Expected)
                << ALo << ".." << AHi << " " << int(R) << " " << BLo << ".."
                << BHi;
          }
}

TEST(Decide, ASharedSymbolCancels) {
  Value Next = add(symbol(X), number(1));
  EXPECT_EQ(decide(Next, Relation::Greater, symbol(X)), true);
  EXPECT_EQ(decide(Next, Relation::Equal, symbol(X)), false);
  EXPECT_EQ(decide(symbol(X), Relation::LessEqual, symbol(X)), true);
  EXPECT_EQ(decide(symbol(X).scaled(2), Relation::Greater, symbol(X)),
            std::nullopt);
}

TEST(Decide, SymbolsAndUnknownsStayOpen) {
  for (Relation R : Relations) {
    EXPECT_EQ(decide(symbol(X), R, number(3)), std::nullopt);
    EXPECT_EQ(decide(symbol(X), R, symbol(Y)), std::nullopt);
    EXPECT_EQ(decide(Value(), R, Value()), std::nullopt);
    EXPECT_EQ(decide(Value::reference(1), R, number(0)), std::nullopt);
  }
}

TEST(Decide, ReferencesToOneLocationAreEqual) {
  Value A = Value::reference(1), B = Value::reference(2);
  EXPECT_EQ(decide(A, Relation::Equal, A), true);
  EXPECT_EQ(decide(A, Relation::NotEqual, A), false);
  EXPECT_EQ(decide(A, Relation::Equal, B), std::nullopt);
  EXPECT_EQ(decide(A, Relation::Less, A), std::nullopt);
}

TEST(Decide, InfinitiesAreNotComparedWithThemselves) {
  Value Huge = power(number(2), number(5000));
  EXPECT_EQ(decide(Huge, Relation::Less, number(1e308)), false);
  EXPECT_NE(decide(Huge, Relation::Less, Huge), true);
  EXPECT_NE(decide(Huge, Relation::NotEqual, Huge), true);
}

void expectShare(const Value &V, SymbolId S, double Least, double Most) {
  EXPECT_TRUE(V.isShare());
  EXPECT_EQ(V.symbol(), S);
  EXPECT_DOUBLE_EQ(V.leastCoef(), Least);
  EXPECT_DOUBLE_EQ(V.coef(), Most);
}

TEST(Share, IsDrawnFromAnUnknownAmount) {
  expectRange(between(number(1), number(3)), 1, 3);
  expectShare(between(number(0), symbol(X)), X, 0, 1);
  expectShare(between(symbol(X), symbol(X).scaled(3)), X, 1, 3);
  EXPECT_TRUE(between(number(0), symbol(X)).has(TaintRandom));
  EXPECT_TRUE(between(symbol(Y), symbol(X)).isUnknown());
  EXPECT_TRUE(between(number(3), number(1)).isUnknown());
}

TEST(Share, IsCalculatedWith) {
  Value Half = symbol(X).scaled(0.5);
  expectShare(add(Half, between(number(0), Half)), X, 0.5, 1);
  expectShare(multiply(symbol(X), range(0.9, 1.1)), X, 0.9, 1.1);
  expectShare(between(number(0), symbol(X)).scaled(-2), X, -2, 0);
  expectShare(remainder(Value::interval(0, 1e9, TaintRandom), symbol(X)), X, 0,
              1);
  expectNumber(multiply(symbol(X), number(0)), 0);
}

TEST(Share, DecidesNothing) {
  Value Part = between(number(0), symbol(X));
  EXPECT_EQ(decide(Part, Relation::LessEqual, symbol(X)), std::nullopt);
  EXPECT_FALSE(Part.isPlainSymbol());
  EXPECT_FALSE(Part.sameAs(symbol(X)));
}

} // namespace
