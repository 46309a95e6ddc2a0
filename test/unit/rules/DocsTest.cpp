// The examples of the two references are read as they stand.
#include "TestFiles.h"
#include "rules/ApiModelLoader.h"
#include "llvm/ADT/StringExtras.h"

using namespace retrylint;

namespace {

/// The fenced blocks of a page that are in this language.
std::vector<std::string> blocksOf(llvm::StringRef Page,
                                  llvm::StringRef Language) {
  auto Buffer = llvm::MemoryBuffer::getFile(RETRYLINT_SOURCE_DIR "/" + Page);
  EXPECT_TRUE(!!Buffer) << Page.str();
  std::vector<std::string> Blocks;
  bool Inside = false, Wanted = false;
  for (llvm::StringRef Line : llvm::split((*Buffer)->getBuffer(), '\n')) {
    if (Line.consume_front("```")) {
      Wanted = !Inside && Line == Language;
      Inside = !Inside;
      if (Wanted)
        Blocks.emplace_back();
    } else if (Wanted) {
      Blocks.back() += Line.str() + "\n";
    }
  }
  return Blocks;
}

std::string errorOfExample(llvm::StringRef Text) {
  if (Text.contains("library:") && !Text.contains("apis:")) {
    ApiModels Models;
    llvm::Error E = readApiModels(Text, "example", Models);
    return E ? llvm::toString(std::move(E)) : "";
  }
  TestFiles Files;
  Files.add("/.retrylint.yaml", Text)
      .add("/retry/acme.yaml", "library: acme\n")
      .add("/retry/other.yaml", "library: other\n");
  return errorOf(loadPolicy("/f.cpp", Files.FS));
}

TEST(Docs, ExamplesAreValid) {
  for (const char *Page : {"docs/policy.md", "docs/api-models.md"}) {
    std::vector<std::string> Blocks = blocksOf(Page, "yaml");
    EXPECT_GE(Blocks.size(), 2u) << Page;
    for (const std::string &Block : Blocks)
      // The line that names the schema is no file by itself.
      if (llvm::StringRef(Block).trim().contains('\n')) {
        EXPECT_EQ(errorOfExample(Block), "") << Page << "\n" << Block;
      }
  }
}

TEST(Docs, ErrorsAreTheTrueOnes) {
  std::string Shown = llvm::join(blocksOf("docs/policy.md", ""), "");
  for (const char *Text :
       {"extends: default\nbackof: {base: 1s}\n", "\nbackoff:\n  base: -1s\n",
        "limits:\n  attempts:\n    event:\n      default: 3\n      min: 4\n"
        "      max: 3\n"}) {
    std::string Line = "retrylint: error: .retrylint.yaml:" + errorIn(Text);
    EXPECT_NE(Shown.find(Line + "\n"), std::string::npos) << Line;
  }
}

} // namespace
