// Text to tree: the only file of the project that knows yaml-cpp is Yaml.cpp.
#ifndef RETRYLINT_RULES_YAML_H
#define RETRYLINT_RULES_YAML_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <string>
#include <vector>

namespace retrylint::yaml {

inline constexpr size_t MaxFileSize = 1 << 20;
inline constexpr unsigned MaxDepth = 32;
inline constexpr size_t MaxListSize = 4096;

/// A position in a file, counted from 1.
struct Mark {
  unsigned Line = 1, Column = 1;
};

struct Node {
  enum Kind { Null, Scalar, List, Map } Is = Null;
  Mark At;
  std::string Text;       // of a scalar
  bool Quoted = false;    // a quoted scalar is a string, whatever it looks like
  std::vector<Node> Keys; // of a map: scalars, all different
  std::vector<Node> Values; // of a map (parallel to Keys) or a list

  const Node *find(llvm::StringRef Key) const;
};

/// "FILE:LINE:COL: MESSAGE", always on one line.
llvm::Error error(llvm::StringRef File, Mark At, const llvm::Twine &Message);

/// On one line, as it could be written: "[a, b]".
std::string flow(const Node &N);

/// `Text` in quotes, shortened, and with nothing that breaks a line.
std::string quote(llvm::StringRef Text);

/// Reads a regular file of at most MaxFileSize bytes.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readFile(llvm::StringRef File, llvm::vfs::FileSystem &FS);

/// Parses one document whose root is a map. Rejects what a configuration file
/// has no need for: anchors, aliases, tags, tabs, several documents, duplicate
/// keys, deep nesting, very long lists. `File` is only named in errors.
llvm::Expected<Node> parse(llvm::StringRef Text, llvm::StringRef File);

} // namespace retrylint::yaml

#endif
