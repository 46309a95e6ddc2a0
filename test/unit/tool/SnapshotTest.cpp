// What a file was when a run first asked for it is what it is to the end.
#include "tool/run/Snapshot.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace retrylint;

namespace {

/// A disk that changes, and counts how often it is asked.
class Disk : public vfs::ProxyFileSystem {
public:
  Disk() : ProxyFileSystem(makeIntrusiveRefCnt<vfs::InMemoryFileSystem>()) {}
  void write(StringRef Path, StringRef Text) {
    static_cast<vfs::InMemoryFileSystem &>(getUnderlyingFS())
        .addFile(Path, 0, MemoryBuffer::getMemBufferCopy(Text));
  }
  ErrorOr<vfs::Status> status(const Twine &Path) override {
    ++Asked;
    return ProxyFileSystem::status(Path);
  }
  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    ++Asked;
    return ProxyFileSystem::openFileForRead(Path);
  }
  unsigned Asked = 0;
};

struct SnapshotTest : testing::Test {
  /// As each unit has it: with a working directory of its own.
  IntrusiveRefCntPtr<vfs::FileSystem> unit() {
    return makeIntrusiveRefCnt<SnapshotFileSystem>(Real, Known);
  }
  std::string read(vfs::FileSystem &FS, const Twine &Path) {
    auto Buffer = FS.getBufferForFile(Path);
    return Buffer ? (*Buffer)->getBuffer().str() : Buffer.getError().message();
  }
  Snapshot Known;
  IntrusiveRefCntPtr<Disk> Real = makeIntrusiveRefCnt<Disk>();
};

TEST_F(SnapshotTest, KeepsWhatIsReadAgain) {
  Real->write("/a/b.h", "text");
  for (int I = 0; I < 2; ++I)
    EXPECT_EQ(read(*unit(), "/a/b.h"), "text");
  unsigned Before = Real->Asked;
  for (int I = 0; I < 3; ++I)
    EXPECT_EQ(read(*unit(), "/a/b.h"), "text");
  EXPECT_EQ(Real->Asked, Before);
}

TEST_F(SnapshotTest, RemembersWhatIsNotThere) {
  EXPECT_FALSE(unit()->exists("/a/c.h"));
  EXPECT_FALSE(unit()->openFileForRead("/a/d.h"));
  Real->write("/a/c.h", "late");
  Real->write("/a/d.h", "late");
  EXPECT_FALSE(unit()->openFileForRead("/a/c.h"));
  EXPECT_FALSE(unit()->status("/a/d.h"));
}

TEST_F(SnapshotTest, KnowsAFileByEveryNameItIsAskedBy) {
  Real->write("/a/b.h", "text");
  auto Unit = unit();
  ASSERT_FALSE(Unit->setCurrentWorkingDirectory("/a"));
  for (int I = 0; I < 3; ++I) {
    EXPECT_EQ(read(*Unit, "b.h"), "text");
    auto Status = Unit->status("b.h");
    ASSERT_TRUE(Status);
    EXPECT_EQ(Status->getName(), "b.h");
    auto Open = Unit->openFileForRead("b.h");
    ASSERT_TRUE(Open);
    EXPECT_EQ((*Open)->status()->getName(), "b.h");
    EXPECT_EQ((*Open)->status()->getSize(), 4u);
  }
}

TEST_F(SnapshotTest, TellsFilesOfTheSameNameApart) {
  Real->write("/a/x.h", "one");
  Real->write("/b/x.h", "two");
  for (int I = 0; I < 3; ++I)
    for (auto [Folder, Text] : {std::pair("/a", "one"), {"/b", "two"}}) {
      auto Unit = unit();
      ASSERT_FALSE(Unit->setCurrentWorkingDirectory(Folder));
      EXPECT_EQ(read(*Unit, "x.h"), Text);
    }
}

TEST_F(SnapshotTest, DoesNotChangeWithTheFile) {
  SmallString<128> Path;
  int Descriptor = -1;
  ASSERT_FALSE(sys::fs::createTemporaryFile("snapshot", "h", Descriptor, Path));
  FileRemover Remove(Path);
  std::string Text((1 << 20) + 7, 'x'); // would be mapped
  {
    raw_fd_ostream Out(Descriptor, /*shouldClose=*/true);
    Out << Text;
  }
  auto FS = makeIntrusiveRefCnt<SnapshotFileSystem>(
      vfs::createPhysicalFileSystem(), Known);
  for (int I = 0; I < 2; ++I)
    EXPECT_EQ(read(*FS, Path), Text);
  std::error_code Failed;
  raw_fd_ostream(Path, Failed) << "short";
  ASSERT_FALSE(Failed);
  EXPECT_EQ(read(*FS, Path), Text);
}

} // namespace
