#include "tool/run/Lines.h"
#include "analysis/Compatibility.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace retrylint;

std::string Lines::absolute(StringRef File) const {
  SmallString<128> Path(File);
  sys::path::make_absolute(WorkingDir, Path);
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return Path.str().str();
}

const Lines::Table &Lines::table(StringRef File) {
  auto [It, New] = Files.try_emplace(File);
  if (!New)
    return It->second;
  Table &T = It->second;
  T.Starts.push_back(0);
  if (auto Buffer = FS.getBufferForFile(File)) {
    StringRef Text = (*Buffer)->getBuffer();
    T.Size = Text.size();
    for (size_t At = Text.find('\n'); At != StringRef::npos;
         At = Text.find('\n', At + 1))
      T.Starts.push_back(At + 1);
  }
  return T;
}

Span Lines::span(StringRef File, unsigned Offset, unsigned Length) {
  Span S;
  if (File.empty())
    return S;
  S.File = absolute(File);
  const Table &T = table(S.File);
  S.Offset = std::min(Offset, T.Size);
  S.Length = std::min(Length, T.Size - S.Offset);
  auto Place = [&](unsigned At, unsigned &Line, unsigned &Column) {
    Line = upper_bound(T.Starts, At) - T.Starts.begin();
    Column = At - T.Starts[Line - 1] + 1;
  };
  Place(S.Offset, S.Line, S.Column);
  Place(S.Offset + S.Length, S.EndLine, S.EndColumn);
  return S;
}
