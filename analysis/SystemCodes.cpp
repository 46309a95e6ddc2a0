#include "analysis/SystemCodes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include <cerrno>
#include <netdb.h>

namespace retrylint {

using namespace clang;

std::optional<int> systemCode(llvm::StringRef Name) {
#define CODE(Macro)                                                            \
  {                                                                            \
    #Macro, Macro                                                              \
  }
  static constexpr std::pair<llvm::StringLiteral, int> Codes[] = {
      CODE(EACCES),      CODE(EADDRNOTAVAIL), CODE(EAFNOSUPPORT),
      CODE(EBADF),       CODE(ECONNABORTED),  CODE(ECONNREFUSED),
      CODE(ECONNRESET),  CODE(EDEADLK),       CODE(EDESTADDRREQ),
      CODE(EFAULT),      CODE(EHOSTUNREACH),  CODE(EINVAL),
      CODE(EMSGSIZE),    CODE(ENETDOWN),      CODE(ENETRESET),
      CODE(ENETUNREACH), CODE(ENOTSOCK),      CODE(EOPNOTSUPP),
      CODE(EPERM),       CODE(EPIPE),         CODE(EPROTONOSUPPORT),
      CODE(EPROTOTYPE),  CODE(ESHUTDOWN),     CODE(ETIMEDOUT),
      CODE(EWOULDBLOCK), CODE(EAI_AGAIN),     CODE(EAI_BADFLAGS),
      CODE(EAI_FAIL),    CODE(EAI_FAMILY),    CODE(EAI_NONAME),
      CODE(EAI_SERVICE), CODE(EAI_SOCKTYPE),
  };
#undef CODE
  for (const auto &[Known, Number] : Codes)
    if (Known == Name)
      return Number;
  return std::nullopt;
}

bool namesSystemCode(const Stmt &Asked, const ASTContext &Ctx) {
  if (const auto *Case = dyn_cast<CaseStmt>(&Asked))
    return namesSystemCode(*Case->getLHS(), Ctx);
  const SourceManager &SM = Ctx.getSourceManager();
  if (const auto *Number = dyn_cast<IntegerLiteral>(&Asked))
    return Number->getLocation().isMacroID() &&
           SM.getFilename(SM.getSpellingLoc(Number->getLocation()))
               .contains("errno");
  return llvm::any_of(Asked.children(), [&](const Stmt *Part) {
    return Part && namesSystemCode(*Part, Ctx);
  });
}

} // namespace retrylint
