#include "rules/Yaml.h"
#include "yaml-cpp/eventhandler.h"
#include "yaml-cpp/exceptions.h"
#include "yaml-cpp/parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ConvertUTF.h"
#include <optional>
#include <sstream>

namespace retrylint::yaml {

const Node *Node::find(llvm::StringRef Key) const {
  for (size_t I = 0; I < Keys.size(); ++I)
    if (Keys[I].Text == Key)
      return &Values[I];
  return nullptr;
}

llvm::Error error(llvm::StringRef File, Mark At, const llvm::Twine &Message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 File + ":" + llvm::Twine(At.Line) + ":" +
                                     llvm::Twine(At.Column) + ": " + Message);
}

std::string flow(const Node &N) {
  std::string Text;
  switch (N.Is) {
  case Node::Null:
    return "null";
  case Node::Scalar:
    return N.Quoted ? "\"" + N.Text + "\"" : N.Text;
  case Node::List:
  case Node::Map:
    for (size_t I = 0; I < N.Values.size(); ++I) {
      Text += I ? ", " : "";
      if (N.Is == Node::Map)
        Text += N.Keys[I].Text + ": ";
      Text += flow(N.Values[I]);
    }
    return N.Is == Node::List ? "[" + Text + "]" : "{" + Text + "}";
  }
  return Text;
}

