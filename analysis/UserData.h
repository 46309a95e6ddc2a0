// What a program keeps in an object of a library: handle->data.
#ifndef RETRYLINT_ANALYSIS_USERDATA_H
#define RETRYLINT_ANALYSIS_USERDATA_H

#include "analysis/Memory.h"

namespace retrylint {

struct CallParts;

/// A library that changes its object leaves alone what the program has stored
/// there for its callbacks: put back what was there before the call.
class UserData {
public:
  UserData(const Memory &Mem, LocationId Object, const CallParts &C,
           const Pool &P);
  void putBack(Memory &Mem, const Pool &P) const;

private:
  llvm::SmallVector<std::pair<LocationId, Value>, 2> Kept;
};

} // namespace retrylint

#endif
