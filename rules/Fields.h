// Tree to values: each key of a file is declared once, by the call that reads
// it.
#ifndef RETRYLINT_RULES_FIELDS_H
#define RETRYLINT_RULES_FIELDS_H

#include "rules/Yaml.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace retrylint {

/// A key that a file may have: "limits.attempts.<context>.max" and its type.
struct KeyInfo {
  std::string Path, Type;
};

/// The words of a closed list of values, and what they mean.
template <typename T>
using Words = llvm::ArrayRef<std::pair<llvm::StringRef, T>>;

/// What the readers of one file share.
struct FieldContext {
  std::string File;
  /// Set to list the keys instead of reading a file.
  std::vector<KeyInfo> *Listing = nullptr;
  /// Where each value came from: dotted key to "file:line".
  llvm::StringMap<std::string> *Origins = nullptr;
  /// What is written there.
  llvm::StringMap<std::string> *Values = nullptr;

  /// Keeps the error that comes first in the file.
  void fail(yaml::Mark At, const llvm::Twine &Message);
  llvm::Error takeError();

private:
  std::optional<std::pair<yaml::Mark, std::string>> First;
};

/// Reads one map. Keys that are absent leave the value as it is, which is how a
/// file overrides parts of another. A key that nobody asked for is an error.
class Fields {
public:
  /// `Node` is null when listing.
  Fields(FieldContext &Context, const yaml::Node *Node, std::string Path = "");
  ~Fields();
  Fields(const Fields &) = delete;
  Fields &operator=(const Fields &) = delete;

  void boolean(llvm::StringRef Key, bool &Out);
  void boolean(llvm::StringRef Key, std::optional<bool> &Out);
  void integer(llvm::StringRef Key, unsigned &Out, unsigned Min, unsigned Max);
  void integer(llvm::StringRef Key, std::optional<unsigned> &Out, unsigned Min,
               unsigned Max);
  void integer(llvm::StringRef Key, std::optional<int> &Out, int Min, int Max);
  void number(llvm::StringRef Key, double &Out, double Min, double Max);
  void number(llvm::StringRef Key, std::optional<double> &Out, double Min,
              double Max);
  /// Seconds from "50ms", "30s", "24h", between the two limits.
  void duration(llvm::StringRef Key, double &Out, llvm::StringRef Min,
                llvm::StringRef Max);
  void duration(llvm::StringRef Key, std::optional<double> &Out,
                llvm::StringRef Min, llvm::StringRef Max);
  void durations(llvm::StringRef Key, std::vector<double> &Out,
                 llvm::StringRef Min, llvm::StringRef Max);
  void string(llvm::StringRef Key, std::string &Out);
  /// A pattern that llvm::GlobPattern reads, alternatives included.
  void glob(llvm::StringRef Key, std::string &Out);
  void strings(llvm::StringRef Key, std::vector<std::string> &Out);
  /// One string, or a list of them.
  void stringOrStrings(llvm::StringRef Key, std::vector<std::string> &Out);
  /// Any scalar, as it is written, or "null".
  void text(llvm::StringRef Key, std::string &Out);
  void integers(llvm::StringRef Key, std::vector<int> &Out, int Min, int Max);
  /// Words of a list that stand for numbers, or the numbers themselves.
  void codes(llvm::StringRef Key, std::vector<int> &Out, Words<int> Names);

  template <typename T>
  void choice(llvm::StringRef Key, T &Out, Words<T> Allowed) {
    if (std::optional<size_t> I = word(Key, names(Allowed)))
      Out = Allowed[*I].second;
  }
  template <typename T>
  void choices(llvm::StringRef Key, std::vector<T> &Out, Words<T> Allowed) {
    if (auto Chosen = wordList(Key, names(Allowed))) {
      Out.clear();
      for (size_t I : *Chosen)
        Out.push_back(Allowed[I].second);
    }
  }
  /// The same for words that mean themselves.
  void choices(llvm::StringRef Key, std::vector<std::string> &Out,
               llvm::ArrayRef<llvm::StringRef> Allowed);

