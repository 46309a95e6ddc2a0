// Watches what a unit includes, and whether headers that were parsed without it
// are what it would have got.
#ifndef RETRYLINT_TOOL_RUN_INCLUDEWATCH_H
#define RETRYLINT_TOOL_RUN_INCLUDEWATCH_H

#include "tool/run/SharedHeaders.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include <set>

namespace retrylint {

/// Outlives the unit's preprocessor.
struct IncludeReport {
  std::set<std::string> SystemHeaders; // that the user's code includes
  /// The unit would not be the same without the shared headers: a macro that it
  /// defined before would have changed them, or it has seen one of a header
  /// that it has not included.
  bool Differs = false;
};

class IncludeWatch : public clang::PPCallbacks {
public:
  /// \p Shared: null if the unit starts with nothing.
  IncludeWatch(clang::Preprocessor &Unit, const ParsedHeaders *Shared,
               IncludeReport &Report)
      : Unit(Unit), Files(Unit.getSourceManager()), Shared(Shared),
        Report(Report) {}

  void InclusionDirective(clang::SourceLocation At, const clang::Token &,
                          llvm::StringRef Name, bool, clang::CharSourceRange,
                          clang::OptionalFileEntryRef File, llvm::StringRef,
                          llvm::StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind Kind) override;
  void FileSkipped(const clang::FileEntryRef &File, const clang::Token &,
                   clang::SrcMgr::CharacteristicKind) override;
  void FileChanged(clang::SourceLocation At, FileChangeReason Reason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override;

  void MacroDefined(const clang::Token &Name,
                    const clang::MacroDirective *) override {
    changed(Name);
  }
  void MacroUndefined(const clang::Token &Name, const clang::MacroDefinition &,
                      const clang::MacroDirective *) override {
    changed(Name);
  }

  void MacroExpands(const clang::Token &Name, const clang::MacroDefinition &M,
                    clang::SourceRange, const clang::MacroArgs *) override {
    asked(Name.getLocation(), M);
  }
  void Ifdef(clang::SourceLocation, const clang::Token &Name,
             const clang::MacroDefinition &M) override {
    asked(Name.getLocation(), M);
  }
  void Ifndef(clang::SourceLocation, const clang::Token &Name,
              const clang::MacroDefinition &M) override {
    asked(Name.getLocation(), M);
  }
  void Elifdef(clang::SourceLocation, const clang::Token &Name,
               const clang::MacroDefinition &M) override {
    asked(Name.getLocation(), M);
  }
  void Elifndef(clang::SourceLocation, const clang::Token &Name,
                const clang::MacroDefinition &M) override {
    asked(Name.getLocation(), M);
  }
  void Defined(const clang::Token &Name, const clang::MacroDefinition &M,
               clang::SourceRange) override {
    asked(Name.getLocation(), M);
  }

private:
  void changed(const clang::Token &Macro);
  void asked(clang::SourceLocation At, const clang::MacroDefinition &Macro);
  bool mayKnow(clang::SourceLocation Definition) const;
  void show(FileId File);

  clang::Preprocessor &Unit;
  const clang::SourceManager &Files;
  const ParsedHeaders *Shared;
  IncludeReport &Report;
  bool Changed = false;
  std::set<FileId> Shown; // of the shared, what the unit itself has included
};

} // namespace retrylint

#endif
