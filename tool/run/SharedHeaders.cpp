#include "tool/run/SharedHeaders.h"
#include "analysis/Compatibility.h"
#include "rules/Packed.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/PrecompiledPreamble.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/ASTWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;
using namespace retrylint;

namespace {

/// A header that fewer of the units include is not worth it.
constexpr unsigned OneIn = 12;

constexpr char PrecompiledPath[] = "/retrylint-shared-headers.pch";

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

static void put(FileId File, std::string &Out) {
  packed::put(File.getDevice(), Out);
  packed::put(File.getFile(), Out);
}

static FileId fileId(llvm::StringRef &In) {
  uint64_t Device = packed::number(In);
  return {Device, packed::number(In)};
}

std::string ParsedHeaders::pack() const {
  std::string About;
  packed::put(Macros.size(), About);
  for (const auto &[Macro, Undefined] : Macros) {
    packed::put(llvm::StringRef(Macro), About);
    packed::put(Undefined, About);
  }
  packed::put(Names.size(), About);
  for (const auto &Name : Names)
    packed::put(Name.getKey(), About);
  packed::put(Includes.size(), About);
  for (const auto &[File, Included] : Includes) {
    put(File, About);
    packed::put(Included.size(), About);
    for (FileId Each : Included)
      put(Each, About);
  }
  packed::put(llvm::StringRef(::retrylint::pack(Needs)), About);
  packed::put(llvm::StringRef(reinterpret_cast<const char *>(Own.data()),
                              Own.size() * sizeof(Own[0])),
              About);
  std::string Out;
  packed::put(llvm::StringRef(About), Out);
  Out.resize(llvm::alignTo(Out.size(), Board::Alignment));
  return Out += Precompiled;
}

ParsedHeaders::ParsedHeaders(llvm::StringRef Packed) {
  llvm::StringRef Rest = Packed, About = packed::text(Rest);
  Precompiled = Packed.drop_front(
      llvm::alignTo(Packed.size() - Rest.size(), Board::Alignment));
  for (size_t Left = packed::number(About); Left; --Left) {
    std::string Macro = packed::text(About).str();
    Macros.emplace_back(std::move(Macro), packed::number(About));
  }
  for (size_t Left = packed::number(About); Left; --Left)
    Names.insert(packed::text(About));
  for (size_t Left = packed::number(About); Left; --Left) {
    std::vector<FileId> &Included = Includes[fileId(About)];
    for (size_t More = packed::number(About); More; --More)
      Included.push_back(fileId(About));
  }
  eachPacked(packed::text(About),
             [&](const std::string &Path, const Dependency &D) {
               return Needs.try_emplace(Path, D).second;
             });
  llvm::StringRef Ids = packed::text(About);
  Own.resize(Ids.size() / sizeof(Own[0]));
  llvm::copy(Ids, reinterpret_cast<char *>(Own.data()));
}

void ParsedHeaders::addTo(
    CompilerInvocation &Invocation,
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &Files,
    unsigned Beginning) const {
  // As PrecompiledPreamble does; but headers come before the main file, and are
  // no part of it.
  PreprocessorOptions &Options = Invocation.getPreprocessorOpts();
  Options.ImplicitPCHInclude = PrecompiledPath;
  Options.DisablePCHOrModuleValidation = DisableValidationForModuleKind::PCH;
  Options.UsePredefines = false;
  Options.PrecompiledPreambleBytes = {Beginning, Beginning > 0};
  auto Added = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Added->addFile(PrecompiledPath, 0,
                 llvm::MemoryBuffer::getMemBuffer(Precompiled));
  auto Both = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(Files);
  Both->pushOverlay(Added);
  Files = Both;
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
  Shared->Needs = std::move(Traced->Seen);
  auto Result = llvm::vfs::getRealFileSystem();
  Parsed->AddImplicitPreamble(Alone, Result, /*MainFileBuffer=*/nullptr);
  auto Bytes =
      Result->getBufferForFile(Alone.getPreprocessorOpts().ImplicitPCHInclude);
  if (!Bytes)
    return false;
  Shared->Kept = llvm::MemoryBuffer::getMemBufferCopy((*Bytes)->getBuffer());
  Shared->Precompiled = Shared->Kept->getBuffer();
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

/// Takes what another worker has parsed, or parses for all.
void HeaderGroup::renew(const CompilerInvocation &Invocation,
                        llvm::StringRef Folder, const Beginning *Begin) {
  auto Place = [&] { return Name + " " + std::to_string(Times); };
  std::optional<llvm::StringRef> Text;
  for (; auto Next = Common.read(Place()); ++Times, NextParse *= 5)
    Text = Next;
  bool Enough = Times > 0 && (Begin || !Shared);
  if (!Text && Units >= NextParse && !Enough && Common.claim(Place())) {
    if (!parseAll(Invocation, Folder, Begin))
      Shared.reset();
    Text = Common.write(Place(), Shared ? Shared->pack() : "");
    ++Times;
    NextParse *= 5;
  }
  if (!Text)
    return;
  Shared.reset();
  if (Text->empty())
    return;
  Shared.emplace(*Text);
  for (const auto &Macro : Shared->Macros)
    RelevantMacros.insert(nameOf(Macro));
}

const ParsedHeaders *HeaderGroup::find(const CompilerInvocation &Invocation,
                                       llvm::StringRef Folder,
                                       const Beginning *Begin) {
  if (inVain())
    return nullptr;
  renew(Invocation, Folder, Begin);
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
  return group(keyOf(Key, Folder));
}

HeaderGroup &SharedHeaders::groupOf(const CompilerInvocation &Invocation,
                                    llvm::StringRef Folder,
                                    const Beginning &Begin) {
  std::string Key = keyOf(Invocation, Folder);
  for (llvm::StringRef Part :
       {Folder, folderOf(Invocation), llvm::StringRef(Begin.Text)})
    Key += (" " + Part).str();
  return group(Key);
}
