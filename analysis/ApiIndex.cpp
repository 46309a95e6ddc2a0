#include "analysis/ApiIndex.h"
#include "analysis/Names.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace retrylint {

using namespace clang;

constexpr unsigned BaseClassDepth = 8;

static bool declares(const CXXRecordDecl &R, DeclarationName Name,
                     unsigned Depth) {
  if (!R.lookup(Name).empty())
    return true;
  return Depth < BaseClassDepth &&
         llvm::any_of(
             R.bases(),
             [&](const CXXBaseSpecifier &Base) {
               const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl();
               return B && B->hasDefinition() && declares(*B, Name, Depth + 1);
             });
}

void ApiIndex::collect(const FunctionDecl &F, const CXXRecordDecl *Class,
                       llvm::SmallVectorImpl<const ApiFunction *> &Out,
                       unsigned Depth) {
  std::string Name = qualifiedName(F);
  if (Class)
    Name = qualifiedName(*Class) + "::" +
           (llvm::isa<CXXConstructorDecl>(F) ? Class->getNameAsString()
                                             : F.getNameAsString());
  for (const ApiFunction &A : Models.functions(Name))
    Out.push_back(&A);
  if (!Out.empty() || !Class || !Class->hasDefinition() ||
      Depth > BaseClassDepth)
    return;
  // What a base class says of all its methods it does not say of new ones.
  for (const CXXBaseSpecifier &Base : Class->bases())
    if (const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl();
        B && B->hasDefinition() && declares(*B, F.getDeclName(), 0))
      collect(F, B, Out, Depth + 1);
}

llvm::ArrayRef<const ApiFunction *> ApiIndex::functions(const FunctionDecl &F) {
  const FunctionDecl *Key = F.getCanonicalDecl();
  auto [It, New] = Cache.try_emplace(Key);
  if (New) {
    llvm::SmallVector<const ApiFunction *, 1> Found;
    const auto *Method = llvm::dyn_cast<CXXMethodDecl>(&F);
    collect(F, Method ? Method->getParent() : nullptr, Found, 0);
    It = Cache.find(Key);
    It->second = std::move(Found);
  }
  return It->second;
}

llvm::ArrayRef<ApiFunction> ApiIndex::named(const NamedDecl &D) const {
  return Models.functions(qualifiedName(D));
}

bool ApiIndex::copiesText(const FunctionDecl &F) {
  return llvm::any_of(functions(F),
                      [](const ApiFunction *A) { return A->Copies; });
}

const ApiFunction *ApiIndex::macro(const Expr &Call, const ASTContext &Ctx) {
  if (Call.getBeginLoc().isFileID())
    return nullptr;
  auto [It, New] = MacroCache.try_emplace(&Call);
  if (New)
    It->second = findMacro(Call, Ctx);
  return It->second;
}

const ApiFunction *ApiIndex::findMacro(const Expr &Call,
                                       const ASTContext &Ctx) const {
  const SourceManager &SM = Ctx.getSourceManager();
  SourceLocation L = Call.getBeginLoc();
  while (L.isMacroID()) {
    if (SM.isMacroArgExpansion(L)) {
      L = SM.getImmediateSpellingLoc(L);
      continue;
    }
    llvm::StringRef Name =
        Lexer::getImmediateMacroName(L, SM, Ctx.getLangOpts());
    for (const ApiFunction &A : Models.functions(Name))
      if (A.Macro)
        return &A;
    L = SM.getImmediateExpansionRange(L).getBegin();
  }
  return nullptr;
}

const ApiStatusType *ApiIndex::statusType(QualType T) {
  if (T.isNull())
    return nullptr;
  const CXXRecordDecl *R = T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!R)
    return nullptr;
  auto [It, New] = TypeCache.try_emplace(R->getCanonicalDecl());
  if (!New)
    return It->second;
  const ApiStatusType *Found = Models.statusType(qualifiedName(*R));
  if (!Found && R->hasDefinition())
    for (const CXXBaseSpecifier &Base : R->bases())
      if (!Found)
        Found = statusType(Base.getType());
  return TypeCache[R->getCanonicalDecl()] = Found;
}

