#include "tool/run/SharedHeaders.h"
#include "analysis/Compatibility.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <limits>

using namespace clang;
using namespace retrylint;

namespace {

/// A header that fewer of the units include is not worth it.
constexpr unsigned OneIn = 12;

/// Names that belong to the system: what they stand for matters to its headers.
bool isReserved(llvm::StringRef Macro) { return Macro.starts_with("_"); }

llvm::StringRef nameOf(const std::pair<std::string, bool> &Macro) {
  return llvm::StringRef(Macro.first).take_until([](char C) {
    return C == '=' || C == '(';
  });
}

/// The user's folders hold no headers of the system.
void forgetUsersFolders(CompilerInvocation &Invocation) {
  llvm::erase_if(Invocation.getHeaderSearchOpts().UserEntries,
                 [](const HeaderSearchOptions::Entry &E) {
                   return E.Group == frontend::Angled ||
                          E.Group == frontend::Quoted;
                 });
}

class Graph : public PPCallbacks {
public:
  Graph(ParsedHeaders &Into, const SourceManager &Files)
      : Into(Into), Files(Files) {}
  void InclusionDirective(SourceLocation At, const Token &, StringRef, bool,
                          CharSourceRange, OptionalFileEntryRef File, StringRef,
                          StringRef, const Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    if (!File)
      return;
    Into.Includes[File->getUniqueID()];
    if (auto By = Files.getFileEntryRefForID(Files.getFileID(At)))
      Into.Includes[By->getUniqueID()].push_back(File->getUniqueID());
  }

private:
  ParsedHeaders &Into;
  const SourceManager &Files;
};

class Reader : public PreambleCallbacks {
public:
  explicit Reader(ParsedHeaders &Into) : Into(Into) {}
  void BeforeExecute(CompilerInstance &Compiler) override {
    Files = &Compiler.getSourceManager();
  }
  std::unique_ptr<PPCallbacks> createPPCallbacks() override {
    return std::make_unique<Graph>(Into, *Files);
  }
  void AfterExecute(CompilerInstance &Compiler) override {
    for (const auto &Name : Compiler.getPreprocessor().getIdentifierTable())
      Into.Names.insert(Name.getKey());
  }

private:
  ParsedHeaders &Into;
  const SourceManager *Files = nullptr;
};

} // namespace

bool retrylint::mayShareHeaders(const CompilerInvocation &Invocation) {
  return Invocation.getPreprocessorOpts().ImplicitPCHInclude.empty() &&
         !Invocation.getLangOpts().Modules &&
         Invocation.getFrontendOpts().Inputs.size() == 1;
}

void ParsedHeaders::addTo(
    CompilerInvocation &Invocation,
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &Files) const {
  Parsed->AddImplicitPreamble(Invocation, Files, /*MainFileBuffer=*/nullptr);
  // They come before the main file, and are no part of it.
  PreprocessorOptions &Options = Invocation.getPreprocessorOpts();
  Options.PrecompiledPreambleBytes = {0, false};
  Options.RemappedFileBuffers.pop_back();
}

MacroOptions HeaderGroup::relevant(const MacroOptions &All) const {
  MacroOptions Found;
  llvm::copy_if(All, std::back_inserter(Found), [&](const auto &Macro) {
    return isReserved(nameOf(Macro)) || RelevantMacros.contains(nameOf(Macro));
  });
  return Found;
}

bool HeaderGroup::parse(const CompilerInvocation &Invocation,
                        llvm::StringRef Folder) {
  Shared.emplace();
  CompilerInvocation Alone(Invocation);
  forgetUsersFolders(Alone);
  PreprocessorOptions &Options = Alone.getPreprocessorOpts();
  Options.Includes.clear();
  Options.MacroIncludes.clear();
  Shared->Macros = Options.Macros = relevant(Options.Macros);
  std::string Text;
  for (const std::string &Header : Headers)
    if (Includers[Header] * OneIn >= Units)
      Text += "#if __has_include(<" + Header + ">)\n#include <" + Header +
              ">\n#endif\n";
  auto Buffer = llvm::MemoryBuffer::getMemBufferCopy(Text);
  FrontendInputFile &Input = Alone.getFrontendOpts().Inputs[0];
  Input = FrontendInputFile("retrylint-shared-headers.h", Input.getKind());

  auto Traced = llvm::makeIntrusiveRefCnt<TracingFileSystem>(
      llvm::vfs::createPhysicalFileSystem());
  if (Traced->setCurrentWorkingDirectory(Folder))
    return false;
  DiagnosticOptionsPtr Quiet(new DiagnosticOptions);
  auto Engine = llvm::makeIntrusiveRefCnt<DiagnosticsEngine>(
      llvm::makeIntrusiveRefCnt<DiagnosticIDs>(), shared(Quiet),
      new IgnoringDiagConsumer);
  Reader Read(*Shared);
  auto Parsed = PrecompiledPreamble::Build(
      Alone, Buffer.get(), {static_cast<unsigned>(Text.size()), true},
      engineArgument(Engine), Traced,
      std::make_shared<PCHContainerOperations>(),
      /*StoreInMemory=*/true, /*StoragePath=*/"", Read);
  if (!Parsed || Engine->hasErrorOccurred())
    return false;
  Shared->Parsed = std::move(*Parsed);
  Shared->Needs = std::move(Traced->Seen);
  return true;
}

const ParsedHeaders *HeaderGroup::find(const CompilerInvocation &Invocation,
                                       llvm::StringRef Folder) {
  if (InVain > 2 && InVain * 2 > Used)
    return nullptr;
  const MacroOptions &Macros = Invocation.getPreprocessorOpts().Macros;
  auto Matters = [&](const auto &Macro) {
    llvm::StringRef Name = nameOf(Macro);
    return !isReserved(Name) && !RelevantMacros.contains(Name) &&
           Shared->Names.contains(Name);
  };
  if (Units >= NextParse) {
    NextParse *= 5;
    bool Done = parse(Invocation, Folder);
    if (Done && llvm::any_of(Macros, Matters)) {
      for (const auto &Macro : Macros)
        if (Matters(Macro))
          RelevantMacros.insert(nameOf(Macro));
      Done = parse(Invocation, Folder);
    }
    if (!Done) {
      Shared.reset();
      NextParse = std::numeric_limits<unsigned>::max();
    }
  }
  if (!Shared || relevant(Macros) != Shared->Macros ||
      llvm::any_of(Macros, Matters))
    return nullptr;
  return &*Shared;
}

void HeaderGroup::included(const std::set<std::string> &Names) {
  ++Units;
  for (const std::string &Name : Names)
    if (Includers[Name]++ == 0)
      Headers.push_back(Name);
}

void HeaderGroup::used(bool Same) {
  ++Used;
  InVain += !Same;
}

HeaderGroup &SharedHeaders::groupOf(const CompilerInvocation &Invocation,
                                    llvm::StringRef Folder) {
  CompilerInvocation Key(Invocation);
  forgetUsersFolders(Key);
  llvm::erase_if(Key.getPreprocessorOpts().Macros,
                 [](const auto &Macro) { return !isReserved(nameOf(Macro)); });
  std::string Name = Key.getModuleHash();
  for (const auto &Entry : Key.getHeaderSearchOpts().UserEntries)
    Name += (" " + llvm::Twine(Entry.Group) + " " +
             (llvm::sys::path::is_relative(Entry.Path) ? Folder : "") + " " +
             Entry.Path)
                .str();
  return Groups[Name];
}
