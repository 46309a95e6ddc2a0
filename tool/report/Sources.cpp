#include "tool/report/Sources.h"
#include "tool/report/Encode.h"

using namespace llvm;
using namespace retrylint;

const Sources::Source &Sources::get(StringRef File) {
  auto [It, New] = Files.try_emplace(File);
  Source &S = It->second;
  if (!New)
    return S;
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return S;
  S.Buffer = std::move(*Buffer);
  for (StringRef Rest = S.Buffer->getBuffer(); !Rest.empty();) {
    auto [Line, More] = Rest.split('\n');
    S.Lines.push_back(Line.rtrim('\r'));
    Rest = More;
  }
  return S;
}

StringRef Sources::text(StringRef File) {
  const Source &S = get(File);
  return S.Buffer ? S.Buffer->getBuffer() : "";
}

StringRef Sources::line(StringRef File, unsigned Number) {
  const Source &S = get(File);
  return Number && Number <= S.Lines.size() ? S.Lines[Number - 1] : "";
}

std::pair<unsigned, unsigned> Sources::place(StringRef File, unsigned Offset) {
  StringRef Before = text(File).take_front(Offset);
  auto Line = static_cast<unsigned>(Before.count('\n')) + 1;
  // rfind gives npos, which becomes 0, in the first line.
  return {Line, characters(Before.substr(Before.rfind('\n') + 1)) + 1};
}
