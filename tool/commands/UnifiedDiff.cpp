#include "tool/commands/UnifiedDiff.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FormatVariadic.h"
#include <vector>

using namespace llvm;

namespace {

constexpr size_t Context = 3;

std::vector<StringRef> linesOf(StringRef Text) {
  std::vector<StringRef> Lines;
  while (!Text.empty()) {
    size_t End = Text.find('\n');
    End = End == StringRef::npos ? Text.size() : End + 1;
    Lines.push_back(Text.take_front(End));
    Text = Text.drop_front(End);
  }
  return Lines;
}

/// ' ' in both, '-' in the old text only, '+' in the new one only.
struct Line {
  char Kind;
  StringRef Text;
};

/// By the longest common subsequence of what lies between the first and the
/// last line that differs.
std::vector<Line> compare(ArrayRef<StringRef> Old, ArrayRef<StringRef> New) {
  std::vector<Line> Lines;
  while (!Old.empty() && !New.empty() && Old.front() == New.front()) {
    Lines.push_back({' ', Old.front()});
    Old = Old.drop_front();
    New = New.drop_front();
  }
  std::vector<StringRef> Tail;
  while (!Old.empty() && !New.empty() && Old.back() == New.back()) {
    Tail.push_back(Old.back());
    Old = Old.drop_back();
    New = New.drop_back();
  }
  // Longest[I][J]: of what follows I and J.
  std::vector<std::vector<unsigned>> Longest(
      Old.size() + 1, std::vector<unsigned>(New.size() + 1));
  for (size_t I = Old.size(); I-- > 0;)
    for (size_t J = New.size(); J-- > 0;)
      Longest[I][J] = Old[I] == New[J]
                          ? Longest[I + 1][J + 1] + 1
                          : std::max(Longest[I + 1][J], Longest[I][J + 1]);
  size_t I = 0, J = 0;
  while (I < Old.size() || J < New.size())
    if (I < Old.size() && J < New.size() && Old[I] == New[J]) {
      Lines.push_back({' ', Old[I++]});
      ++J;
    } else if (J == New.size() ||
               (I < Old.size() && Longest[I + 1][J] >= Longest[I][J + 1])) {
      Lines.push_back({'-', Old[I++]});
    } else {
      Lines.push_back({'+', New[J++]});
    }
  for (StringRef Text : reverse(Tail))
    Lines.push_back({' ', Text});
  return Lines;
}

void writeHunk(raw_ostream &OS, ArrayRef<Line> Lines, size_t Old, size_t New) {
  size_t OldCount = 0, NewCount = 0;
  for (const Line &L : Lines) {
    OldCount += L.Kind != '+';
    NewCount += L.Kind != '-';
  }
  OS << formatv("@@ -{0},{1} +{2},{3} @@\n", Old + (OldCount != 0), OldCount,
                New + (NewCount != 0), NewCount);
  for (const Line &L : Lines) {
    OS << L.Kind << L.Text;
    if (!L.Text.ends_with("\n"))
      OS << "\n\\ No newline at end of file\n";
  }
}

} // namespace

void retrylint::writeUnifiedDiff(raw_ostream &OS, StringRef File,
                                 StringRef Before, StringRef After) {
  if (Before == After)
    return;
  OS << "--- a/" << File << "\n+++ b/" << File << "\n";
  std::vector<Line> Lines = compare(linesOf(Before), linesOf(After));
  size_t Old = 0, New = 0; // lines of each before I
  for (size_t I = 0; I < Lines.size();) {
    size_t Change = I;
    while (Change < Lines.size() && Lines[Change].Kind == ' ')
      ++Change;
    if (Change == Lines.size())
      break;
    size_t Begin = Change - std::min(Context, Change - I);
    Old += Begin - I;
    New += Begin - I;
    // The hunk goes on as long as the next change is near.
    size_t End = Change;
    for (size_t Same = 0; End < Lines.size() && Same <= 2 * Context; ++End)
      Same = Lines[End].Kind == ' ' ? Same + 1 : 0;
    size_t Trailing = 0;
    while (Lines[End - 1 - Trailing].Kind == ' ')
      ++Trailing;
    End -= Trailing - std::min(Trailing, Context);
    writeHunk(OS, ArrayRef(Lines).slice(Begin, End - Begin), Old, New);
    for (; Begin < End; ++Begin) {
      Old += Lines[Begin].Kind != '+';
      New += Lines[Begin].Kind != '-';
    }
    I = End;
  }
}
