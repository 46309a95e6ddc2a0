#include "rules/Yaml.h"
#include "TestFiles.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace retrylint;

namespace {

std::string parseError(llvm::StringRef Text) {
  std::string Error = errorOf(yaml::parse(Text, "f"));
  EXPECT_EQ(Error.find('\n'), std::string::npos) << Error;
  return Error;
}

TEST(Yaml, BuildsATreeWithMarks) {
  auto Root = yaml::parse("a: 1\nb:\n  - \"x\"\n  - {c: ~}\n", "f");
  ASSERT_TRUE(!!Root) << llvm::toString(Root.takeError());
  EXPECT_EQ(Root->Is, yaml::Node::Map);
  EXPECT_EQ(Root->find("a")->Text, "1");
  EXPECT_FALSE(Root->find("a")->Quoted);
  const yaml::Node *B = Root->find("b");
  ASSERT_EQ(B->Is, yaml::Node::List);
  ASSERT_EQ(B->Values.size(), 2u);
  EXPECT_TRUE(B->Values[0].Quoted);
  EXPECT_EQ(B->Values[0].At.Line, 3u);
  EXPECT_EQ(B->Values[0].At.Column, 5u);
  EXPECT_EQ(B->Values[1].find("c")->Is, yaml::Node::Null);
  EXPECT_EQ(Root->find("d"), nullptr);
}

TEST(Yaml, AcceptsWindowsLinesAndByteOrderMark) {
  auto Root = yaml::parse("\xEF\xBB\xBF"
                          "a: b\r\nc: d\r\n",
                          "f");
  ASSERT_TRUE(!!Root) << llvm::toString(Root.takeError());
  EXPECT_EQ(Root->find("c")->Text, "d");
}

TEST(Yaml, AcceptsTabsBetweenWordsAndUnicode) {
  auto Root = yaml::parse("a: b\t# c\nd: \"\xC3\xA4\"\n", "f");
  ASSERT_TRUE(!!Root) << llvm::toString(Root.takeError());
  EXPECT_EQ(Root->find("d")->Text, "\xC3\xA4");
}

TEST(Yaml, RejectsEmptyFiles) {
  EXPECT_EQ(parseError(""), "f:1:1: is empty, expected a map of settings");
  EXPECT_EQ(parseError("# only a comment\n"),
            "f:1:1: is empty, expected a map of settings");
}

TEST(Yaml, RejectsRootsThatAreNoMaps) {
  EXPECT_EQ(parseError("- a\n"),
            "f:1:1: expected a map of settings, 'key: value'");
  EXPECT_EQ(parseError("\nword\n"),
            "f:2:1: expected a map of settings, 'key: value'");
}

TEST(Yaml, RejectsASecondDocument) {
  EXPECT_EQ(parseError("a: 1\n---\nb: 2\n"),
            "f:3:1: a second document, expected one document per file");
}

TEST(Yaml, RejectsDuplicateKeys) {
  EXPECT_EQ(parseError("a: 1\nb: 2\na: 3\n"),
            "f:3:1: duplicate key 'a', expected every key once");
  EXPECT_EQ(parseError("a: {b: 1, \"b\": 2}\n"),
            "f:1:11: duplicate key 'b', expected every key once");
}

TEST(Yaml, RejectsKeysThatAreNoWords) {
  EXPECT_EQ(parseError("? [a]\n: b\n"), "f:1:3: a key must be a plain word");
  EXPECT_EQ(parseError("~: b\n"), "f:1:1: a key must be a plain word");
}

TEST(Yaml, RejectsTabsInTheIndentation) {
  EXPECT_EQ(parseError("a:\n\tb: 1\n"),
            "f:2:1: tab in the indentation, expected spaces");
  EXPECT_EQ(parseError("a:\n  \tb: 1\n"),
            "f:2:3: tab in the indentation, expected spaces");
}

TEST(Yaml, RejectsWhatIsNoText) {
  EXPECT_EQ(parseError("a: \xFF\n"),
            "f:1:4: not UTF-8, expected a text file in UTF-8");
  EXPECT_EQ(parseError("a: \xC3"),
            "f:1:4: not UTF-8, expected a text file in UTF-8");
  EXPECT_EQ(parseError(llvm::StringRef("a: \0b\n", 6)),
            "f:1:4: control character, expected plain text");
  EXPECT_EQ(parseError("a: b\rc: d"),
            "f:1:5: control character, expected plain text");
  EXPECT_EQ(parseError(llvm::StringRef("\xFF\xFE"
                                       "a\0",
                                       4)),
            "f:1:1: not UTF-8, expected a text file in UTF-8");
}

TEST(Yaml, CountsCharactersNotBytes) {
  EXPECT_EQ(parseError("\xC3\xA4: \x01\n"),
            "f:1:4: control character, expected plain text");
}

TEST(Yaml, RejectsAnchorsAliasesAndTags) {
  EXPECT_EQ(parseError("a: &x 1\n"),
            "f:1:4: anchors are not supported, write the value out");
  EXPECT_EQ(parseError("a: *x\n"),
            "f:1:4: not valid YAML: the referenced anchor is not defined");
  EXPECT_EQ(parseError("a: !!int 1\n"),
            "f:1:4: tags are not supported, remove 'tag:yaml.org,2002:int'");
}

TEST(Yaml, RejectsAliasBombs) {
  std::string Text = "a: &a [x, x]\n";
  for (char C = 'b'; C <= 'z'; ++C)
    Text += std::string(1, C) + ": &" + C + " [*" + char(C - 1) + ", *" +
            char(C - 1) + "]\n";
  EXPECT_EQ(parseError(Text),
            "f:1:4: anchors are not supported, write the value out");
}

TEST(Yaml, RejectsDeepNesting) {
  auto Nested = [](unsigned Lists) {
    return "a: " + std::string(Lists, '[') + std::string(Lists, ']') + "\n";
  };
  EXPECT_EQ(parseError(Nested(yaml::MaxDepth - 1)), "");
  EXPECT_EQ(parseError(Nested(yaml::MaxDepth)),
            "f:1:35: nested too deeply, expected at most 32 levels");

  std::string Block;
  for (unsigned I = 0; I < 1000; ++I)
    Block += std::string(I, ' ') + "a:\n";
  EXPECT_EQ(parseError(Block),
            "f:33:33: nested too deeply, expected at most 32 levels");
}

TEST(Yaml, SurvivesUnfinishedNesting) {
  for (const char *Piece : {"[", "{", "[{", "{a: ", "- ", "? ", "a: [", "!"}) {
    std::string Text = "a: ";
    while (Text.size() + 8 < yaml::MaxFileSize)
      Text += Piece;
    EXPECT_NE(parseError(Text), "") << Piece;
  }
}

TEST(Yaml, RejectsLongLists) {
  std::string Text = "a: [";
  for (size_t I = 0; I <= yaml::MaxListSize; ++I)
    Text += "1,";
  EXPECT_EQ(parseError(Text + "]\n"),
            "f:1:8197: list too long, expected at most 4096 items");
}

TEST(Yaml, RejectsLongTexts) {
  EXPECT_EQ(parseError("a: " + std::string(yaml::MaxFileSize, 'x')),
            "f:1:1: is too large, expected at most 1 MiB");
}

TEST(Yaml, PassesOnWhatTheParserSays) {
  EXPECT_EQ(parseError("a: ]\n"), "f:1:4: not valid YAML: illegal flow end");
  EXPECT_EQ(parseError("a: 1\n b: 2\n").substr(0, 21), "f:2:3: not valid YAML");
}

TEST(Yaml, QuotesOnOneLine) {
  EXPECT_EQ(yaml::quote("a\nb\x01"), "'a?b?'");
  EXPECT_EQ(yaml::quote(std::string(100, 'x')),
            "'" + std::string(60, 'x') + "...'");
}

class FilesOnDisk : public testing::Test {
protected:
  llvm::SmallString<128> Folder;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS =
      llvm::vfs::getRealFileSystem();

  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("rules", Folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Folder); }
  std::string path(llvm::StringRef Name) const {
    return (Folder + "/" + Name).str();
  }
};

