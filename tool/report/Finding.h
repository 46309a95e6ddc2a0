// What a check found, free of the compiler: what is collected from every
// translation unit, kept in the cache and shown in every format.
#ifndef RETRYLINT_TOOL_REPORT_FINDING_H
#define RETRYLINT_TOOL_REPORT_FINDING_H

#include "rules/Policy.h"
#include <optional>
#include <string>
#include <vector>

namespace retrylint {

/// A stretch of a file; lines and columns count bytes from 1, the end is behind
/// the last one.
struct Span {
  std::string File; // absolute; empty: nowhere
  unsigned Offset = 0, Length = 0;
  unsigned Line = 0, Column = 0, EndLine = 0, EndColumn = 0;
};

/// So many bytes are replaced by a text.
struct Edit {
  std::string File;
  unsigned Offset = 0, Length = 0;
  std::string Text;
};

/// Something said about a place.
struct Remark {
  std::string Text;
  Span At;                 // the place itself: its length is 0
  std::vector<Span> Marks; // what is underlined
};

/// A comment in the source silences it, or an approval in the policy.
struct Suppression {
  std::string Justification; // empty: none was given
  bool Approved = false;
};

struct Finding {
  std::string Check; // with the prefix
  Gate TheGate = Gate::Merge;
  std::vector<std::string> Rules; // ids of the policy: "B1"
  Remark What;
  std::vector<Remark> Notes;
  std::vector<Edit> Fix; // empty: none is offered
  std::string Function;  // qualified; empty: outside of any
  std::optional<Suppression> Suppressed;
  /// The same as long as the check, the file, the function and the text of the
  /// line are: other lines may come and go. Set when it is collected.
  std::string Fingerprint;

  /// Where it is, as far as it is underlined.
  const Span &extent() const {
    return What.Marks.empty() ? What.At : What.Marks.front();
  }
};

llvm::StringRef gateName(Gate G);

} // namespace retrylint

#endif
