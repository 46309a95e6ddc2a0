// The part of the interpreter that knows what moves in a container: two things
// change places, or whoever is first goes and the next is first.
#include "analysis/CallParts.h"
#include "analysis/Compatibility.h"
#include "analysis/Interpreter.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

static llvm::StringRef nameOf(const FunctionDecl *F) {
  return F && F->getIdentifier() ? F->getName() : llvm::StringRef();
}

bool takesOut(const CallParts &C) {
  return C.Receiver && !C.isConstMethod() &&
         StringSwitch<bool>(nameOf(C.Callee))
             .Cases({"erase", "extract", "remove", "pop_front", "pop_back"},
                    true)
             .Default(false);
}

/// It gives what stands at a place, or the place.
static bool givesElement(const FunctionDecl &F) {
  return F.getOverloadedOperator() == OO_Subscript ||
         StringSwitch<bool>(nameOf(&F))
             .Cases({"begin", "cbegin", "rbegin", "front", "back", "top", "at",
                     "data", "first", "last"},
                    true)
             .Default(false);
}

/// The container whose begin() or end() is written there.
static const Expr *containerOf(const Expr &Iterator) {
  const auto *Call =
      dyn_cast<CXXMemberCallExpr>(Iterator.IgnoreUnlessSpelledInSource());
  return Call && (nameOf(Call->getMethodDecl()) == "begin" ||
                  nameOf(Call->getMethodDecl()) == "end")
             ? receiverOf(*Call)
             : nullptr;
}

/// std::rotate(hosts.begin(), ...)
static bool rearranges(const FunctionDecl *F) {
  return F && F->isInStdNamespace() &&
         StringSwitch<bool>(nameOf(F))
             .Cases({"rotate", "reverse", "shuffle", "random_shuffle",
                     "iter_swap", "next_permutation", "prev_permutation"},
                    true)
             .Default(false);
}

SymbolId Interpreter::lastOf(const Times &When, LocationId Object) {
  auto Known = llvm::find_if(
      When, [&](const auto &Entry) { return Entry.first == Object; });
  return Known == When.end() ? 0 : Known->second;
}

void Interpreter::note(Times &When, LocationId Object) {
  llvm::erase_if(When,
                 [&](const auto &Entry) { return Entry.first == Object; });
  When.emplace_back(Object, ThePool->fresh({}));
}

void Interpreter::noteMoves(State &S, const CallParts &C) {
  // list->failed(peer)
  if (C.Object && !C.isConstMethod() &&
      llvm::any_of(C.Values, [&](const Value &V) {
        return V.isPlainSymbol() &&
               ThePool->info(V.symbol()).ChosenBy == C.Object;
      }))
    note(S.Informed, C.Object);
  LocationId Container = takesOut(C) ? C.Object : 0;
  if (rearranges(C.Callee) && !C.Args.empty())
    if (const Expr *Whole = containerOf(*C.Args[0])) {
      Container = place(S, Whole, valueOf(S, Whole));
      S.Mem.forget(Container, *ThePool);
    }
  if (Container)
    note(S.Moved, Container);
}

SymbolId Interpreter::movedFor(const State &S, const CallParts &C) const {
  return C.Callee && C.Object && givesElement(*C.Callee)
             ? lastOf(S.Moved, C.Object)
             : 0;
}

bool Interpreter::swap(State &S, const Expr *E, const CallParts &C) {
  if (!C.Callee || !C.Callee->isInStdNamespace() || C.Receiver ||
      nameOf(C.Callee) != "swap" || C.Values.size() != 2 ||
      !C.Values[0].isReference() || !C.Values[1].isReference())
    return false;
  LocationId First = C.Values[0].location(), Second = C.Values[1].location(),
             Kept = temporary(S, E);
  QualType T = C.Args[0]->getType();
  copyObject(S, Kept, First, T);
  copyObject(S, First, Second, T);
  copyObject(S, Second, Kept, T);
  S.Mem.forget(Kept, *ThePool);
  return true;
}

} // namespace retrylint
