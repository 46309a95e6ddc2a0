#include "rules/PolicyLoader.h"
#include "rules/ApiModelLoader.h"
#include "rules/Embedded.h"
#include "rules/Packed.h"
#include "rules/PolicyFields.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Path.h"

namespace retrylint {
namespace {

namespace path = llvm::sys::path;

constexpr size_t LongestChain = 16;
/// Of a policy and all that it names.
constexpr size_t MaxTotalSize = 2 * yaml::MaxFileSize;

const EmbeddedFile *findProfile(llvm::StringRef Name) {
  for (const EmbeddedFile &File : embeddedPolicies())
    if (path::stem(File.Name) == Name)
      return &File;
  return nullptr;
}

/// A path written in `File` means a place relative to it.
std::string relativeTo(llvm::StringRef File, llvm::StringRef Written) {
  if (path::is_absolute(Written))
    return Written.str();
  llvm::SmallString<256> Result(path::parent_path(File));
  path::append(Result, Written);
  path::remove_dots(Result, /*remove_dot_dot=*/false);
  return Result.str().str();
}

/// Follows a chain of `extends` to its root, and lays the files over each other
/// on the way back.
class Loader {
public:
  explicit Loader(llvm::vfs::FileSystem &FS) : FS(FS) {}

  llvm::Expected<Policy> loadFile(llvm::StringRef File) {
    auto Buffer = read(File);
    if (!Buffer)
      return Buffer.takeError();
    llvm::Expected<yaml::Node> Root = yaml::parse((*Buffer)->getBuffer(), File);
    if (!Root)
      return Root.takeError();
    llvm::Expected<Policy> P = loadTree(*Root, File, File.str());
    if (P)
      P->Files.push_back(File.str());
    return P;
  }

  llvm::Expected<Policy> loadProfile(const EmbeddedFile &Profile) {
    llvm::StringRef Tree = Profile.Tree;
    return loadTree(packed::node(Tree), Profile.Name,
                    ("<" + Profile.Name + ">").str());
  }

private:
  llvm::vfs::FileSystem &FS;
  std::vector<std::string> Chain;
  size_t TotalSize = 0;

  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  read(llvm::StringRef File) {
    auto Buffer = yaml::readFile(File, FS);
    if (!Buffer)
      return Buffer;
    TotalSize += (*Buffer)->getBufferSize();
    if (TotalSize > MaxTotalSize)
      return yaml::error(File, {},
                         "is one file too many, expected at most "
                         "2 MiB in all");
    return Buffer;
  }

  llvm::Expected<Policy> loadTree(const yaml::Node &Root, llvm::StringRef File,
                                  std::string Identity) {
    PolicyFile Info;
    llvm::Expected<Policy> P = loadBase(Root, File, std::move(Identity), Info);
    if (!P)
      return P;
    FieldContext Context;
    Context.File = File.str();
    Context.Origins = &P->Origins;
    Context.Values = &P->Values;
    {
      Fields F(Context, &Root);
      readPolicy(F, *P, Info);
    }
    if (llvm::Error E = Context.takeError())
      return E;
    for (const yaml::Node *Api : Info.ApiFiles)
      if (llvm::Error E = loadApis(*Api, File, *P))
        return E;
    return P;
  }

  llvm::Error loadApis(const yaml::Node &Written, llvm::StringRef File,
                       Policy &P) {
    std::string Path = relativeTo(File, Written.Text);
    if (!FS.exists(Path))
      return yaml::error(File, Written.At,
                         "no such file " + yaml::quote(Path) +
                             ", expected a file with API models");
    auto Buffer = read(Path);
    if (!Buffer)
      return Buffer.takeError();
    P.Files.push_back(Path);
    return readApiModels((*Buffer)->getBuffer(), Path, P.Apis);
  }

