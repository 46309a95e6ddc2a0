#include "tool/run/Beginning.h"
#include "analysis/Compatibility.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace retrylint;

namespace {

class Reader {
public:
  Reader(llvm::StringRef File, const LangOptions &Language)
      : File(File), Lex(SourceLocation(), Language, File.begin(), File.begin(),
                        File.end()) {
    Lex.LexFromRawLexer(Next);
  }

  bool atDirective() const {
    return Next.is(tok::hash) && Next.isAtStartOfLine();
  }
  /// Up to the end of the line; gives its name.
  llvm::StringRef directive() {
    const unsigned Begin = place();
    llvm::StringRef Name;
    unsigned End = Begin;
    do {
      End = place() + Next.getLength();
      if (Name.empty() && Next.is(tok::raw_identifier))
        Name = Next.getRawIdentifier();
      Lex.LexFromRawLexer(Next);
    } while (!Next.isAtStartOfLine() && Next.isNot(tok::eof));
    Text += File.slice(Begin, End).str() + "\n";
    return Name;
  }
  /// Of what comes next.
  unsigned place() const {
    return Lex.getBufferLocation() - File.begin() - Next.getLength();
  }
  std::string Text;

private:
  llvm::StringRef File;
  Lexer Lex;
  Token Next;
};

enum class Kind { Include, Opens, Closes, Plain, Other };

Kind kindOf(llvm::StringRef Directive) {
  return retrylint::StringSwitch<Kind>(Directive)
      .Case("include", Kind::Include)
      .Cases({"if", "ifdef", "ifndef"}, Kind::Opens)
      .Case("endif", Kind::Closes)
      .Cases({"else", "elif", "define", "undef"}, Kind::Plain)
      .Default(Kind::Other);
}

} // namespace

std::optional<Beginning> Beginning::of(llvm::StringRef File,
                                       const LangOptions &Language) {
  Reader Read(File, Language);
  int Open = 0;
  bool Includes = false;
  while (Read.atDirective()) {
    Kind Is = kindOf(Read.directive());
    Open += (Is == Kind::Opens) - (Is == Kind::Closes);
    Includes |= Is == Kind::Include;
    if (Is == Kind::Other || Open < 0)
      return std::nullopt;
    if (Includes && Open == 0)
      return Beginning{std::move(Read.Text), Read.place()};
  }
  return std::nullopt;
}
