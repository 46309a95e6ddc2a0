// The part of the interpreter that sees headers being set: by a call that names
// them, by a text that was put together, by a member that is called a key.
#include "analysis/CallParts.h"
#include "analysis/Interpreter.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

using namespace clang;

void Interpreter::header(State &S, const Expr *E, const FunctionDecl *Callee,
                         llvm::StringRef Name, SymbolId Given) {
  event(S, EventKind::Header, E, Callee);
  S.Trace.Events.back().Name = Name.str();
  S.Trace.Events.back().Given = Given;
}

SymbolId Interpreter::madeOf(const Value &V, LocationId Place) {
  SymbolInfo Info;
  Info.From.push_back(V);
  Info.Places.push_back(Place);
  return ThePool->fresh(std::move(Info));
}

void Interpreter::noteHeader(State &S, const Expr *E, CallParts &C) {
  auto [It, New] = HeaderWrites.try_emplace(E);
  if (New)
    It->second = headerWrite(*E, Headers);
  const HeaderWrite &Write = It->second;
  if (Write.Name.empty())
    return noteLine(S, E, C);
  header(S, E, C.Callee, Write.Name,
         given(S, C, Write.First - (Write.Begun ? 1 : 0)));
  // Another key does not make it another request.
  const FunctionDecl *Body = C.Callee ? C.Callee->getDefinition() : nullptr;
  if (Write.Name != Headers.front() ||
      (Body && !Ctx.getSourceManager().isInSystemHeader(Body->getLocation())))
    return;
  SymbolInfo Key;
  Key.Repeatable = true;
  for (unsigned I = Write.First; I < C.Values.size(); ++I)
    C.Values[I] = unknown(C.Args[I]->getType(), 0, Key);
}

/// How a text begins that was put together of others.
llvm::StringRef Interpreter::beginning(const Value &V, unsigned Depth) const {
  if (V.isReference()) {
    const StringLiteral *Text = ThePool->literal(V.location());
    return Text && Text->getCharByteWidth() == 1 ? Text->getString() : "";
  }
  if (!V.isSymbolic() || Depth > limits::Ancestry)
    return {};
  const SymbolInfo &I = ThePool->info(V.symbol());
  const auto *F = dyn_cast_or_null<FunctionDecl>(I.Source);
  if (!F || !Apis.copiesText(*F))
    return {};
  if (SymbolId Old = I.Before ? I.Before : I.Parent)
    return beginning(Value::symbol(Old, 0), Depth + 1);
  llvm::StringRef Text;
  for (bool Own : {true, false}) // what was there comes first
    for (size_t P = 0; P < I.From.size() && P < I.Places.size(); ++P)
      if (Text.empty() && (I.Into && I.Places[P] == I.Into) == Own &&
          !I.From[P].isNumber())
        Text = beginning(I.From[P], Depth + 1);
  return Text;
}

void Interpreter::noteLine(State &S, const Expr *E, const CallParts &C) {
  if (!C.Callee)
    return;
  for (const ApiFunction *A : Apis.functions(*C.Callee)) {
    if (!A->SetsHeaderArg || *A->SetsHeaderArg >= C.Values.size())
      continue;
    Value Line = inputs(S, C)[*A->SetsHeaderArg];
    auto [Name, Rest] = beginning(Line).split(':');
    for (const std::string &Watched : Headers)
      if (Name.trim().equals_insensitive(Watched) &&
          (Line.isSymbolic() || !Rest.trim().empty()) &&
          llvm::none_of(S.Trace.Events, [&](const Event &Before) {
            return Before.Kind == EventKind::Header && Before.Name == Watched &&
                   Before.At != E; // told already
          }))
        return header(S, E, C.Callee, Watched,
                      madeOf(Line, places(S, C)[*A->SetsHeaderArg]));
  }
}

static bool isKeyMember(const Expr *E) {
  const auto *M = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts());
  return M && M->getMemberDecl()->getIdentifier() &&
         namesKey(M->getMemberDecl()->getName());
}

void Interpreter::noteKeyMember(State &S, const BinaryOperator &B,
                                const Value &V) {
  if (Headers.empty() || !isKeyMember(B.getLHS()))
    return;
  const Value *Content = V.isReference() ? S.Mem.lookup(V.location()) : nullptr;
  header(S, &B, nullptr, Headers.front(),
         madeOf(Content ? *Content : V, V.isReference() ? V.location() : 0));
}

void Interpreter::noteKeyOutput(State &S, const Expr *E, const CallParts &C) {
  for (unsigned I = 0; I < C.Args.size() && !Headers.empty(); ++I)
    if (C.mayChange(I) && C.Values[I].isReference() && isKeyMember(C.Args[I]))
      if (const Value *Made = S.Mem.lookup(C.Values[I].location()))
        header(S, E, C.Callee, Headers.front(),
               madeOf(*Made, C.Values[I].location()));
}

} // namespace retrylint
