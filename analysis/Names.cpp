#include "analysis/Names.h"
#include "analysis/Compatibility.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace retrylint {

static bool isTransparent(const clang::DeclContext &DC) {
  if (const auto *Enum = llvm::dyn_cast<clang::EnumDecl>(&DC))
    return !Enum->isScoped();
  const auto *NS = llvm::dyn_cast<clang::NamespaceDecl>(&DC);
  return !NS ? !llvm::isa<clang::RecordDecl>(DC)
             : NS->isInline() || NS->isAnonymousNamespace();
}

std::string qualifiedName(const clang::NamedDecl &D) {
  std::string Name = D.getNameAsString();
  if (auto Angle = Name.find('<');
      Angle != std::string::npos && Name.rfind("operator", 0) != 0)
    Name.resize(Angle);
  for (const clang::DeclContext *DC = D.getDeclContext(); DC;
       DC = DC->getParent()) {
    if (isTransparent(*DC))
      continue;
    if (const auto *Outer = llvm::dyn_cast<clang::NamedDecl>(DC))
      Name = Outer->getNameAsString() + "::" + Name;
  }
  return Name;
}

llvm::SmallVector<std::string, 4> wordsOf(llvm::StringRef Name) {
  llvm::SmallVector<std::string, 4> Words;
  std::string Word;
  auto Flush = [&] {
    if (!Word.empty())
      Words.push_back(std::move(Word));
    Word.clear();
  };
  for (size_t I = 0; I < Name.size(); ++I) {
    char C = Name[I];
    if (!llvm::isAlnum(C)) {
      Flush();
      continue;
    }
    bool AfterLower =
        I && (llvm::isLower(Name[I - 1]) || llvm::isDigit(Name[I - 1]));
    bool EndsAcronym = I && llvm::isUpper(Name[I - 1]) && I + 1 < Name.size() &&
                       llvm::isLower(Name[I + 1]);
    if (llvm::isUpper(C) && (AfterLower || EndsAcronym))
      Flush();
    Word += llvm::toLower(C);
  }
  Flush();
  return Words;
}

std::string sourceText(const clang::Stmt &S, const clang::ASTContext &Ctx) {
  return clang::Lexer::getSourceText(
             clang::CharSourceRange::getTokenRange(S.getSourceRange()),
             Ctx.getSourceManager(), Ctx.getLangOpts())
      .str();
}

std::string writtenText(const clang::Stmt &S, const clang::ASTContext &Ctx) {
  const clang::SourceManager &SM = Ctx.getSourceManager();
  return clang::Lexer::getSourceText(SM.getExpansionRange(S.getSourceRange()),
                                     SM, Ctx.getLangOpts())
      .str();
}

bool speaksOfStopping(llvm::StringRef Name) {
  return llvm::any_of(wordsOf(Name), [](llvm::StringRef W) {
    return StringSwitch<bool>(W)
        .Cases({"stop", "stopped", "stopping", "quit", "exit", "exiting",
                "shutdown", "shutting", "running", "run"},
               true)
        .Cases({"alive", "cancel", "cancelled", "canceled", "abort", "aborted",
                "terminate", "terminated", "terminating", "halt"},
               true)
        .Cases({"closing", "interrupted", "keep", "kill", "killed", "draining"},
               true)
        .Default(false);
  });
}

bool speaksOfRetrying(llvm::StringRef Name) {
  return llvm::any_of(wordsOf(Name), [](llvm::StringRef W) {
    return StringSwitch<bool>(W)
        .Cases({"retry", "retryable", "retriable", "transient", "again",
                "temporary", "recoverable"},
               true)
        .Cases({"fatal", "permanent"}, true)
        .Default(false);
  });
}

} // namespace retrylint
