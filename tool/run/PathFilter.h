// Which files are of interest: --include and --exclude.
#ifndef RETRYLINT_TOOL_RUN_PATHFILTER_H
#define RETRYLINT_TOOL_RUN_PATHFILTER_H

#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include <string>
#include <vector>

namespace retrylint {

class PathFilter {
public:
  /// The globs, which must outlive the filter.
  static llvm::Expected<PathFilter> create(llvm::ArrayRef<std::string> Include,
                                           llvm::ArrayRef<std::string> Exclude);

  /// \p Path is relative to the base. A glob fits if it matches the path or a
  /// folder above it; one without a slash, if it matches any part of it.
  bool wants(llvm::StringRef Path) const;

private:
  std::vector<llvm::GlobPattern> Include, Exclude; // none: everything
};

} // namespace retrylint

#endif
