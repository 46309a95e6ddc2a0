#include "analysis/Exhaustion.h"
#include "analysis/Bounds.h"
#include "analysis/CallParts.h"
#include "analysis/Codes.h"
#include "analysis/Compatibility.h"
#include "analysis/Names.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace retrylint {

using namespace clang;

namespace {

const Value *lookup(const Path &P, LocationId L) {
  auto It = llvm::lower_bound(
      P.Final, L, [](const auto &E, LocationId At) { return E.first < At; });
  return It == P.Final.end() || It->first != L ? nullptr : &It->second;
}

/// A class that may be empty after success, too.
bool isContainer(QualType T) {
  const CXXRecordDecl *R = T.getNonReferenceType()->getAsCXXRecordDecl();
  return R && R->isInStdNamespace() && R->getIdentifier() &&
         StringSwitch<bool>(R->getName())
             .Cases({"basic_string", "basic_string_view", "vector", "list",
                     "deque", "map", "multimap", "set", "multiset"},
                    true)
             .Cases({"unordered_map", "unordered_multimap", "unordered_set",
                     "unordered_multiset", "span", "queue", "stack"},
                    true)
             .Default(false);
}

const Expr *returned(const Path &P) {
  const auto *Return = dyn_cast_or_null<ReturnStmt>(P.EndAt);
  return Return ? Return->getRetValue() : nullptr;
}

/// Down to what is written: `return {}`, `return ""`, `return body`.
const Expr *written(const Expr *E) {
  while (E) {
    E = E->IgnoreUnlessSpelledInSource();
    const auto *C = dyn_cast<CXXConstructExpr>(E);
    if (!C || C->getNumArgs() == 0)
      return E;
    unsigned Given = 0;
    for (const Expr *A : C->arguments())
      Given += !isa<CXXDefaultArgExpr>(A);
    if (Given != 1)
      return E;
    E = C->getArg(0);
  }
  return E;
}

bool isEmptyValue(const Expr *E) {
  E = written(E);
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return C->getNumArgs() == 0 || isa<CXXDefaultArgExpr>(C->getArg(0));
  if (const auto *L = dyn_cast<InitListExpr>(E))
    return L->getNumInits() == 0;
  if (const auto *S = dyn_cast<StringLiteral>(E))
    return S->getLength() == 0;
  return isa<CXXScalarValueInitExpr>(E);
}

const VarDecl *variableIn(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(written(E));
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

struct Mentions : ConstDynamicRecursiveASTVisitor {
  explicit Mentions(llvm::function_ref<bool(const ValueDecl &)> Is) : Is(Is) {}
  llvm::function_ref<bool(const ValueDecl &)> Is;
  bool Found = false;
  bool VisitDeclRefExpr(const DeclRefExpr *R) override {
    Found |= Is(*R->getDecl());
    return !Found;
  }
};

bool mentions(const Stmt &S, llvm::function_ref<bool(const ValueDecl &)> Is) {
  Mentions Find(Is);
  Find.TraverseStmt(&S);
  return Find.Found;
}

/// The variable is given a text of its own somewhere: "error: ...".
bool isGivenText(const VarDecl &V, const FunctionDecl &F) {
  struct Finder : ConstDynamicRecursiveASTVisitor {
    const VarDecl *V = nullptr;
    bool Found = false;
    bool VisitCXXOperatorCallExpr(const CXXOperatorCallExpr *C) override {
      const auto *To =
          C->isAssignmentOp()
              ? dyn_cast<DeclRefExpr>(C->getArg(0)->IgnoreParenImpCasts())
              : nullptr;
      if (!To || To->getDecl() != V)
        return true;
      struct Text : ConstDynamicRecursiveASTVisitor {
        bool Found = false;
        bool VisitStringLiteral(const StringLiteral *S) override {
          Found |= S->getLength() > 0;
          return true;
        }
      } Look;
      Look.TraverseStmt(C->getArg(1));
      Found |= Look.Found;
      return true;
    }
  } Find;
  Find.V = &V;
  Find.TraverseStmt(F.getBody());
  return Find.Found;
}

bool speaksOfSuccess(const NamedDecl &D) {
  return D.getIdentifier() &&
         llvm::any_of(wordsOf(D.getName()), [](const std::string &W) {
           return W == "ok" || W == "okay" || W == "success" ||
                  W == "successful" || W == "succeeded";
         });
}

/// ok(), operator bool.
bool asksSuccess(const CXXMethodDecl &M) {
  return isa<CXXConversionDecl>(M) || speaksOfSuccess(M) ||
         (M.getIdentifier() &&
          llvm::any_of(wordsOf(M.getName()), [](const std::string &W) {
            return W == "good" || W == "valid";
          }));
}

/// Something is put into it: an older answer may do as well as a new one.
bool isGivenContent(const Expr &E) {
  const Expr *Made = written(&E);
  llvm::SmallVector<const Expr *, 4> Args = argumentsOf(*Made);
  if (const auto *List = dyn_cast<InitListExpr>(Made))
    Args.append(List->inits().begin(), List->inits().end());
  return llvm::any_of(Args, [](const Expr *A) {
    return !isa<CXXDefaultArgExpr>(A) && !isEmptyValue(A) &&
           !A->getType()->isBooleanType();
  });
}

/// Status::OK, OkStatus(), Outcome::Ok("").
bool isCalledSuccess(const Expr &E) {
  const Expr *Plain = written(&E);
  const auto *Call = dyn_cast<CallExpr>(Plain);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
  if (F)
    return !(M && M->isInstance()) && speaksOfSuccess(*F);
  const auto *Ref = dyn_cast<DeclRefExpr>(Plain);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasGlobalStorage() && speaksOfSuccess(*V);
}

llvm::SmallPtrSet<const FieldDecl *, 4> fieldsIn(const FunctionDecl &F) {
  struct Finder : ConstDynamicRecursiveASTVisitor {
    llvm::SmallPtrSet<const FieldDecl *, 4> Found;
    bool VisitMemberExpr(const MemberExpr *M) override {
      if (const auto *Part = dyn_cast<FieldDecl>(M->getMemberDecl()))
        Found.insert(Part);
      return true;
    }
  } Find;
  Find.TraverseStmt(F.getBody());
  return std::move(Find.Found);
}

class Comparison {
public:
  Comparison(const Path &Failed, const Path &Succeeded, const FunctionDecl &F,
             const Pool &Symbols, ApiIndex &Apis, ASTContext &Ctx,
             bool OfMessage, bool ResultDropped)
      : Failed(Failed), Succeeded(Succeeded), F(F), Symbols(Symbols),
        Apis(Apis), Ctx(Ctx), OfMessage(OfMessage),
        ResultDropped(ResultDropped) {}

  GivingUp judge() const {
    bool Next = Failed.End == Path::MovedOn && Failed.LeftLoop;
    if (Failed.End != Succeeded.End || (Failed.End != Path::Returned && !Next))
      return GivingUp::Told;
    // Decided after the last attempt, by something that is not known.
    if (llvm::any_of(Failed.Choices, [&](const Choice &C) {
          return C.Round == Failed.rounds() && C.Round > 1;
        }))
      return GivingUp::Told;
    // Success was followed by something that may have failed.
    if (llvm::any_of(Succeeded.Choices,
                     [](const Choice &C) { return C.AfterLoop; }))
      return GivingUp::Told;
    GivingUp Value = Next ? GivingUp::NextItem : byValue();
    if (Value == GivingUp::Told || tellsByCall() || tellsByState(Next))
      return GivingUp::Told;
    return Value;
  }

private:
  GivingUp byValue() const {
    QualType T = F.getReturnType();
    if (T->isVoidType() || isa<CXXConstructorDecl>(F) || ResultDropped)
      return GivingUp::Nothing;
    const Expr *Mine = returned(Failed), *Theirs = returned(Succeeded);
    if (!Mine || !Theirs)
      return GivingUp::Told;
    if (T->isRecordType())
      return byObject(*Mine, *Theirs, T);
    const Value &A = Failed.Given, &B = Succeeded.Given;
    if (A.isExact() && B.isExact())
      return A.lo() == B.lo() ? GivingUp::SameValue : GivingUp::Told;
    // `return ok`, where ok is what success gave.
    if (A.isExact() && T->isBooleanType() && B.isPlainSymbol()) {
      auto It = Succeeded.FirstOutcome.find(Symbols.info(B.symbol()).Key);
      bool True = It != Succeeded.FirstOutcome.end() && !It->second.allows(0);
      return True && A.lo() != 0 ? GivingUp::SameValue : GivingUp::Told;
    }
    return A.sameAs(B) && !A.has(TaintAttempt) ? GivingUp::SameValue
                                               : GivingUp::Told;
  }

  GivingUp byObject(const Expr &Mine, const Expr &Theirs, QualType T) const {
    if (isContainer(T)) {
      if (isEmptyValue(&Mine))
        return GivingUp::EmptyValue;
      const VarDecl *V = variableIn(&Mine);
      bool Same = V && V == variableIn(&Theirs) && !isGivenText(*V, F);
      return Same ? GivingUp::EmptyValue : GivingUp::Told;
    }
    if (callsItselfGood(T))
      return GivingUp::SameValue;
    if (!isGivenContent(Mine) &&
        (isCalledSuccess(Mine) || holdsSuccess() || isMarkedGood(T)))
      return GivingUp::SameValue;
    // The same words, and nothing in them that may differ: Status::OK.
    llvm::FoldingSetNodeID A, B;
    Mine.Profile(A, Ctx, true);
    Theirs.Profile(B, Ctx, true);
    bool Varies = mentions(Mine, [](const ValueDecl &D) {
      const auto *V = dyn_cast<VarDecl>(&D);
      return V && !V->hasGlobalStorage();
    });
    return A == B && !Varies ? GivingUp::SameValue : GivingUp::Told;
  }

  /// An object whose own ok() takes the failure for success: all that it can go
  /// by is as after success.
  bool callsItselfGood(QualType T) const {
    const CXXRecordDecl *R = T->getAsCXXRecordDecl();
    if (!R || !R->hasDefinition() || !Failed.Given.isReference() ||
        !Succeeded.Given.isReference())
      return false;
    return llvm::any_of(R->methods(), [&](const CXXMethodDecl *M) {
      const FunctionDecl *Body = M->getDefinition();
      if (!Body || !M->isConst() || M->getNumParams() != 0 ||
          !M->getReturnType()->isBooleanType() || !asksSuccess(*M))
        return false;
      llvm::SmallPtrSet<const FieldDecl *, 4> Read = fieldsIn(*Body);
      return !Read.empty() && llvm::all_of(Read, [&](const FieldDecl *Part) {
        const Value *Mine = part(Failed, *Part),
                    *Theirs = part(Succeeded, *Part);
        return Mine && Theirs && Mine->isExact() && Mine->sameAs(*Theirs);
      });
    });
  }

  /// A member says so: ok is true, as after success.
  bool isMarkedGood(QualType T) const {
    const CXXRecordDecl *R = T->getAsCXXRecordDecl();
    if (!R || !R->hasDefinition() || !Failed.Given.isReference() ||
        !Succeeded.Given.isReference())
      return false;
    return llvm::any_of(R->fields(), [&](const FieldDecl *F) {
      const Value *Mine = part(Failed, *F), *Theirs = part(Succeeded, *F);
      return F->getType()->isBooleanType() && speaksOfSuccess(*F) && Mine &&
             Theirs && Mine->isExact() && Mine->lo() != 0 &&
             Mine->sameAs(*Theirs);
    });
  }

  /// What is returned was made a copy of Status::OK.
  bool holdsSuccess() const {
    const Value *Held = Failed.Given.isReference()
                            ? lookup(Failed, Failed.Given.location())
                            : nullptr;
    const auto *Of =
        Held && Held->isPlainSymbol()
            ? dyn_cast_or_null<VarDecl>(Symbols.info(Held->symbol()).Source)
            : nullptr;
    return Of && Of->hasGlobalStorage() && speaksOfSuccess(*Of);
  }

  /// A member of what the function returned.
  const Value *part(const Path &P, const FieldDecl &Member) const {
    for (const auto &[L, V] : P.Final)
      if (const LocationInfo &I = Symbols.at(L);
          I.Parent == P.Given.location() && I.Decl == &Member)
        return &V;
    return nullptr;
  }

  /// A call that success does not make, other than a log line.
  bool tellsByCall() const {
    for (size_t I = Failed.Attempts.back().EventIndex + 1;
         I < Failed.Events.size(); ++I) {
      const Event &E = Failed.Events[I];
      bool Reports =
          E.Kind == EventKind::Adjust && E.Callee &&
          llvm::any_of(Apis.functions(*E.Callee),
                       [](const ApiFunction *A) { return A->ReportsError; });
      if (E.Kind != EventKind::Work && E.Kind != EventKind::Callback &&
          !Reports)
        continue;
      if (llvm::any_of(Succeeded.Events, [&](const Event &Other) {
            return Other.At == E.At || (E.Callee && Other.Callee == E.Callee);
          }))
        continue;
      if (E.Callee && Apis.acknowledges(*E.Callee))
        continue;
      if (OfMessage ? isHandedMessage(E)
                    : Reports || !isRoutine(E) || isToldOf(E))
        return true;
    }
    return false;
  }

  /// Done after every failure: tidying up, counting.
  bool isRoutine(const Event &E) const {
    for (size_t I = 0; I < Failed.Attempts.back().EventIndex; ++I)
      if (Failed.Events[I].At == E.At)
        return true;
    return false;
  }

  /// It is given the error, or is the caller's.
  bool isToldOf(const Event &E) const {
    if (E.Kind == EventKind::Callback)
      return true;
    const Expr *Attempt = Failed.Events[Failed.Attempts.back().EventIndex].Top;
    for (const Expr *A : argumentsOf(*E.At))
      if (mentions(*A, [&](const ValueDecl &D) {
            const auto *V = dyn_cast<VarDecl>(&D);
            return V && (V->isExceptionVariable() || holds(*V, *Attempt));
          }))
        return true;
    return false;
  }

  /// It is given what the attempt was given, or something made of it.
  bool isHandedMessage(const Event &E) const {
    const Expr &Attempt = *Failed.Events[Failed.Attempts.back().EventIndex].Top;
    llvm::SmallVector<const Expr *, 4> Inputs = argumentsOf(Attempt);
    auto IsInput = [&](const ValueDecl &D) {
      return isa<VarDecl>(D) && llvm::any_of(Inputs, [&](const Expr *A) {
               return mentions(*A,
                               [&](const ValueDecl &In) { return &In == &D; });
             });
    };
    // Nothing is passed: the message is kept elsewhere, and so may the call be.
    if (Inputs.empty())
      return true;
    llvm::SmallVector<const Expr *, 4> Given = argumentsOf(*E.At);
    if (const Expr *Receiver = receiverOf(*E.At)) // delivery.reject()
      Given.push_back(Receiver);
    return llvm::any_of(Given, [&](const Expr *A) {
      return mentions(*A, [&](const ValueDecl &D) {
        const auto *V = dyn_cast<VarDecl>(&D);
        return IsInput(D) || (V && V->isLocalVarDecl() && V->getInit() &&
                              mentions(*V->getInit(), IsInput));
      });
    });
  }

  static bool holds(const VarDecl &V, const Expr &Attempt) {
    if (!V.getInit())
      return false;
    struct Finder : ConstDynamicRecursiveASTVisitor {
      const Expr *What = nullptr;
      bool Found = false;
      bool VisitStmt(const Stmt *S) override {
        Found |= S == What;
        return !Found;
      }
    } Find;
    Find.What = &Attempt;
    Find.TraverseStmt(V.getInit());
    return Find.Found;
  }

  /// The stream of a log that a call gave: LOG(WARNING).stream().
  static bool isStreamOfCall(const SymbolInfo &Pointer) {
    const auto *F = dyn_cast_or_null<FunctionDecl>(Pointer.Source);
    const CXXRecordDecl *R =
        F ? F->getReturnType().getNonReferenceType()->getAsCXXRecordDecl()
          : nullptr;
    return R && R->isInStdNamespace() && R->getIdentifier() &&
           R->getName() == "basic_ostream";
  }

  bool isVisible(LocationId L, bool Locals) const {
    const LocationInfo &Root = Symbols.at(Symbols.root(L));
    switch (Root.Kind) {
    case LocationKind::This:
      return true;
    case LocationKind::Pointee:
      return !isStreamOfCall(Symbols.info(Root.Index));
    case LocationKind::Variable: {
      const auto *V = dyn_cast_or_null<VarDecl>(Root.Decl);
      if (!V || V->isInStdNamespace()) // std::cerr
        return false;
      // Of a function around this one, not of a helper.
      const DeclContext *Owner = V->getParentFunctionOrMethod();
      return Locals || V->hasGlobalStorage() ||
             V->getType()->isReferenceType() ||
             (Owner && Owner != &F && Owner->Encloses(&F));
    }
    default:
      return false;
    }
  }

  /// Something that the caller can look at is not what success makes of it.
  bool tellsByState(bool Locals) const {
    for (const auto &[L, V] : Failed.Final)
      if (isVisible(L, Locals))
        if (const Value *Other = lookup(Succeeded, L);
            (!Other || !Other->sameAs(V)) && tells(L, V, Other))
          return true;
    for (const auto &[L, V] : Succeeded.Final)
      if (!OfMessage && isVisible(L, Locals) && !lookup(Failed, L) &&
          isScalar(L) && !isOutput(V))
        return true;
    return false;
  }

  QualType typeOf(LocationId L) const {
    const LocationInfo &I = Symbols.at(L);
    if (I.Decl)
      return I.Decl->getType().getNonReferenceType();
    QualType T;
    if (I.Kind == LocationKind::Pointee)
      T = Symbols.info(I.Index).Type;
    if (T.isNull() || T->isPointerType())
      return T.isNull() ? T : T->getPointeeType();
    return T->isRecordType() ? T : QualType(); // what a reference is to
  }
  bool isScalar(LocationId L) const {
    QualType T = typeOf(L);
    return T.isNull() || T->isScalarType();
  }
  bool isOutput(const Value &V) const {
    return V.isSymbolic() &&
           llvm::StringRef(Symbols.info(V.symbol()).Key).starts_with("arg");
  }

  bool tells(LocationId L, const Value &V, const Value *Other) const {
    QualType T = typeOf(L);
    if (OfMessage && !(V.isSymbolic() && Symbols.info(V.symbol()).Mutated))
      return false; // a flag keeps no message
    if (V.isSymbolic()) {
      const SymbolInfo &I = Symbols.info(V.symbol());
      if (I.Key == "self")
        return false;
      if (isOutput(V))
        return isScalar(L);
      // What was called on it counts as a call, unless it keeps a list.
      if (I.Mutated) {
        const auto *By = dyn_cast_or_null<FunctionDecl>(I.Source);
        return By &&
               llvm::any_of(Apis.functions(*By), [](const ApiFunction *A) {
                 return A->AppendsTo.has_value();
               });
      }
      // Counted in every round.
      if (!Other && V.coef() == 1 && V.lo() != 0 && Failed.rounds() > 1 &&
          std::abs(V.lo()) + 1 >= Failed.rounds())
        return false;
      return true;
    }
    if (V.isNumber() && !T.isNull() && T->isArithmeticType() &&
        !T->isEnumeralType() && !T->isBooleanType())
      return V.isExact() && V.lo() >= -1 && V.lo() <= 1;
    return V.isNumber();
  }

  const Path &Failed, &Succeeded;
  const FunctionDecl &F;
  const Pool &Symbols;
  ApiIndex &Apis;
  ASTContext &Ctx;
  bool OfMessage, ResultDropped;
};

/// The status says so by itself: 204, and not "below 500".
bool isDefinite(const Path &P, const RunResult &Run) {
  return llvm::any_of(P.FirstOutcome, [&](const auto &Part) {
    return isHttpStatus(Run, Part.first) && Part.second.Lo >= 200 &&
           Part.second.Hi < 300;
  });
}

/// Those that are no mere guess, if there are any.
std::vector<const Path *> surest(llvm::ArrayRef<const Path *> Successes,
                                 const RunResult &Run) {
  std::vector<const Path *> Sure;
  llvm::copy_if(Successes, std::back_inserter(Sure),
                [&](const Path *P) { return isDefinite(*P, Run); });
  return Sure.empty() ? std::vector<const Path *>(Successes) : Sure;
}

} // namespace

Fact<GivingUp> givingUp(const RunResult &Run, const Recognition &R,
                        const FunctionDecl &F, const Pool &Symbols,
                        ApiIndex &Apis, ASTContext &Ctx, bool OfMessage,
                        bool ResultDropped) {
  Fact<GivingUp> Result;
  if (!Run.Complete)
    return Result;
  std::vector<const Path *> Successes = surest(R.Successes, Run);
  for (const Path *Failing : R.Failing) {
    llvm::SmallVector<const Path *, 4> Ends;
    if (!goesOn(*Failing))
      Ends.push_back(Failing);
    else
      for (const Path &P : Run.GaveUp)
        if (P.rounds() > 1 && !tellsApart(P, *Failing))
          Ends.push_back(&P);
    GivingUp Worst = GivingUp::Told;
    const Path *At = nullptr;
    bool All = !Ends.empty();
    for (const Path *End : Ends) {
      All &= !Successes.empty();
      for (const Path *Success : Successes) {
        Worst = Comparison(*End, *Success, F, Symbols, Apis, Ctx, OfMessage,
                           ResultDropped)
                    .judge();
        All &= Worst != GivingUp::Told;
      }
      At = End;
    }
    if (!All)
      continue;
    Result.Is = Worst;
    Result.Sure = Certainty::Known;
    if (At->EndAt && At->End == Path::Returned)
      Result.Where = At->EndAt->getSourceRange();
    return Result;
  }
  return Result;
}

} // namespace retrylint