  using Visit = llvm::function_ref<void(Fields &)>;
  void map(llvm::StringRef Key, Visit Read);
  /// A list of maps.
  void list(llvm::StringRef Key, Visit Read);
  /// A map whose keys are names, listed as `Placeholder`. `Reject` says what is
  /// wrong with a name, or nothing.
  void named(llvm::StringRef Key, llvm::StringRef Placeholder,
             llvm::function_ref<std::string(llvm::StringRef Name)> Reject,
             llvm::function_ref<void(llvm::StringRef Name, Fields &)> Read);
  /// A map with a key for each word; listed once, as `Placeholder`.
  template <typename T>
  void
  forEach(llvm::StringRef Key, llvm::StringRef Placeholder, Words<T> Allowed,
          llvm::function_ref<void(Fields &, llvm::StringRef Word, T)> Read) {
    map(Key, [&](Fields &F) {
      if (F.Context.Listing)
        return Read(F, Placeholder, Allowed.front().second);
      for (auto &[Word, Value] : Allowed)
        Read(F, Word, Value);
    });
  }
  /// For values with a syntax of their own. Null when the key is absent.
  const yaml::Node *custom(llvm::StringRef Key, llvm::StringRef Type);

  bool has(llvm::StringRef Key) const { return Node && Node->find(Key); }
  /// Fails when none of the keys is there.
  void require(llvm::ArrayRef<llvm::StringRef> AnyOf);
  /// Fails, at the first of `Keys` that this file sets, unless `Holds`.
  void expect(bool Holds, llvm::ArrayRef<llvm::StringRef> Keys,
              const llvm::Twine &Message);
  void fail(const llvm::Twine &Message);
  void fail(const yaml::Node &At, const llvm::Twine &Message);
  /// "file:line" of the map.
  std::string origin() const;
  bool listing() const { return Context.Listing; }
  FieldContext &context() { return Context; }

private:
  FieldContext &Context;
  const yaml::Node *Node;
  std::string Path;
  std::vector<std::string> Known;
  std::string Missing; // the first required key that is not there

  template <typename T>
  static llvm::SmallVector<llvm::StringRef, 16> names(Words<T> Allowed) {
    llvm::SmallVector<llvm::StringRef, 16> Names;
    for (auto &Word : Allowed)
      Names.push_back(Word.first);
    return Names;
  }
  std::string pathOf(llvm::StringRef Key) const;
  const yaml::Node *declare(llvm::StringRef Key, const llvm::Twine &Type);
  const yaml::Node *scalar(const yaml::Node *N, llvm::StringRef Expected);
  const yaml::Node *listOf(const yaml::Node *N, llvm::StringRef Expected);
  std::optional<std::string> plainString(const yaml::Node &N);
  std::optional<double> seconds(const yaml::Node &N, llvm::StringRef Min,
                                llvm::StringRef Max);
  std::optional<int> integerIn(const yaml::Node &N, int Min, int Max);
  std::optional<size_t> wordIn(const yaml::Node &N,
                               llvm::ArrayRef<llvm::StringRef> Allowed);
  std::optional<size_t> word(llvm::StringRef Key,
                             llvm::ArrayRef<llvm::StringRef> Allowed);
  std::optional<std::vector<size_t>>
  wordList(llvm::StringRef Key, llvm::ArrayRef<llvm::StringRef> Allowed);
};

/// How many alternatives the {a,b} of a glob may make.
inline constexpr size_t MaxGlobAlternatives = 64;

/// Seconds, if `Text` is a number with a unit (us, ms, s, min, h, d).
std::optional<double> parseDuration(llvm::StringRef Text);
/// The shortest spelling that parseDuration reads back.
std::string formatDuration(double Seconds);
/// ", did you mean 'X'?" with the closest word, or "; expected one of ...".
std::string suggest(llvm::StringRef Wrong,
                    llvm::ArrayRef<llvm::StringRef> Allowed);

} // namespace retrylint

#endif
