#include "analysis/Accounts.h"
#include "analysis/Names.h"
#include "analysis/Waits.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace retrylint {

using namespace clang;

namespace {

/// Ways of failing that are told; the rest is counted.
constexpr size_t Told = 6;

/// In one line, however it is written.
std::string written(const Stmt &S, const ASTContext &Ctx) {
  CharSourceRange Range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(S.getSourceRange()),
      Ctx.getSourceManager(), Ctx.getLangOpts());
  llvm::StringRef Text =
      Lexer::getSourceText(Range, Ctx.getSourceManager(), Ctx.getLangOpts());
  llvm::SmallVector<llvm::StringRef, 8> Words;
  for (auto [Word, Rest] = Text.split('\n'); !Word.empty() || !Rest.empty();
       std::tie(Word, Rest) = Rest.split('\n'))
    Words.push_back(Word.trim());
  return llvm::join(Words, " ");
}

/// Why nobody knows the symbol.
class Reasons {
public:
  Reasons(const Pool &Symbols) : Symbols(Symbols) {}

  std::string of(const Value &V) const {
    if (V.isSymbolic())
      if (std::string Why = of(V.symbol(), limits::Ancestry); !Why.empty())
        return Why;
    return V.has(TaintClock)    ? "it depends on the time"
           : V.has(TaintRandom) ? "it depends on chance"
           : V.has(TaintOpaque) ? "a call that is not followed gives it"
                                : "";
  }

private:
  std::string of(SymbolId S, unsigned Depth) const {
    const SymbolInfo &I = Symbols.info(S);
    const auto *D = llvm::dyn_cast_or_null<NamedDecl>(I.Source);
    std::string Name = D && D->getIdentifier()
                           ? "'" + D->getNameAsString() + "'"
                           : std::string();
    switch (I.Origin) {
    case SymbolOrigin::Parameter:
      return (Name.empty() ? "it" : Name) + " is passed by the caller";
    case SymbolOrigin::Field:
      return (Name.empty() ? "it" : Name) +
             " is a member that is not set in this function";
    case SymbolOrigin::Global:
      return (Name.empty() ? "it" : Name) + " is a variable that others set";
    case SymbolOrigin::Call:
      return call(D, Name);
    case SymbolOrigin::Attempt:
      return "the dependency answers it";
    case SymbolOrigin::Unknown:
    case SymbolOrigin::Derived:
      break;
    }
    if (!Depth)
      return "";
    if (I.Parent)
      return of(I.Parent, Depth - 1);
    for (const Value &From : I.From)
      if (From.isSymbolic())
        if (std::string Why = of(From.symbol(), Depth - 1); !Why.empty())
          return Why;
    return "";
  }

  static std::string call(const NamedDecl *D, const std::string &Name) {
    const auto *F = llvm::dyn_cast_or_null<FunctionDecl>(D);
    if (!F || Name.empty())
      return "a call that is not followed gives it";
    return F->getDefinition() ? Name + " is not followed"
                              : Name + " has no body in this file";
  }

  const Pool &Symbols;
};

class Teller {
public:
  Teller(const Path &P, const Pool &Symbols, const ASTContext &Ctx)
      : P(P), Why(Symbols), Ctx(Ctx) {}

  /// From the attempt of that number on.
  std::vector<Step> tell(size_t First) {
    for (const AttemptRecord &A : P.Attempts)
      Attempts.emplace(A.EventIndex, &A);
    size_t From = First ? P.Attempts[First].EventIndex : 0;
    auto Next = P.Choices.begin();
    for (size_t I = 0; I <= P.Events.size(); ++I) {
      for (; Next != P.Choices.end() && Next->EventIndex <= I; ++Next)
        if (!First || I > From)
          suppose(*Next);
      if (I < P.Events.size() && I >= From &&
          I >= P.Attempts.front().EventIndex)
        happen(P.Events[I], I);
    }
    end();
    return std::move(Steps);
  }

private:
  Step &step(Step::Kind Is, SourceRange At, std::string Text = "") {
    Step S;
    S.Is = Is;
    S.At = At;
    S.Text = std::move(Text);
    Steps.push_back(std::move(S));
    return Steps.back();
  }

  void suppose(const Choice &C) {
    const Stmt *Asked = C.Where;
    if (const auto *Switch = dyn_cast<SwitchStmt>(Asked))
      Asked = Switch->getCond();
    std::string Text = written(*Asked, Ctx);
    if (isa<SwitchStmt>(C.Where))
      Text += label(C.Label);
    Step &S = step(Step::Supposes, Asked->getSourceRange(), std::move(Text));
    S.Answer = C.Taken;
    S.OfAttempt = C.Subject.has(TaintAttempt);
    S.Switched = isa<SwitchStmt>(C.Where);
    S.Why = Why.of(C.Subject);
  }

