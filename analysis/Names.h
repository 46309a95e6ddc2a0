// Names as the API models write them, and the words in them.
#ifndef RETRYLINT_ANALYSIS_NAMES_H
#define RETRYLINT_ANALYSIS_NAMES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace retrylint {

/// "httplib::Client::Post": no template arguments, no inline or anonymous
/// namespaces.
std::string qualifiedName(const clang::NamedDecl &D);

/// "sendHTTPRequest_v2" -> send, http, request, v2.
llvm::SmallVector<std::string, 4> wordsOf(llvm::StringRef Name);

/// `running`, `stop_requested`: whether somebody wants to go on.
bool speaksOfStopping(llvm::StringRef Name);
/// `isRetriable`, `fatal`: whether another attempt may help.
bool speaksOfRetrying(llvm::StringRef Name);

/// The statement as it stands in the source.
/// As it stands in the file, where a macro is not expanded.
std::string writtenText(const clang::Stmt &S, const clang::ASTContext &Ctx);
std::string sourceText(const clang::Stmt &S, const clang::ASTContext &Ctx);

} // namespace retrylint

#endif
