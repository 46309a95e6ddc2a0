// What holds for every translation unit of a run.
#ifndef RETRYLINT_TOOL_RUN_SETTINGS_H
#define RETRYLINT_TOOL_RUN_SETTINGS_H

#include <string>
#include <vector>

namespace retrylint {

struct Settings {
  std::vector<std::string> Checks; // full names
  std::string PolicyFile;          // absolute; empty: search from each file
  std::string Gates;               // empty: as the policy says
  std::string ResourceDir;
  bool Pedantic = false;
  bool Skip = true; // what provably does not matter is not parsed
};

} // namespace retrylint

#endif
