// The part of the interpreter that looks for a value in a list of constants:
// the codes that are worth another try.
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "analysis/Interpreter.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

bool Interpreter::isElement(const State &S, LocationId L) {
  return S.Mem.lookup(L) || constantAt(L);
}

long Interpreter::placeIn(State &S, const Expr *E, const Value &V,
                          llvm::ArrayRef<double> Elements,
                          llvm::function_ref<Value(State &, long)> Found) {
  for (double N : Elements)
    noteComparison(V, Value::number(N), E);
  long Size = Elements.size();
  bool OfAttempt = V.has(TaintAttempt);
  auto &Decided = OfAttempt ? S.OutcomeDecisions : S.Decisions;
  auto Earlier = Decided.find(E);
  llvm::SmallVector<std::pair<long, State>, 4> Possible;
  for (long I = 0; I <= Size; ++I) {
    if (Earlier != Decided.end() && I != Earlier->second && !V.isExact())
      continue;
    State Next = S;
    auto Is = [&](double N, Relation R) {
      return S.Mem.decides(V, R, Value::number(N)).value_or(true) &&
             Next.Mem.assume(V, R, N) &&
             (!V.isSymbolic() || isPossible(Next, V.symbol()));
    };
    if (I < Size ? Is(Elements[I], Relation::Equal)
                 : llvm::all_of(
                       Elements,
                       [&](double N) { return Is(N, Relation::NotEqual); }))
      Possible.emplace_back(I, std::move(Next));
  }
  if (Possible.empty())
    return Size;
  if (Possible.size() > 1)
    for (auto &[I, Next] : Possible) {
      (OfAttempt ? Next.OutcomeDecisions : Next.Decisions)[E] = I;
      Next.Trace.Choices.push_back(
          {E, int(I), V, Next.Trace.rounds(), Next.Trace.Events.size()});
    }
  for (auto &[I, Next] : llvm::drop_begin(Possible)) {
    Next.top().Values[E] = Found(Next, I);
    later(std::move(Next), OfAttempt);
  }
  S = std::move(Possible.front().second);
  return Possible.front().first;
}

namespace {

enum class Question { None, Where, Whether };

Question questionOf(llvm::StringRef Name) {
  return StringSwitch<Question>(Name)
      .Case("find", Question::Where)
      .Cases({"contains", "count", "binary_search"}, Question::Whether)
      .Default(Question::None);
}

/// A function of std, of a class in it or of std::ranges.
bool isStandard(const FunctionDecl &F) {
  for (const DeclContext *In = F.getDeclContext(); In; In = In->getParent())
    if (In->isStdNamespace())
      return true;
  return false;
}

/// std::ranges::find is an object of the class __find_fn.
llvm::StringRef nameOf(const CallParts &C) {
  if (C.Callee->getIdentifier())
    return C.Callee->getName();
  const auto *M = dyn_cast<CXXMethodDecl>(C.Callee);
  if (!M || M->getOverloadedOperator() != OO_Call ||
      !M->getParent()->getIdentifier())
    return {};
  llvm::StringRef Class = M->getParent()->getName().ltrim('_');
  return Class.consume_back("_fn") ? Class : llvm::StringRef();
}

} // namespace

std::optional<Value> Interpreter::lookUp(State &S, const Expr *E,
                                         const CallParts &C) {
  if (!C.Callee || !isStandard(*C.Callee))
    return std::nullopt;
  llvm::StringRef Name = nameOf(C);
  auto Place = [&](const Value &V) -> std::optional<LocationId> {
    if (!V.isReference())
      return std::nullopt;
    const Value *At = S.Mem.lookup(V.location());
    return At && At->isReference() ? At->location() : V.location();
  };
  auto Give = [&](State &To, LocationId L) {
    if (!E->getType()->isRecordType())
      return Value::reference(L);
    LocationId Iterator = temporary(To, E);
    To.Mem.store(Iterator, Value::reference(L), *ThePool);
    return Value::reference(Iterator);
  };
  auto SizeOf = [&](LocationId Table) {
    long Size = 0;
    while (isElement(S, ThePool->element(Table, Size)))
      ++Size;
    return Size;
  };
  // std::begin(codes), of an array.
  if (!C.Receiver && C.Values.size() == 1 && C.Values[0].isReference())
    if (long Size = SizeOf(C.Values[0].location())) {
      if (Name == "begin" || Name == "cbegin")
        return Give(S, ThePool->element(C.Values[0].location(), 0));
      if (Name == "end" || Name == "cend")
        return Give(S, ThePool->element(C.Values[0].location(), Size));
    }
  Question Asked = questionOf(Name);
  if (Asked == Question::None)
    return std::nullopt;
  LocationId Table = 0;
  unsigned What = 0;
  bool Object = !C.Callee->getIdentifier();
  if (C.Receiver && !Object && C.Values.size() == 1) {
    Table = C.Object;
  } else if (Object && C.Values.size() >= 2 && C.Values[0].isReference() &&
             C.Args[0]->getType()->isRecordType()) {
    Table = C.Values[0].location();
    What = 1;
  } else if (!C.Receiver && C.Values.size() == 3) {
    std::optional<LocationId> First = Place(C.Values[0]),
                              Last = Place(C.Values[1]);
    What = 2;
    if (!First || !Last)
      return std::nullopt;
    const LocationInfo &From = ThePool->at(*First), &To = ThePool->at(*Last);
    if (From.Kind != LocationKind::Element || From.Index != 0 ||
        To.Kind != LocationKind::Element || To.Parent != From.Parent ||
        To.Index != SizeOf(From.Parent))
      return std::nullopt;
    Table = From.Parent;
  }
  QualType T = What < C.Args.size()
                   ? C.Args[What]->getType().getNonReferenceType()
                   : QualType();
  if (!Table || T.isNull() || !T->isIntegralOrEnumerationType())
    return std::nullopt;
  Value V = C.Values[What].isReference() ? load(S, C.Values[What].location(), T)
                                         : C.Values[What];
  std::vector<double> Elements;
  for (long I = 0, Size = SizeOf(Table); I < Size; ++I) {
    Value Element = load(S, ThePool->element(Table, I), T);
    if (!Element.isExact())
      return std::nullopt;
    Elements.push_back(Element.lo());
  }
  if (Elements.empty() || !(V.isExact() || V.isPlainSymbol()))
    return std::nullopt;
  auto Found = [&](State &To, long I) {
    return Asked == Question::Where
               ? Give(To, ThePool->element(Table, I))
               : Value::boolean(I < long(Elements.size()), V.taints());
  };
  long At = placeIn(S, E, V, Elements, Found);
  return Found(S, At);
}

} // namespace retrylint
