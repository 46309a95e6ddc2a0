// The pages of docs/checks, compiled in.
#ifndef RETRYLINT_TOOL_REPORT_PAGES_H
#define RETRYLINT_TOOL_REPORT_PAGES_H

#include "llvm/ADT/StringRef.h"

namespace retrylint {

struct Page {
  const char *Check; // without the prefix
  const char *Text;  // Markdown
};
extern const Page Pages[];
extern const unsigned PageCount;

/// The report as a Mustache template.
extern const char *const HtmlTemplate;

/// Empty if there is none. With or without the prefix.
llvm::StringRef pageOf(llvm::StringRef Check);

} // namespace retrylint

#endif
