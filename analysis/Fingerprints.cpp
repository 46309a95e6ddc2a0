#include "analysis/Fingerprints.h"
#include "analysis/Compatibility.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

namespace retrylint {

using namespace clang;

/// Collects the functions that a body names, or calls without a name.
class Fingerprints::Reader : public ConstDynamicRecursiveASTVisitor {
public:
  explicit Reader(FunctionSet &Out) : Out(Out) {
    ShouldVisitImplicitCode = true; // begin() and end() of a loop
  }
  void read(const FunctionDecl &F) {
    if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(&F))
      for (const CXXCtorInitializer *I : Ctor->inits())
        TraverseStmt(I->getInit());
    TraverseStmt(F.getBody());
  }

  bool TraverseTypeLoc(TypeLoc, bool) override { return true; }
  bool VisitDeclRefExpr(const DeclRefExpr *R) override {
    // A table of functions.
    if (const auto *V = dyn_cast<VarDecl>(R->getDecl());
        V && V->hasGlobalStorage() && Variables.insert(V).second)
      if (const VarDecl *Set = V->getInitializingDeclaration())
        TraverseStmt(Set->getInit());
    return add(dyn_cast<FunctionDecl>(R->getDecl()));
  }
  bool VisitMemberExpr(const MemberExpr *M) override {
    return add(dyn_cast<FunctionDecl>(M->getMemberDecl()));
  }
  bool VisitLambdaExpr(const LambdaExpr *L) override {
    return add(L->getCallOperator());
  }
  bool VisitCXXConstructExpr(const CXXConstructExpr *C) override {
    return add(C->getConstructor());
  }
  bool VisitCXXBindTemporaryExpr(const CXXBindTemporaryExpr *B) override {
    return add(B->getTemporary()->getDestructor());
  }
  bool VisitCXXDefaultArgExpr(const CXXDefaultArgExpr *E) override {
    return TraverseStmt(E->getExpr());
  }
  bool VisitCXXDefaultInitExpr(const CXXDefaultInitExpr *E) override {
    return TraverseStmt(E->getExpr());
  }

private:
  bool add(const FunctionDecl *F) {
    if (F)
      Out.insert(F->getCanonicalDecl());
    return true;
  }
  FunctionSet &Out;
  llvm::DenseSet<const VarDecl *> Variables;
};

/// May be asked for by the type of an object, or be evaluated by the compiler.
static bool isReachedWithoutName(const FunctionDecl &F) {
  return isa<CXXConstructorDecl, CXXDestructorDecl, CXXConversionDecl>(F) ||
         F.isOverloadedOperator() || F.isConstexpr();
}

static Fingerprint hashOf(llvm::StringRef Text) {
  llvm::XXH128_hash_t H =
      llvm::xxh3_128bits(llvm::ArrayRef(Text.bytes_begin(), Text.bytes_end()));
  return {H.low64, H.high64};
}

static void append(std::string &To, const Fingerprint &Print) {
  To.append(reinterpret_cast<const char *>(&Print.first), sizeof(uint64_t));
  To.append(reinterpret_cast<const char *>(&Print.second), sizeof(uint64_t));
}

Fingerprints::Fingerprints(const ASTContext &Ctx,
                           llvm::ArrayRef<const FunctionDecl *> Functions,
                           llvm::StringRef Environment)
    : Ctx(Ctx), SM(Ctx.getSourceManager()) {
  findBodies(Functions);
  readText(Environment);
  for (const FunctionDecl *F : Functions) {
    Body *Around = bodyAround(*F);
    Reader(Around ? Around->Named : NamedEverywhere).read(*F);
    const auto *M = dyn_cast<CXXMethodDecl>(F);
    if (Around && M && M->isVirtual())
      Virtual[M->getDeclName()].push_back(Around - Bodies.data());
  }
}

std::optional<unsigned> Fingerprints::offsetOf(const FunctionDecl &F) const {
  auto [File, Offset] =
      SM.getDecomposedExpansionLoc(F.getBody()->getBeginLoc());
  return File == SM.getMainFileID() ? std::optional(Offset) : std::nullopt;
}

void Fingerprints::findBodies(llvm::ArrayRef<const FunctionDecl *> Functions) {
  for (const FunctionDecl *F : Functions) {
    SourceRange R = F->getBody()->getSourceRange();
    if (!isReachedWithoutName(*F) && R.getBegin().isFileID() &&
        R.getEnd().isFileID() && offsetOf(*F))
      Bodies.push_back({*offsetOf(*F), SM.getFileOffset(R.getEnd()), {}, {}});
  }
  llvm::sort(Bodies, [](const Body &A, const Body &B) {
    return std::pair(A.Begin, B.End) < std::pair(B.Begin, A.End);
  });
  // The outermost count, one for all instantiations.
  unsigned End = 0;
  llvm::erase_if(Bodies, [&](const Body &B) {
    bool Inner = B.Begin < End;
    End = std::max(End, B.End);
    return Inner;
  });
}