const ApiField *ApiIndex::field(const FieldDecl &F) const {
  return Models.hasFields() ? Models.field(qualifiedName(F)) : nullptr;
}

bool ApiIndex::isMessage(QualType T) const {
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  // C names the type by a typedef, C++ by the class.
  if (const auto *Alias = T->getAs<TypedefType>();
      Alias && Models.isMessage(qualifiedName(*Alias->getDecl())))
    return true;
  const TagDecl *Tag = T->getAsTagDecl();
  if (const auto *Pointer =
          dyn_cast_or_null<ClassTemplateSpecializationDecl>(Tag);
      Pointer && Pointer->isInStdNamespace() &&
      Pointer->getName().ends_with("_ptr"))
    Tag = Pointer->getTemplateArgs()[0].getAsType()->getAsTagDecl();
  return Tag && Models.isMessage(qualifiedName(*Tag));
}

bool ApiIndex::isSingleUse(QualType T) const {
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return R && Models.isSingleUse(qualifiedName(*R));
}

bool ApiIndex::restarts(StatusDomain Domain, double Code) const {
  return llvm::any_of(Models.codes(), [&](const auto &E) {
    const ApiCode &C = E.second;
    return C.Restarts && C.Domain == Domain && C.Value && *C.Value == Code;
  });
}

static bool contains(const std::vector<std::string> &List,
                     llvm::StringRef Word) {
  return llvm::any_of(List, [&](const std::string &W) { return W == Word; });
}

/// signIn is signin, too.
static bool hasWord(const std::vector<std::string> &List,
                    llvm::ArrayRef<std::string> Words) {
  for (size_t I = 0; I < Words.size(); ++I)
    if (contains(List, Words[I]) ||
        (I > 0 && contains(List, Words[I - 1] + Words[I])))
      return true;
  return false;
}

/// open_log() has nothing to say: the log is what it works on.
static bool worksOnLog(const NamedDecl &D, const GenericClients &G,
                       llvm::StringRef FirstWord) {
  const auto *F = llvm::dyn_cast<FunctionDecl>(&D);
  return F && F->param_empty() && contains(G.Verbs, FirstWord);
}

/// What is asked of the same declaration again and again.
template <typename Decl, typename Answer, typename Find>
static Answer remembered(llvm::DenseMap<const Decl *, Answer> &Known,
                         const Decl &D, Find Ask) {
  auto [It, New] = Known.try_emplace(&D);
  if (New)
    It->second = Ask();
  return It->second;
}

ApiIndex::Hint ApiIndex::hint(const NamedDecl &D) {
  return remembered(Hints, D, [&] { return findHint(D); });
}

bool ApiIndex::readsOn(const FunctionDecl &F) {
  return remembered(Readers, F, [&] {
    return F.getIdentifier() && !F.getReturnType()->isVoidType() &&
           llvm::any_of(wordsOf(F.getName()), [](const std::string &W) {
             return W == "read" || W == "next" || W == "pop" ||
                    W == "dequeue" || W == "recv" || W == "receive" ||
                    W == "prompt" || W == "ask" || W == "dialog";
           });
  });
}

/// Timer::Wait(10): nobody is asked, so it is the time that is waited for.
static bool waitsForTime(const NamedDecl &D,
                         llvm::ArrayRef<std::string> Words) {
  const auto *F = llvm::dyn_cast<FunctionDecl>(&D);
  const auto *M = llvm::dyn_cast<CXXMethodDecl>(&D);
  return F && Words.size() == 1 && Words.front() == "wait" &&
         (!M || M->isStatic()) && F->getNumParams() == 1 &&
         F->getParamDecl(0)->getType()->isArithmeticType();
}

