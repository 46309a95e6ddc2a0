// What was found before, for units that nothing has changed for.
#ifndef RETRYLINT_TOOL_RUN_CACHE_H
#define RETRYLINT_TOOL_RUN_CACHE_H

#include "tool/run/Dependencies.h"
#include "tool/run/Unit.h"

namespace retrylint {

/// The folder of --cache-dir, or the user's.
std::string cacheDirectory(llvm::StringRef Given);

/// One file for each unit and way to analyse it. Several programs may use it at
/// the same time; an entry that cannot be read is as good as none.
class Cache {
public:
  Cache(std::string Dir, const Settings &S);

  /// Nothing if anything it depends on has changed.
  std::optional<UnitResult> find(const Unit &U);
  /// \p Answer is what packAnswer gave.
  void store(const Unit &U, llvm::StringRef Answer);
  /// Keeps the whole folder within bounds; to be called at the end.
  void prune() const;

private:
  std::string entryOf(const Unit &U) const;

  std::string Dir;
  std::string Identity; // of the program and the settings
  Freshness Now;
};

} // namespace retrylint

#endif
