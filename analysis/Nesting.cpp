#include "analysis/Nesting.h"
#include "analysis/CallParts.h"
#include "analysis/Limits.h"
#include "analysis/Names.h"
#include "analysis/ServiceConfig.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace retrylint {

using namespace clang;

static bool counts(const RetryLoop &L) {
  return !L.Daemon && !(L.Remote.known() && !L.Remote.Is);
}

bool RetryFinder::isAttempt(const Expr &Call) const {
  return llvm::any_of(Loops,
                      [&](const RetryLoop &L) { return L.Top == &Call; });
}

const RetryLoop *RetryFinder::inside(const Expr &Call) const {
  const FunctionDecl *F = calleeOf(Call);
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  return F ? inside(*F, Seen, 0) : nullptr;
}

const RetryLoop *
RetryFinder::inside(const FunctionDecl &F,
                    llvm::SmallPtrSetImpl<const FunctionDecl *> &Seen,
                    unsigned Depth) const {
  const FunctionDecl *Key = F.getCanonicalDecl();
  if (Depth > limits::CallDepth || !Seen.insert(Key).second)
    return nullptr;
  for (const RetryLoop &L : Loops)
    if (L.Function->getCanonicalDecl() == Key && counts(L))
      return &L;
  for (const Expr *Call : Calls.in(F))
    if (const FunctionDecl *Callee = calleeOf(*Call))
      if (const RetryLoop *Found = inside(*Callee, Seen, Depth + 1))
        return Found;
  return nullptr;
}

namespace {

RetryLayer layerOf(const RetryLoop &L) {
  RetryLayer Layer;
  Layer.Where = SourceRange(L.CycleAt);
  Layer.Attempts = L.Limit.Is.Attempts;
  Layer.Endless = L.Limit.Is.endless();
  return Layer;
}

/// What the library of the attempt does on its own.
class LibraryRetries {
public:
  LibraryRetries(ApiIndex &Apis, const UnitSettings &Settings, ASTContext &Ctx)
      : Apis(Apis), Settings(Settings), Ctx(Ctx) {}

  std::optional<RetryLayer> of(const RetryLoop &L) {
    const FunctionDecl *F = calleeOf(*L.Attempt);
    if (!F)
      return std::nullopt;
    for (const ApiFunction *A : Apis.functions(*F))
      if (A->Retries && guardsHold(*A, *L.Attempt, Ctx))
        return byDefault(*A, *F);
    const ApiStatusType *Status = Apis.statusType(F->getReturnType());
    if (Status && !Status->SendProtocol.empty())
      return byServiceConfig(Status->Library, *F);
    return std::nullopt;
  }

private:
  /// Retries unless it is told otherwise: by a setting that is seen here, or by
  /// whoever made the client elsewhere.
  std::optional<RetryLayer> byDefault(const ApiFunction &A,
                                      const FunctionDecl &F) {
    RetryLayer Layer;
    Layer.Attempts = A.Retries->Attempts;
    for (const LibrarySetting &S : Settings.Settings) {
      if (S.Library != A.Library || (S.Option != RetryOption::Attempts &&
                                     S.Option != RetryOption::Retries))
        continue;
      Layer.Where = S.Where;
      std::optional<double> Set = S.attempts();
      if (!Set) {
        Layer.Attempts.reset();
        Layer.Sure = Certainty::Possible;
        return Layer;
      }
      if (*Set <= 1)
        return std::nullopt;
      Layer.Attempts = static_cast<unsigned>(*Set);
      return Layer;
    }
    const auto *Method = dyn_cast<CXXMethodDecl>(&F);
    if (Method && Method->isInstance() &&
        !Settings.Made.contains(Method->getParent()->getCanonicalDecl()))
      Layer.Sure = Certainty::Possible;
    return Layer;
  }

  std::optional<RetryLayer> byServiceConfig(llvm::StringRef Library,
                                            const FunctionDecl &F) {
    for (const LibrarySetting &S : Settings.Settings) {
      if (S.Library != Library || !S.Text || S.Text->getCharByteWidth() != 1)
        continue;
      std::optional<ServiceConfig> Config =
          ServiceConfig::parse(S.Text->getString());
      if (!Config)
        continue;
      for (const ServiceConfig::RetryPolicy &P : Config->policies()) {
        auto Most = P.Fields->getInteger("maxAttempts");
        if (!Most || *Most < 2 || !isFor(P, F))
          continue;
        RetryLayer Layer;
        // The channel makes no more than five, whatever it is told.
        constexpr int64_t MostOfChannel = 5;
        Layer.Attempts = std::min(*Most, MostOfChannel);
        Layer.Where = S.Where;
        return Layer;
      }
    }
    return std::nullopt;
  }
  /// The stub of service a.B is the class a::B::Stub.
  static bool isFor(const ServiceConfig::RetryPolicy &P,
                    const FunctionDecl &F) {
    if (P.Services.empty())
      return true;
    const auto *Method = dyn_cast<CXXMethodDecl>(&F);
    if (!Method)
      return false;
    std::string Class = qualifiedName(*Method->getParent());
    llvm::StringRef Outer = llvm::StringRef(Class).rsplit("::").first;
    std::string Service;
    for (; !Outer.empty(); Outer = Outer.split("::").second)
      Service += (Service.empty() ? "" : ".") + Outer.split("::").first.str();
    return llvm::is_contained(P.Services, Service);
  }

  ApiIndex &Apis;
  const UnitSettings &Settings;
  ASTContext &Ctx;
};

} // namespace

void nestLoops(std::vector<RetryLoop> &Loops, UnitCalls &Calls, ApiIndex &Apis,
               const UnitSettings &Settings, ASTContext &Ctx) {
  RetryFinder Find(Calls, Loops);
  LibraryRetries Library(Apis, Settings, Ctx);
  for (RetryLoop &L : Loops) {
    llvm::SmallPtrSet<const RetryLoop *, 4> Seen{&L};
    for (const RetryLoop *Outer = &L; Outer;) {
      const RetryLoop *Inner = Find.inside(*Outer->Top);
      if (!Inner || !Seen.insert(Inner).second) {
        if (std::optional<RetryLayer> Own = Library.of(*Outer))
          L.Inside.push_back(*Own);
        break;
      }
      if (Inner->Around)
        L.Inside.push_back(*Inner->Around);
      L.Inside.push_back(layerOf(*Inner));
      Outer = Inner;
    }
  }
}

} // namespace retrylint