  llvm::Expected<Policy> loadBase(const yaml::Node &Root, llvm::StringRef File,
                                  std::string Identity, PolicyFile &Info) {
    const yaml::Node *Extends = Root.find("extends");
    if (!Extends) {
      if (Identity != "<default.yaml>")
        return defaultPolicy();
      Info.IsRoot = true;
      Policy Empty;
      Empty.Apis = shippedApiModels();
      return Empty;
    }
    if (Extends->Is != yaml::Node::Scalar || Extends->Text.empty())
      return yaml::error(File, Extends->At,
                         "expected the name of a profile or the path of a file "
                         "after 'extends'");
    Chain.push_back(std::move(Identity));
    llvm::StringRef Name = Extends->Text;
    if (const EmbeddedFile *Profile = findProfile(Name))
      return Name == "default" ? defaultPolicy() : loadProfile(*Profile);

    std::string Path = relativeTo(File, Name);
    if (!FS.exists(Path)) {
      std::vector<llvm::StringRef> Profiles;
      for (const EmbeddedFile &P : embeddedPolicies())
        Profiles.push_back(path::stem(P.Name));
      return yaml::error(File, Extends->At,
                         "nothing to extend at " + yaml::quote(Path) +
                             ", expected a file or one of the profiles " +
                             llvm::join(Profiles, ", "));
    }
    if (llvm::any_of(Chain, [&](const std::string &Seen) {
          return isSameFile(Seen, Path);
        }))
      return yaml::error(File, Extends->At,
                         "cyclic 'extends': " + yaml::quote(Path) +
                             " leads back to itself");
    if (Chain.size() >= LongestChain)
      return yaml::error(File, Extends->At,
                         "'extends' goes on for too long, expected at most " +
                             llvm::Twine(LongestChain) + " files");
    return loadFile(Path);
  }

  bool isSameFile(llvm::StringRef A, llvm::StringRef B) {
    llvm::ErrorOr<llvm::vfs::Status> First = FS.status(A),
                                     Second = FS.status(B);
    return First && Second && First->equivalent(*Second);
  }
};

} // namespace

const Policy &defaultPolicy() {
  static const Policy Default = [] {
    llvm::vfs::InMemoryFileSystem None;
    llvm::Expected<Policy> P =
        Loader(None).loadProfile(*findProfile("default"));
    if (!P)
      llvm::report_fatal_error(P.takeError(), /*gen_crash_diag=*/false);
    return std::move(*P);
  }();
  return Default;
}

llvm::Expected<Policy> loadPolicyFile(llvm::StringRef File,
                                      llvm::vfs::FileSystem &FS) {
  return Loader(FS).loadFile(File);
}

std::string findPolicyFile(llvm::StringRef SourceFile,
                           llvm::vfs::FileSystem &FS) {
  llvm::SmallString<256> Directory(SourceFile);
  if (FS.makeAbsolute(Directory))
    return "";
  path::remove_dots(Directory, /*remove_dot_dot=*/true);
  while (path::has_parent_path(Directory)) {
    path::remove_filename(Directory);
    llvm::SmallString<256> Candidate(Directory);
    path::append(Candidate, PolicyFileName);
    if (FS.exists(Candidate))
      return Candidate.str().str();
  }
  return "";
}

llvm::Expected<Policy> loadPolicy(llvm::StringRef SourceFile,
                                  llvm::vfs::FileSystem &FS) {
  std::string File = findPolicyFile(SourceFile, FS);
  return File.empty() ? llvm::Expected<Policy>(defaultPolicy())
                      : loadPolicyFile(File, FS);
}

std::string stateOf(const Policy &P, llvm::vfs::FileSystem &FS) {
  std::string State;
  for (const std::string &Path : P.Files)
    if (auto Status = FS.status(Path))
      State +=
          Path + ':' + std::to_string(Status->getSize()) + ':' +
          std::to_string(
              Status->getLastModificationTime().time_since_epoch().count()) +
          '\n';
  return State;
}

} // namespace retrylint
