#include "tool/run/PathFilter.h"
#include "rules/Fields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace retrylint;

static Error read(ArrayRef<std::string> Globs, std::vector<GlobPattern> &Out) {
  for (const std::string &Text : Globs) {
    StringRef Glob = StringRef(Text).rtrim('/');
    Glob.consume_front("./");
    Expected<GlobPattern> Pattern =
        GlobPattern::create(Glob, MaxGlobAlternatives);
    if (!Pattern)
      return createStringError("'" + Text +
                               "': " + toString(Pattern.takeError()));
    Out.push_back(std::move(*Pattern));
  }
  return Error::success();
}

Expected<PathFilter> PathFilter::create(ArrayRef<std::string> Include,
                                        ArrayRef<std::string> Exclude) {
  PathFilter Filter;
  if (Error E = read(Include, Filter.Include))
    return std::move(E);
  if (Error E = read(Exclude, Filter.Exclude))
    return std::move(E);
  return Filter;
}

static bool fits(StringRef Path, ArrayRef<GlobPattern> Globs) {
  return any_of(Globs, [&](const GlobPattern &Glob) {
    for (StringRef Part = Path; !Part.empty();
         Part = sys::path::parent_path(Part)) {
      if (Glob.match(Part) || Glob.match(sys::path::filename(Part)))
        return true;
      if (Part == "/")
        break;
    }
    return false;
  });
}

bool PathFilter::wants(StringRef Path) const {
  return (Include.empty() || fits(Path, Include)) && !fits(Path, Exclude);
}