/// http_get(url), client.get(path): one of the words alone says too little.
static bool saysWhole(const NamedDecl &D, llvm::ArrayRef<std::string> Words,
                      const GenericClients &G) {
  const auto *F = llvm::dyn_cast<FunctionDecl>(&D);
  if (!F || F->param_empty())
    return false;
  if (Words.size() == 2)
    return contains(G.Verbs, Words[0] + "_" + Words[1]);
  const auto *M = llvm::dyn_cast<CXXMethodDecl>(&D);
  auto Class = wordsOf(M ? M->getParent()->getName() : "");
  return Words.size() == 1 && !Class.empty() &&
         contains(G.Verbs, Class.back() + "::" + Words[0]);
}

ApiIndex::Hint ApiIndex::findHint(const NamedDecl &D) const {
  if (!D.getIdentifier())
    return Hint::None;
  auto Words = wordsOf(D.getName());
  // do_accept accepts.
  while (Words.size() > 1 && (Words.front() == "do" || Words.front() == "try"))
    Words.erase(Words.begin());
  if (Words.empty())
    return Hint::None;
  const GenericClients &G = Models.generic();
  if (hasWord(G.Waits, Words))
    return Hint::Wait;
  if (waitsForTime(D, Words))
    return Hint::Wait;
  if (contains(G.Queries, Words.front()))
    return Hint::Query;
  for (size_t I = 0; I < Words.size(); ++I) {
    // log_in is no log line.
    llvm::StringRef Next;
    if (I + 1 < Words.size())
      Next = Words[I + 1];
    if (contains(G.Logs, Words[I]) && Next != "in" && Next != "on" &&
        Next != "out" && Next != "off" && !worksOnLog(D, G, Words.front()))
      return Hint::Log;
  }
  if (contains(G.Iterators, Words.front()) ||
      contains(G.Iterators, "_" + Words.back()))
    return Hint::Iterator;
  if (saysWhole(D, Words, G))
    return Hint::Verb;
  // C names begin with a library: crm_is_true.
  if (llvm::any_of(Words, [&](const std::string &W) {
        return contains(G.Queries, "_" + W + "_");
      }))
    return Hint::Query;
  // set_request_timeout speaks of a request and makes none.
  auto Keeps = [](const std::string &W) {
    return W == "set" || W == "get" || W == "init" || W == "free" ||
           W == "destroy";
  };
  if (llvm::any_of(Words, Keeps))
    return contains(G.Queries, "_" + Words.back()) ? Hint::Query : Hint::None;
  if (hasWord(G.Verbs, Words))
    return Hint::Verb;
  if (contains(G.Queries, "_" + Words.back()))
    return Hint::Query;
  if (Words.size() > 1 && contains(G.Verbs, Words.front() + "_"))
    return Hint::Verb;
  // Logger::error
  if (const auto *M = llvm::dyn_cast<CXXMethodDecl>(&D))
    if (auto Class = wordsOf(M->getParent()->getName());
        !Class.empty() && contains(G.Logs, Class.back()))
      return Hint::Log;
  return Hint::None;
}

static bool anyWord(const std::vector<std::string> &List,
                    llvm::StringRef Name) {
  return llvm::any_of(wordsOf(Name),
                      [&](const std::string &W) { return contains(List, W); });
}

static bool namedBy(const std::vector<std::string> &Words,
                    const FunctionDecl &F) {
  const auto *M = llvm::dyn_cast<CXXMethodDecl>(&F);
  return (F.getIdentifier() && anyWord(Words, F.getName())) ||
         (M && M->getParent()->getIdentifier() &&
          anyWord(Words, M->getParent()->getName()));
}

/// random::Next()
static bool namespaceNamedBy(const std::vector<std::string> &Words,
                             const FunctionDecl &F) {
  const auto *N = llvm::dyn_cast<NamespaceDecl>(F.getDeclContext());
  return N && anyWord(Words, N->getName());
}

bool ApiIndex::namesNewKey(const FunctionDecl &F) {
  if (!functions(F).empty())
    return false;
  return remembered(KeyMakers, F,
                    [&] { return namedBy(Models.generic().Keys, F); });
}

