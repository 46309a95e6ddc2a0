#include "tool/run/SharedHeaders.h"
#include "analysis/Compatibility.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/ASTWriter.h"
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
  void MacroExpands(const Token &Name, const MacroDefinition &, SourceRange,
                    const MacroArgs *) override {
    Into.KnowsUnit |= Name.getIdentifierInfo()->isStr("__BASE_FILE__");
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
  bool shouldSkipFunctionBody(Decl *D) override {
    return Files->isInSystemHeader(D->getLocation());
  }
  void HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      if (!Files->isInSystemHeader(D->getLocation()))
        Own.push_back(D);
  }
  void AfterPCHEmitted(ASTWriter &Writer) override {
    for (const Decl *D : Own)
      Into.Own.push_back(Writer.getDeclID(D));
  }
  void AfterExecute(CompilerInstance &Compiler) override {
    for (const auto &Name : Compiler.getPreprocessor().getIdentifierTable())
      Into.Names.insert(Name.getKey());
  }

private:
  ParsedHeaders &Into;
  const SourceManager *Files = nullptr;
  std::vector<const Decl *> Own;
};

/// What the macros of the command line and the folders of headers may change.
std::string keyOf(const CompilerInvocation &Invocation,
                  llvm::StringRef Folder) {
  std::string Key = Invocation.getModuleHash();
  for (const auto &Entry : Invocation.getHeaderSearchOpts().UserEntries)
    Key += (" " + llvm::Twine(Entry.Group) + " " +
            (llvm::sys::path::is_relative(Entry.Path) ? Folder : "") + " " +
            Entry.Path)
               .str();
  return Key;
}

/// The folder of the unit, in which quoted names are looked for first.
llvm::StringRef folderOf(const CompilerInvocation &Invocation) {
  return llvm::sys::path::parent_path(
      Invocation.getFrontendOpts().Inputs[0].getFile());
}

} // namespace

bool retrylint::mayShareHeaders(const CompilerInvocation &Invocation) {
  return Invocation.getPreprocessorOpts().ImplicitPCHInclude.empty() &&
         !Invocation.getLangOpts().Modules &&
         Invocation.getFrontendOpts().Inputs.size() == 1;
}

bool retrylint::mayShareBeginning(const CompilerInvocation &Invocation) {
  const PreprocessorOptions &Options = Invocation.getPreprocessorOpts();
  return !Invocation.getLangOpts().CPlusPlus && Options.Includes.empty() &&
         Options.MacroIncludes.empty();
}

void ParsedHeaders::addTo(
    CompilerInvocation &Invocation,
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &Files,
    unsigned Beginning) const {
  Parsed->AddImplicitPreamble(Invocation, Files, /*MainFileBuffer=*/nullptr);
  // Headers come before the main file, and are no part of it.
  PreprocessorOptions &Options = Invocation.getPreprocessorOpts();
  Options.PrecompiledPreambleBytes = {Beginning, Beginning > 0};
  Options.RemappedFileBuffers.pop_back();
}

MacroOptions HeaderGroup::relevant(const MacroOptions &All) const {
  MacroOptions Found;
  llvm::copy_if(All, std::back_inserter(Found), [&](const auto &Macro) {
    return isReserved(nameOf(Macro)) || RelevantMacros.contains(nameOf(Macro));
  });
  return Found;
}

std::string HeaderGroup::text() const {
  std::string Text;
  for (const std::string &Header : Headers)
    if (Includers.lookup(Header) * OneIn >= Units)
      Text += "#if __has_include(<" + Header + ">)\n#include <" + Header +
              ">\n#endif\n";
  return Text;
}

bool HeaderGroup::parse(const CompilerInvocation &Invocation,
                        llvm::StringRef Folder, const Beginning *Begin) {
  Shared.emplace();
  CompilerInvocation Alone(Invocation);
  PreprocessorOptions &Options = Alone.getPreprocessorOpts();
  if (!Begin) {
    forgetUsersFolders(Alone);
    Options.Includes.clear();
    Options.MacroIncludes.clear();
    Options.Macros = relevant(Options.Macros);
  }
  Shared->Macros = Options.Macros;
  std::string Text = Begin ? Begin->Text : text();
  auto Buffer = llvm::MemoryBuffer::getMemBufferCopy(Text);
  FrontendInputFile &Input = Alone.getFrontendOpts().Inputs[0];
  llvm::SmallString<128> Name(folderOf(Alone));
  llvm::sys::path::append(Name, "retrylint-shared-headers.h");
  Input = FrontendInputFile(Name, Input.getKind());

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
  if (!Parsed || Engine->hasErrorOccurred() || Shared->KnowsUnit)
    return false;
  Shared->Parsed = std::move(*Parsed);
  Shared->Needs = std::move(Traced->Seen);
  return true;
}

bool HeaderGroup::matters(const std::pair<std::string, bool> &Macro) const {
  llvm::StringRef Name = nameOf(Macro);
  return !isReserved(Name) && !RelevantMacros.contains(Name) &&
         Shared->Names.contains(Name);
}

bool HeaderGroup::parseAll(const CompilerInvocation &Invocation,
                           llvm::StringRef Folder, const Beginning *Begin) {
  if (!parse(Invocation, Folder, Begin))
    return false;
  // Which macros matter to the headers is known only now.
  bool Again = false;
  for (const auto &Macro : Invocation.getPreprocessorOpts().Macros)
    if (!Begin && matters(Macro)) {
      RelevantMacros.insert(nameOf(Macro));
      Again = true;
    }
  return !Again || parse(Invocation, Folder, Begin);
}

const ParsedHeaders *HeaderGroup::find(const CompilerInvocation &Invocation,
                                       llvm::StringRef Folder,
                                       const Beginning *Begin) {
  if (inVain())
    return nullptr;
  if (Units >= NextParse) {
    NextParse = Begin ? std::numeric_limits<unsigned>::max() : NextParse * 5;
    if (!parseAll(Invocation, Folder, Begin)) {
      Shared.reset();
      NextParse = std::numeric_limits<unsigned>::max();
    }
  }
  if (!Shared)
    return nullptr;
  const MacroOptions &Macros = Invocation.getPreprocessorOpts().Macros;
  bool Same = Begin || (relevant(Macros) == Shared->Macros &&
                        llvm::none_of(Macros, [&](const auto &Macro) {
                          return matters(Macro);
                        }));
  return Same ? &*Shared : nullptr;
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
  return Groups[keyOf(Key, Folder)];
}

HeaderGroup &SharedHeaders::groupOf(const CompilerInvocation &Invocation,
                                    llvm::StringRef Folder,
                                    const Beginning &Begin) {
  std::string Key = keyOf(Invocation, Folder);
  for (llvm::StringRef Part :
       {Folder, folderOf(Invocation), llvm::StringRef(Begin.Text)})
    Key += (" " + Part).str();
  return Groups[Key];
}
