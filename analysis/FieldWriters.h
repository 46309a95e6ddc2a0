// What a member is given, where everybody who can write to it is in sight.
#ifndef RETRYLINT_ANALYSIS_FIELDWRITERS_H
#define RETRYLINT_ANALYSIS_FIELDWRITERS_H

#include "analysis/ApiIndex.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include <optional>
#include <vector>

namespace retrylint {

struct FieldWrite {
  const clang::Expr *What = nullptr;
  const clang::FunctionDecl *In = nullptr; // null: where it is declared
};

/// Everything that the unit writes into the member: what is assigned, what
/// calls on it are given. Nothing if other units may write to it: they know its
/// class, or an unknown function is given the member.
std::optional<std::vector<FieldWrite>>
writtenTo(const clang::FieldDecl &F, ApiIndex &Apis, clang::ASTContext &Ctx);

} // namespace retrylint

#endif