std::string quote(llvm::StringRef Text) {
  constexpr size_t Longest = 60;
  std::string Out = "'";
  for (char C : Text.take_front(Longest))
    Out += llvm::isPrint(C) || static_cast<unsigned char>(C) >= 0x80 ? C : '?';
  return Out + (Text.size() > Longest ? "...'" : "'");
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readFile(llvm::StringRef File, llvm::vfs::FileSystem &FS) {
  llvm::ErrorOr<llvm::vfs::Status> Status = FS.status(File);
  if (!Status)
    return error(File, {},
                 "cannot read the file: " + Status.getError().message());
  if (Status->isDirectory())
    return error(File, {}, "is a directory, expected a YAML file");
  if (!Status->isRegularFile())
    return error(File, {}, "is not a regular file, expected a YAML file");
  auto TooLarge = [&] {
    return error(File, {}, "is too large, expected at most 1 MiB");
  };
  if (Status->getSize() > MaxFileSize)
    return TooLarge();
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> Buffer =
      FS.getBufferForFile(File);
  if (!Buffer)
    return error(File, {},
                 "cannot read the file: " + Buffer.getError().message());
  if ((*Buffer)->getBufferSize() > MaxFileSize)
    return TooLarge();
  return std::move(*Buffer);
}

namespace {

/// Thrown through yaml-cpp, never out of this file.
struct Rejected {
  Mark At;
  std::string Why;
};

Mark mark(const YAML::Mark &M) {
  if (M.is_null())
    return {};
  return {static_cast<unsigned>(M.line + 1),
          static_cast<unsigned>(M.column + 1)};
}

/// Builds the tree and stops the parser at the first thing that is not allowed,
/// so that no input costs more than reading it once.
class TreeBuilder : public YAML::EventHandler {
public:
  Node Root;

  void OnDocumentStart(const YAML::Mark &) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark &M, YAML::anchor_t Anchor) override {
    rejectAnchor(M, Anchor);
    Node N;
    N.At = mark(M);
    place(std::move(N));
  }
  void OnAlias(const YAML::Mark &M, YAML::anchor_t) override {
    throw Rejected{mark(M), "aliases are not supported, write the value out"};
  }
  void OnScalar(const YAML::Mark &M, const std::string &Tag,
                YAML::anchor_t Anchor, const std::string &Text) override {
    rejectAnchor(M, Anchor);
    Node N;
    N.Is = Node::Scalar;
    N.At = mark(M);
    N.Text = Text;
    N.Quoted = Tag == "!";
    if (!N.Quoted)
      rejectTag(M, Tag);
    place(std::move(N));
  }
  void OnSequenceStart(const YAML::Mark &M, const std::string &Tag,
                       YAML::anchor_t Anchor,
                       YAML::EmitterStyle::value) override {
    open(Node::List, M, Tag, Anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark &M, const std::string &Tag,
                  YAML::anchor_t Anchor, YAML::EmitterStyle::value) override {
    open(Node::Map, M, Tag, Anchor);
  }
  void OnMapEnd() override { close(); }
  void OnAnchor(const YAML::Mark &M, const std::string &) override {
    rejectAnchor(M, 1);
  }

private:
  struct Frame {
    Node N;
    llvm::StringSet<> Seen; // the keys of a map
  };
  std::vector<Frame> Open;

  static void rejectAnchor(const YAML::Mark &M, YAML::anchor_t Anchor) {
    if (Anchor)
      throw Rejected{mark(M), "anchors are not supported, write the value out"};
  }
  static void rejectTag(const YAML::Mark &M, llvm::StringRef Tag) {
    if (!Tag.empty() && Tag != "?")
      throw Rejected{mark(M), "tags are not supported, remove " + quote(Tag)};
  }

  static bool expectsKey(const Node &N) {
    return N.Is == Node::Map && N.Keys.size() == N.Values.size();
  }

  void open(Node::Kind Kind, const YAML::Mark &M, const std::string &Tag,
            YAML::anchor_t Anchor) {
    rejectAnchor(M, Anchor);
    rejectTag(M, Tag);
    if (Open.size() == MaxDepth)
      throw Rejected{mark(M), "nested too deeply, expected at most " +
                                  std::to_string(MaxDepth) + " levels"};
    if (!Open.empty() && expectsKey(Open.back().N))
      throw Rejected{mark(M), "a key must be a plain word"};
    Frame F;
    F.N.Is = Kind;
    F.N.At = mark(M);
    Open.push_back(std::move(F));
  }

  void close() {
    Node N = std::move(Open.back().N);
    Open.pop_back();
    place(std::move(N));
  }

  void place(Node N) {
    if (Open.empty()) {
      Root = std::move(N);
      return;
    }
    Frame &F = Open.back();
    if (!expectsKey(F.N)) {
      // The mark of a value that is missing is that of whatever comes next.
      if (F.N.Is == Node::Map && N.Is == Node::Null)
        N.At = F.N.Keys.back().At;
      if (F.N.Is == Node::List && F.N.Values.size() == MaxListSize)
        throw Rejected{N.At, "list too long, expected at most " +
                                 std::to_string(MaxListSize) + " items"};
      F.N.Values.push_back(std::move(N));
      return;
    }
    if (N.Is != Node::Scalar)
      throw Rejected{N.At, "a key must be a plain word"};
    if (!F.Seen.insert(N.Text).second)
      throw Rejected{N.At, "duplicate key " + quote(N.Text) +
                               ", expected every key once"};
    F.N.Keys.push_back(std::move(N));
  }
};

/// What yaml-cpp would let pass or misread, found before it sees the text.
std::optional<Rejected> checkCharacters(llvm::StringRef Text) {
  Mark At;
  bool Indent = true;
  for (size_t I = 0; I < Text.size(); ++I, ++At.Column) {
    unsigned char C = Text[I];
    if (C == '\n') {
      At = {At.Line + 1, 0};
      Indent = true;
      continue;
    }
    if (C == '\t' && Indent)
      return Rejected{At, "tab in the indentation, expected spaces"};
    if (C == '\r' ? Text.substr(I + 1, 1) != "\n" : C < 0x20 && C != '\t')
      return Rejected{At, "control character, expected plain text"};
    if (C >= 0x80) {
      auto *Begin = reinterpret_cast<const llvm::UTF8 *>(Text.data()) + I;
      unsigned Length = llvm::getNumBytesForUTF8(C);
      if (I + Length > Text.size() ||
          !llvm::isLegalUTF8Sequence(Begin, Begin + Length))
        return Rejected{At, "not UTF-8, expected a text file in UTF-8"};
      I += Length - 1;
    }
    Indent &= C == ' ';
  }
  return std::nullopt;
}

} // namespace

llvm::Expected<Node> parse(llvm::StringRef Text, llvm::StringRef File) {
  Text.consume_front("\xEF\xBB\xBF");
  if (Text.size() > MaxFileSize)
    return error(File, {}, "is too large, expected at most 1 MiB");
  if (std::optional<Rejected> R = checkCharacters(Text))
    return error(File, R->At, R->Why);

  TreeBuilder Builder;
  try {
    std::istringstream Stream(Text.str());
    YAML::Parser Parser(Stream);
    if (!Parser.HandleNextDocument(Builder))
      return error(File, {}, "is empty, expected a map of settings");
    if (Builder.Root.Is != Node::Map)
      return error(File, Builder.Root.At,
                   "expected a map of settings, 'key: value'");
    TreeBuilder Second;
    if (Parser.HandleNextDocument(Second))
      return error(File, Second.Root.At,
                   "a second document, expected one document per file");
  } catch (const Rejected &R) {
    return error(File, R.At, R.Why);
  } catch (const YAML::Exception &E) {
    return error(File, mark(E.mark), "not valid YAML: " + E.msg);
  } catch (const std::exception &E) {
    return error(File, {}, llvm::Twine("not valid YAML: ") + E.what());
  }
  return std::move(Builder.Root);
}

} // namespace retrylint::yaml
