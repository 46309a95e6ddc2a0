// Which retrylint this is.
#ifndef RETRYLINT_TOOL_REPORT_VERSION_H
#define RETRYLINT_TOOL_REPORT_VERSION_H

namespace retrylint {

extern const char *const ToolVersion; // "0.1.0"

} // namespace retrylint

#endif
