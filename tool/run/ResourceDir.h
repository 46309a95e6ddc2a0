// Where clang's own headers (stddef.h and the like) are.
#ifndef RETRYLINT_TOOL_RESOURCEDIR_H
#define RETRYLINT_TOOL_RESOURCEDIR_H

#include <string>

namespace retrylint {

/// The resource directory of the clang this program was built with, or an empty
/// string if it is gone. clang looks for it relative to the running program,
/// which is right only for programs installed beside clang.
std::string findResourceDir();

} // namespace retrylint

#endif