TEST_F(FilesOnDisk, RejectsLargeFilesUnread) {
  std::string Path = path("large.yaml");
  int File;
  ASSERT_FALSE(llvm::sys::fs::openFileForWrite(Path, File));
  llvm::raw_fd_ostream Out(File, /*shouldClose=*/true);
  std::string Line(1 << 20, 'x');
  for (int I = 0; I < 100; ++I)
    Out << Line;
  Out.close();
  EXPECT_EQ(errorOf(loadPolicyFile(Path, *FS)),
            Path + ":1:1: is too large, expected at most 1 MiB");
}

TEST_F(FilesOnDisk, RejectsDirectories) {
  EXPECT_EQ(errorOf(loadPolicyFile(Folder, *FS)),
            (Folder + ":1:1: is a directory, expected a YAML file").str());
}

TEST_F(FilesOnDisk, RejectsDevices) {
  EXPECT_EQ(errorOf(loadPolicyFile("/dev/zero", *FS)),
            "/dev/zero:1:1: is not a regular file, expected a YAML file");
}

TEST_F(FilesOnDisk, RejectsMissingFiles) {
  std::string Path = path("none.yaml");
  EXPECT_EQ(errorOf(loadPolicyFile(Path, *FS)),
            Path + ":1:1: cannot read the file: No such file or directory");
}

TEST_F(FilesOnDisk, SeesCyclesThroughLinks) {
  std::string A = path("a.yaml"), B = path("b.yaml");
  int File;
  ASSERT_FALSE(llvm::sys::fs::openFileForWrite(A, File));
  llvm::raw_fd_ostream(File, /*shouldClose=*/true) << "extends: b.yaml\n";
  ASSERT_FALSE(llvm::sys::fs::create_link(A, B));
  EXPECT_EQ(errorOf(loadPolicyFile(A, *FS)),
            A + ":1:10: cyclic 'extends': '" + B + "' leads back to itself");
}

} // namespace
