// Whether this code runs in the clang that it was built for.
#ifndef RETRYLINT_CHECKS_HOST_H
#define RETRYLINT_CHECKS_HOST_H

#include <string>

namespace retrylint {

/// Empty, or what is wrong: code for another clang would misread its data
/// structures.
std::string hostMismatch();

} // namespace retrylint

#endif