  std::string label(const Stmt *Label) const {
    const auto *Case = dyn_cast_or_null<CaseStmt>(Label);
    return Case ? " == " + written(*Case->getLHS(), Ctx)
                : " is none of its cases";
  }

  void happen(const Event &E, size_t Index) {
    if (auto It = Attempts.find(Index); It != Attempts.end()) {
      step(Step::Attempts, E.Top->getSourceRange());
      if (It->second->Threw)
        step(Step::Throws, It->second->Handler
                               ? SourceRange(It->second->Handler->getBeginLoc())
                               : SourceRange());
      return;
    }
    std::optional<Step::Kind> Is = kindOf(E.Kind);
    // What every round does is told once, except the waits.
    if (!Is || (*Is != Step::Waits && !Seen.insert({*Is, E.Top}).second))
      return;
    Step &S = step(*Is, E.Top->getSourceRange(), calleeName(E));
    if (*Is != Step::Waits)
      return;
    S.Length = waitOf(E.Amount, E.Amount.taints(), E.UnitKnown);
    S.Text = E.Written ? written(*E.Written, Ctx) : "";
    S.Why = Why.of(E.Amount);
  }

  static std::optional<Step::Kind> kindOf(EventKind K) {
    switch (K) {
    case EventKind::Wait:
      return Step::Waits;
    case EventKind::PossibleWait:
      return Step::MayWait;
    case EventKind::Log:
      return Step::Logs;
    case EventKind::Work:
    case EventKind::Callback:
      return Step::Calls;
    default:
      return std::nullopt;
    }
  }

  static std::string calleeName(const Event &E) {
    return E.Callee ? E.Callee->getNameAsString() : "";
  }

  void end() {
    bool Bounded = P.End == Path::Returned || P.End == Path::Threw ||
                   P.End == Path::Exited || P.End == Path::Outside;
    if (Bounded && P.LastProgress)
      step(Step::Bounds, P.LastProgress->getSourceRange(),
           written(*P.LastProgress, Ctx));
    static constexpr Step::Kind Ends[] = {
        Step::Returns, Step::Raises, Step::Exits,   Step::Leaves,
        Step::MovesOn, Step::GoesOn, Step::Abandons};
    bool Said = P.EndAt && isa<ReturnStmt, CXXThrowExpr>(P.EndAt);
    step(Ends[P.End], P.EndAt ? P.EndAt->getSourceRange() : SourceRange(),
         Said ? written(*P.EndAt, Ctx) : "");
  }

  const Path &P;
  Reasons Why;
  const ASTContext &Ctx;
  std::map<size_t, const AttemptRecord *> Attempts;
  std::set<std::pair<Step::Kind, const Expr *>> Seen;
  std::vector<Step> Steps;
};

/// The dependency answers the same, and the code does the same; what else was
/// supposed makes no difference.
bool sameStory(const std::vector<Step> &A, const std::vector<Step> &B) {
  auto Matters = [](const Step &S) {
    return S.Is != Step::Supposes || S.OfAttempt;
  };
  auto Mine = llvm::make_filter_range(A, Matters);
  auto Theirs = llvm::make_filter_range(B, Matters);
  return llvm::equal(Mine, Theirs, [](const Step &X, const Step &Y) {
    return X.Is == Y.Is && X.At == Y.At && X.Text == Y.Text &&
           X.Answer == Y.Answer && X.Length.Lo == Y.Length.Lo &&
           X.Length.Hi == Y.Length.Hi;
  });
}

} // namespace

void giveAccounts(RetryLoop &L, const RunResult &Run, const Recognition &R,
                  const Pool &Symbols, const ASTContext &Ctx) {
  // False: it is nothing new.
  auto Tell = [&](Account::Kind Of, const Path &P, size_t First = 0) {
    std::vector<Step> Steps = Teller(P, Symbols, Ctx).tell(First);
    if (llvm::any_of(L.Accounts, [&](const Account &Other) {
          return Other.Of == Of && sameStory(Other.Steps, Steps);
        }))
      return false;
    L.Accounts.push_back({Of, std::move(Steps)});
    return true;
  };
  for (const Path *P : R.Failing)
    if (L.Accounts.size() == Told || !Tell(Account::Failing, *P))
      ++L.MoreAccounts;
  for (const Path &P : Run.GaveUp)
    if (llvm::any_of(R.Failing, [&](const Path *Endless) {
          return Endless->End == Path::RoundLimit && !tellsApart(*Endless, P);
        }))
      Tell(Account::GivingUp, P, P.rounds() - 1);
  if (R.Success)
    Tell(Account::Succeeding, *R.Success);
  L.AllWaysRun = Run.Complete;
}

} // namespace retrylint
