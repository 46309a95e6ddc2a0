#include "tool/run/Board.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <sys/mman.h>

using namespace retrylint;

namespace {

constexpr uint64_t Nowhere = std::numeric_limits<uint64_t>::max();

/// All of it is zero. What is not used costs nothing.
void *share(size_t Bytes, int Protection) {
  void *At = mmap(nullptr, Bytes, Protection,
                  MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return At == MAP_FAILED ? nullptr : At;
}

} // namespace

struct Board::Index {
  struct Entry {
    std::atomic<uint64_t> Name;  // its hash; 0: free
    std::atomic<uint64_t> Place; // from 1; 0: nobody has written it
    uint64_t Size;
  };
  static constexpr size_t Most = 4096;
  Entry All[Most];
  std::atomic<uint64_t> Used;

  /// Null: there is none. \p Added: it was made now, if that is wanted.
  Entry *find(llvm::StringRef Name, bool *Added) {
    uint64_t Hash = std::max<uint64_t>(llvm::xxh3_64bits(Name), 1);
    for (size_t I = 0; I < Most; ++I) {
      Entry &E = All[(Hash + I) % Most];
      uint64_t There = E.Name;
      if (Added && !There && E.Name.compare_exchange_strong(There, Hash)) {
        *Added = true;
        return &E;
      }
      if (There == Hash)
        return &E;
      if (!There)
        break;
    }
    return nullptr;
  }
};

Board::Board(size_t Room) : Room(Room) {
  // A worker that runs wild does not hit what others read.
  Texts = static_cast<char *>(share(Room, PROT_READ));
  if (Texts)
    Shared = static_cast<Index *>(share(sizeof(Index), PROT_READ | PROT_WRITE));
}

Board::~Board() {
  if (Texts)
    munmap(Texts, Room);
  if (Shared)
    munmap(Shared, sizeof(Index));
}

std::optional<llvm::StringRef> Board::read(llvm::StringRef Name) const {
  Index::Entry *E = Shared ? Shared->find(Name, nullptr) : nullptr;
  uint64_t Place = E ? E->Place.load() : 0;
  if (!Place || Place == Nowhere)
    return std::nullopt;
  return llvm::StringRef(Texts + Place - 1, E->Size);
}

bool Board::claim(llvm::StringRef Name) {
  bool Added = false;
  Index::Entry *E = Shared ? Shared->find(Name, &Added) : nullptr;
  return !E || Added || E->Place == Nowhere;
}

std::optional<llvm::StringRef> Board::write(llvm::StringRef Name,
                                            llvm::StringRef Text) {
  Index::Entry *E = Shared ? Shared->find(Name, nullptr) : nullptr;
  if (!E)
    return std::nullopt;
  size_t Taken = llvm::alignTo(Text.size() + 1, Alignment);
  uint64_t Begin = Shared->Used.fetch_add(Taken);
  if (Begin + Taken > Room) {
    E->Place = Nowhere;
    return std::nullopt;
  }
  mprotect(Texts, Room, PROT_READ | PROT_WRITE);
  memcpy(Texts + Begin, Text.data(), Text.size());
  mprotect(Texts, Room, PROT_READ);
  E->Size = Text.size();
  E->Place = Begin + 1;
  return read(Name);
}