bool ApiIndex::namesMetric(const NamedDecl &D) {
  const GenericClients &G = Models.generic();
  auto Says = [&](llvm::StringRef Name) {
    return anyWord(G.Metrics, Name) || anyWord(G.Logs, Name);
  };
  const auto *M = llvm::dyn_cast<CXXMethodDecl>(&D);
  return (D.getIdentifier() && Says(D.getName())) ||
         (M && Says(M->getParent()->getName()));
}

bool ApiIndex::namesLog(const NamedDecl &D) const {
  return D.getIdentifier() && anyWord(Models.generic().Logs, D.getName());
}

bool ApiIndex::acknowledges(const NamedDecl &D) const {
  return D.getIdentifier() && anyWord(Models.generic().Acks, D.getName());
}

bool ApiIndex::schedules(const NamedDecl &D) {
  return D.getIdentifier() && anyWord(Models.generic().Schedules, D.getName());
}

bool ApiIndex::draws(const FunctionDecl &F) {
  const std::vector<std::string> &Words = Models.generic().Draws;
  return (namedBy(Words, F) || namespaceNamedBy(Words, F)) && !jitters(F);
}

bool ApiIndex::jitters(const FunctionDecl &F) {
  return namedBy(Models.generic().Jitters, F);
}

/// The class, or one that it is derived from, is a window that asks.
static bool isDialog(const CXXRecordDecl &R, const GenericClients &G) {
  if (R.getIdentifier() && hasWord(G.Dialogs, wordsOf(R.getName())))
    return true;
  return R.hasDefinition() &&
         llvm::any_of(R.bases(), [&](const CXXBaseSpecifier &B) {
           const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
           return Base && isDialog(*Base, G);
         });
}

bool ApiIndex::asksSomebody(const FunctionDecl &F) {
  return remembered(Askers, F, [&] {
    if (!F.getIdentifier() || F.getReturnType()->isVoidType())
      return false;
    const GenericClients &G = Models.generic();
    auto Words = wordsOf(F.getName());
    const auto *M = llvm::dyn_cast<CXXMethodDecl>(&F);
    return hasWord(G.Dialogs, Words) ||
           (M && isDialog(*M->getParent(), G) &&
            llvm::any_of(Words, [](const std::string &W) {
              return W == "exec" || W == "run" || W == "show";
            }));
  });
}

bool ApiIndex::readsClock(const FunctionDecl &F) {
  return F.getIdentifier() && F.param_empty() &&
         hasWord(Models.generic().Clocks, wordsOf(F.getName()));
}

bool ApiIndex::tidiesUp(const FunctionDecl &F) {
  return F.getIdentifier() &&
         llvm::all_of(F.parameters(),
                      [](const ParmVarDecl *P) {
                        return !P->getType()->isArithmeticType();
                      }) &&
         hasWord(Models.generic().Tidies, wordsOf(F.getName()));
}

bool ApiIndex::saysFailed(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 16> Words;
  llvm::SplitString(Text, Words, " \t\n\r.,;:!?()[]\"<>%/=-");
  return llvm::any_of(Words, [&](llvm::StringRef W) {
    return contains(Models.generic().Failures, W.trim('\'').lower());
  });
}

bool ApiIndex::namesFailure(llvm::StringRef Source) {
  return anyWord(Models.generic().Failures, Source);
}

bool ApiIndex::soundsRemote(const FunctionDecl &F) {
  const std::vector<std::string> &Remote = Models.generic().Remote;
  if (F.getIdentifier() && anyWord(Remote, F.getName()))
    return true;
  if (const auto *M = llvm::dyn_cast<CXXMethodDecl>(&F))
    if (anyWord(Remote, M->getParent()->getName()))
      return true;
  for (const ParmVarDecl *P : F.parameters()) {
    QualType T = P->getType().getNonReferenceType();
    if (T->isPointerType())
      T = T->getPointeeType();
    const TagDecl *Tag = T->getAsTagDecl();
    if ((Tag && anyWord(Remote, Tag->getName())) ||
        anyWord(Remote, P->getName()))
      return true;
  }
  return false;
}

} // namespace retrylint
