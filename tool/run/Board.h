// What one worker has made and all may use: texts under names, in memory that
// the processes share.
#ifndef RETRYLINT_TOOL_RUN_BOARD_H
#define RETRYLINT_TOOL_RUN_BOARD_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace retrylint {

/// To be made before the workers are. Nothing is ever taken off it.
class Board {
public:
  /// Of each text, as for any object. A zero comes behind it.
  static constexpr size_t Alignment = 16;

  /// \p Room: for all texts, in bytes.
  explicit Board(size_t Room = size_t(256) << 20);
  ~Board();
  Board(const Board &) = delete;

  /// What somebody has written there; it stays.
  std::optional<llvm::StringRef> read(llvm::StringRef Name) const;
  /// Whether the caller is to write it. Everybody else is told no, even if the
  /// caller dies: who tries the same may die, too.
  bool claim(llvm::StringRef Name);
  /// Gives what is there now. If there is no room, nothing is, and everybody
  /// may claim it.
  std::optional<llvm::StringRef> write(llvm::StringRef Name,
                                       llvm::StringRef Text);

private:
  struct Index;
  size_t Room;
  Index *Shared = nullptr; // null: no memory can be shared
  char *Texts = nullptr;
};

} // namespace retrylint

#endif
