#include "tool/report/UnitResult.h"
#include "rules/Packed.h"
#include "llvm/ADT/bit.h"

using namespace retrylint;

// Each struct is listed once; Writer and Reader go through that list.
namespace {

class Writer {
public:
  std::string Out;

  void operator()(std::string &Text) {
    packed::put(llvm::StringRef(Text), Out);
  }
  void operator()(unsigned Number) { packed::put(size_t(Number), Out); }
  void operator()(double Number) {
    packed::put(llvm::bit_cast<size_t>(Number), Out);
  }
  template <typename T> void operator()(std::vector<T> &List) {
    packed::put(List.size(), Out);
    for (T &Item : List)
      (*this)(Item);
  }
  template <typename T> void operator()(std::optional<T> &Maybe) {
    packed::put(size_t(Maybe.has_value()), Out);
    if (Maybe)
      (*this)(*Maybe);
  }
  template <typename T> void operator()(T &Value) {
    if constexpr (std::is_enum_v<T> || std::is_same_v<T, bool>)
      packed::put(static_cast<size_t>(Value), Out);
    else
      fields(*this, Value);
  }
};

class Reader {
public:
  explicit Reader(llvm::StringRef In) : In(In) {}

  void operator()(std::string &Text) { Text = packed::text(In).str(); }
  void operator()(unsigned &Number) { Number = packed::number(In); }
  void operator()(double &Number) {
    Number = llvm::bit_cast<double>(packed::number(In));
  }
  template <typename T> void operator()(std::vector<T> &List) {
    List.resize(packed::number(In));
    for (T &Item : List)
      (*this)(Item);
  }
  template <typename T> void operator()(std::optional<T> &Maybe) {
    if (packed::number(In))
      (*this)(Maybe.emplace());
  }
  template <typename T> void operator()(T &Value) {
    if constexpr (std::is_enum_v<T> || std::is_same_v<T, bool>)
      Value = static_cast<T>(packed::number(In));
    else
      fields(*this, Value);
  }

private:
  llvm::StringRef In;
};

template <typename IO> void fields(IO &Do, Span &S) {
  Do(S.File), Do(S.Offset), Do(S.Length);
  Do(S.Line), Do(S.Column), Do(S.EndLine), Do(S.EndColumn);
}
template <typename IO> void fields(IO &Do, Edit &E) {
  Do(E.File), Do(E.Offset), Do(E.Length), Do(E.Text);
}
template <typename IO> void fields(IO &Do, Remark &R) {
  Do(R.Text), Do(R.At), Do(R.Marks);
}
template <typename IO> void fields(IO &Do, Suppression &S) {
  Do(S.Justification), Do(S.Approved);
}
template <typename IO> void fields(IO &Do, Finding &F) {
  Do(F.Check), Do(F.TheGate), Do(F.Rules), Do(F.What), Do(F.Notes), Do(F.Fix);
  Do(F.Function), Do(F.Suppressed), Do(F.Fingerprint);
}
template <typename IO> void fields(IO &Do, WaitRange &W) { Do(W.Lo), Do(W.Hi); }
template <typename IO>
void fields(IO &Do, std::pair<std::string, std::string> &P) {
  Do(P.first), Do(P.second);
}
template <typename IO> void fields(IO &Do, LoopFacts &L) {
  Do(L.File), Do(L.Line), Do(L.EndLine), Do(L.AttemptLine), Do(L.Function);
  Do(L.Facts), Do(L.Story), Do(L.Waits), Do(L.Random), Do(L.Endless),
      Do(L.RunsIn);
  auto &R = L.Recommended;
  Do(R.Attempts), Do(R.Base), Do(R.Cap), Do(R.Total), Do(R.Schedule);
}
template <typename IO> void fields(IO &Do, UnitResult &R) {
  Do(R.Findings), Do(R.Loops), Do(R.Failure), Do(R.Errors), Do(R.MoreErrors),
      Do(R.Dated);
}

} // namespace

std::string retrylint::pack(UnitResult R) {
  Writer Write;
  Write(R);
  return std::move(Write.Out);
}

UnitResult retrylint::unpack(llvm::StringRef Text) {
  UnitResult R;
  Reader Read(Text);
  Read(R);
  return R;
}
