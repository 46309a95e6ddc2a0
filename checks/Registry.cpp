#include "checks/Registry.h"

namespace retrylint {

llvm::ArrayRef<CheckInfo> allChecks() {
  static constexpr CheckInfo Checks[] = {
#define RETRY_CHECK(Class, Name, Summary) {Name, Summary},
#include "checks/Checks.def"
#undef RETRY_CHECK
  };
  return Checks;
}

} // namespace retrylint
