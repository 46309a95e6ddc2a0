#include "checks/IdempotencyKeyCheck.h"
#include "llvm/ADT/STLExtras.h"

namespace retrylint {

static llvm::StringRef message(KeyUse Use) {
  switch (Use) {
  case KeyUse::Right:
    break;
  case KeyUse::New:
    return "makes a new %0 for each attempt at '%1', so the server takes every "
           "retry for another operation; make the key once, before the loop";
  case KeyUse::Timed:
    return "puts the time of each attempt at '%1' into the %0, so the server "
           "takes every retry for another operation; make the key once, before "
           "the loop";
  case KeyUse::Counted:
    return "puts a number that changes with each attempt at '%1' into the %0, "
           "so the server takes every retry for another operation; make the "
           "key once, before the loop";
  case KeyUse::Constant:
    return "sends the same %0 with every operation, so the server answers a "
           "second '%1' with the result of the first; make a key for each "
           "operation, before the loop";
  case KeyUse::TooLong:
    return "sends an %0 of more than %2 characters with '%1', which servers "
           "reject or cut; a UUID has 36";
  }
  return {};
}

void IdempotencyKeyCheck::judge(const RetryLoop &Loop, const Policy &P) {
  if (!sure(Loop.Key.Sure))
    return;
  // A method that may be repeated needs no key.
  if (Loop.Method.known() &&
      llvm::is_contained(P.Idempotency.SafeMethods, Loop.Method.Is))
    return;
  clang::DiagnosticBuilder Finding =
      report(Loop, Loop.Key.Where, message(Loop.Key.Is));
  Finding << P.Idempotency.Header << Loop.Operation;
  if (Loop.Key.Is == KeyUse::TooLong)
    Finding << P.Idempotency.MaxKeyLength;
  Finding << Loop.Key.Where;
  if (Loop.Key.Is == KeyUse::New)
    offer(Finding, Loop, moveKey(Loop));
}

} // namespace retrylint
