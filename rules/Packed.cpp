#include "rules/Packed.h"

namespace retrylint::packed {

// Seven bits at a time, the lowest first; the eighth says that more follow.
void put(size_t Number, std::string &Out) {
  for (; Number >= 0x80; Number >>= 7)
    Out += static_cast<char>(0x80 | (Number & 0x7f));
  Out += static_cast<char>(Number);
}

size_t number(llvm::StringRef &In) {
  size_t Number = 0;
  for (unsigned Shift = 0;; Shift += 7) {
    unsigned char Byte = In.front();
    In = In.drop_front();
    Number |= size_t(Byte & 0x7f) << Shift;
    if (Byte < 0x80)
      return Number;
  }
}

void put(llvm::StringRef Text, std::string &Out) {
  put(Text.size(), Out);
  Out += Text;
}

llvm::StringRef text(llvm::StringRef &In) {
  size_t Length = number(In);
  llvm::StringRef Text = In.take_front(Length);
  In = In.drop_front(Length);
  return Text;
}

void put(const yaml::Node &N, std::string &Out) {
  put(N.Is * 2 + N.Quoted, Out);
  put(N.At.Line, Out);
  put(N.At.Column, Out);
  if (N.Is == yaml::Node::Scalar)
    return put(llvm::StringRef(N.Text), Out);
  put(N.Values.size(), Out);
  for (size_t I = 0; I < N.Values.size(); ++I) {
    if (N.Is == yaml::Node::Map)
      put(N.Keys[I], Out);
    put(N.Values[I], Out);
  }
}

yaml::Node node(llvm::StringRef &In) {
  yaml::Node N;
  size_t Kind = number(In);
  N.Is = static_cast<yaml::Node::Kind>(Kind / 2);
  N.Quoted = Kind % 2;
  N.At.Line = number(In);
  N.At.Column = number(In);
  if (N.Is == yaml::Node::Scalar) {
    N.Text = text(In).str();
    return N;
  }
  size_t Size = number(In);
  N.Values.reserve(Size);
  if (N.Is == yaml::Node::Map)
    N.Keys.reserve(Size);
  while (Size--) {
    if (N.Is == yaml::Node::Map)
      N.Keys.push_back(node(In));
    N.Values.push_back(node(In));
  }
  return N;
}

} // namespace retrylint::packed