Fingerprints::Body *Fingerprints::bodyAround(const FunctionDecl &F) {
  std::optional<unsigned> At = offsetOf(F);
  auto After = llvm::upper_bound(
      Bodies, At.value_or(0),
      [](unsigned Offset, const Body &B) { return Offset < B.Begin; });
  if (!At || After == Bodies.begin() || std::prev(After)->End < *At)
    return nullptr;
  return &*std::prev(After);
}

/// How much white space there is between two tokens means nothing, nor do
/// comments. That there is some may: directives end with their line.
void Fingerprints::readText(llvm::StringRef Environment) {
  std::vector<std::string> Texts(Bodies.size());
  std::vector<char> Directs(Bodies.size());
  FileID Main = SM.getMainFileID();
  llvm::StringRef Text = SM.getBufferData(Main);
  Lexer Lex(SM.getLocForStartOfFile(Main), Ctx.getLangOpts(), Text.begin(),
            Text.begin(), Text.end());
  size_t At = 0;
  auto Add = [](std::string &To, const Token &T, llvm::StringRef Spelling) {
    To += T.isAtStartOfLine() ? '\n' : T.hasLeadingSpace() ? ' ' : '\0';
    To += Spelling;
  };
  for (Token T; !Lex.LexFromRawLexer(T) || T.isNot(tok::eof);) {
    unsigned Offset = SM.getFileOffset(T.getLocation());
    llvm::StringRef Spelling = Text.substr(Offset, T.getLength());
    while (At < Bodies.size() && Offset > Bodies[At].End)
      ++At;
    bool Inside = At < Bodies.size() && Offset > Bodies[At].Begin &&
                  Offset < Bodies[At].End;
    Add(Inside ? Texts[At] : Everywhere, T, Spelling);
    if (Inside && T.is(tok::hash))
      Directs[At] = true;
  }
  for (size_t I = 0; I < Bodies.size(); ++I) {
    Bodies[I].Text = hashOf(Texts[I]);
    if (Directs[I]) // a macro may be used below
      append(Everywhere, Bodies[I].Text);
  }
  readIncluded(Everywhere);
  // Where code is broken, clang may have made less of the rest.
  Everywhere += Ctx.getDiagnostics().hasUncompilableErrorOccurred() ? 'e' : '-';
  Everywhere += Environment;
  Fingerprint All = hashOf(Everywhere);
  Everywhere.clear();
  append(Everywhere, All);
}

/// What is included after the first declaration is read anew each time.
void Fingerprints::readIncluded(std::string &Into) const {
  for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile())
      continue;
    const OptionalFileEntryRef File =
        Entry.getFile().getContentCache().OrigEntry;
    if (File && SM.translateFile(*File) != SM.getMainFileID())
      Into += (File->getName() + ":" + llvm::Twine(File->getSize()) + ":" +
               llvm::Twine(File->getModificationTime()) + "\n")
                  .str();
  }
}

const Fingerprints::FunctionSet &
Fingerprints::namedOutside(const FunctionDecl &F) {
  auto [It, New] = Outside.try_emplace(&F);
  if (New)
    Reader(It->second).read(F);
  return It->second;
}

Fingerprint Fingerprints::of(const FunctionDecl &F) {
  llvm::DenseSet<size_t> Parts;
  FunctionSet Seen;
  llvm::SmallVector<const FunctionDecl *, 32> Next;
  auto Follow = [&](const FunctionSet &Named) {
    for (const FunctionDecl *Each : Named)
      if (Seen.insert(Each).second)
        Next.push_back(Each);
  };
  auto AddBody = [&](size_t I) {
    if (Parts.insert(I).second)
      Follow(Bodies[I].Named);
  };
  Body *Own = bodyAround(F);
  if (Own)
    AddBody(Own - Bodies.data());
  Follow(NamedEverywhere);
  while (!Next.empty()) {
    const FunctionDecl *Each = Next.pop_back_val();
    if (const auto *M = dyn_cast<CXXMethodDecl>(Each); M && M->isVirtual())
      for (size_t I : Virtual.lookup(M->getDeclName()))
        AddBody(I);
    // The bodies of the system's functions are not followed, and reading them
    // from the preamble would take long.
    const FunctionDecl *Definition = Each->getDefinition();
    if (!Definition || SM.isInSystemHeader(Definition->getLocation()) ||
        !Definition->getBody())
      continue;
    if (const Body *B = bodyAround(*Definition))
      AddBody(B - Bodies.data());
    else
      Follow(namedOutside(*Definition));
  }
  // If they are all known, its callers say what it is given, but not more.
  if (!F.isExternallyVisible())
    for (size_t I = 0; I < Bodies.size(); ++I)
      if (Bodies[I].Named.contains(F.getCanonicalDecl()))
        Parts.insert(I);
  std::string Key = Everywhere;
  llvm::raw_string_ostream OS(Key);
  F.getNameForDiagnostic(OS, Ctx.getPrintingPolicy(), true);
  OS << ' ' << F.getType().getAsString();
  if (Own)
    OS << ' ' << *offsetOf(F) - Own->Begin;
  std::vector<size_t> Sorted(Parts.begin(), Parts.end());
  llvm::sort(Sorted);
  for (size_t I : Sorted) {
    OS << '\n' << I << ' ';
    append(Key, Bodies[I].Text);
  }
  return hashOf(Key);
}

} // namespace retrylint
