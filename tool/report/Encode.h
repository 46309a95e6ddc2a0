// Text that comes from sources, made fit for other formats.
#ifndef RETRYLINT_TOOL_REPORT_ENCODE_H
#define RETRYLINT_TOOL_REPORT_ENCODE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace retrylint {

/// Bytes that are no UTF-8 become U+FFFD.
std::string utf8(llvm::StringRef Text);
/// For XML and HTML, in text and in quotes; what they cannot hold is dropped.
std::string escapeXml(llvm::StringRef Text);
/// A relative or absolute path as a URI reference.
std::string pathToUri(llvm::StringRef Path);
/// How many characters so many bytes are.
unsigned characters(llvm::StringRef Bytes);

} // namespace retrylint

#endif
