// The clang-tidy module: registers every check of Checks.def.
#include "analysis/Compatibility.h"
#include "checks/ConfigCheck.h"
#include "checks/DegradedAuthCheck.h"
#include "checks/ExcessiveAttemptsCheck.h"
#include "checks/FixedIntervalCheck.h"
#include "checks/Host.h"
#include "checks/IdempotencyKeyCheck.h"
#include "checks/IgnoredCancellationCheck.h"
#include "checks/IgnoredRetryAfterCheck.h"
#include "checks/ImmediateCheck.h"
#include "checks/MissingBudgetCheck.h"
#include "checks/MissingCapCheck.h"
#include "checks/MissingDeadLetterCheck.h"
#include "checks/MissingDeadlineCheck.h"
#include "checks/MissingJitterCheck.h"
#include "checks/NestedCheck.h"
#include "checks/NonIdempotentCheck.h"
#include "checks/PermanentErrorCheck.h"
#include "checks/SensitiveLogCheck.h"
#include "checks/SilentCheck.h"
#include "checks/SleepAfterLastAttemptCheck.h"
#include "checks/SleepPastDeadlineCheck.h"
#include "checks/StaleStateCheck.h"
#include "checks/StuckCounterCheck.h"
#include "checks/SwallowedExhaustionCheck.h"
#include "checks/TlsErrorCheck.h"
#include "checks/UnboundedCheck.h"
#include "checks/UnclassifiedErrorCheck.h"
#include "checks/WeakJitterCheck.h"
#include "llvm/Support/WithColor.h"

namespace retrylint {
namespace {

class RetryTidyModule : public clang::tidy::ClangTidyModule {
public:
  void
  addCheckFactories(clang::tidy::ClangTidyCheckFactories &Factories) override {
    if (std::string Error = hostMismatch(); !Error.empty()) {
      llvm::WithColor::error(llvm::errs(), "retrylint")
          << Error << "; no check is registered\n";
      return;
    }
#define RETRY_CHECK(Class, Name, Summary)                                      \
  Factories.registerCheck<Class>("retry-" Name);
#include "checks/Checks.def"
#undef RETRY_CHECK
  }
};

clang::tidy::ClangTidyModuleRegistry::Add<RetryTidyModule>
    X("retry-module", "Finds faulty retry logic.");

} // namespace
} // namespace retrylint
