#include "tool/report/Pictures.h"
#include "checks/Describe.h"
#include "tool/report/Load.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;
using namespace retrylint;

namespace {

constexpr unsigned Width = 400, Bins = 200;

double total(ArrayRef<WaitRange> Waits) {
  double Sum = 0;
  for (const WaitRange &W : Waits)
    Sum += W.Hi;
  return Sum;
}

double longest(ArrayRef<WaitRange> Waits) {
  double Most = 0;
  for (const WaitRange &W : Waits)
    Most = std::max(Most, W.Hi);
  return Most;
}

/// Short: a picture needs no digits that nobody can see.
std::string seconds(double S) {
  double Unit = S >= 100 ? 1 : S >= 1 ? 10 : 1000;
  return describeSeconds(std::round(S * Unit) / Unit);
}

std::string rangeText(const WaitRange &W) {
  return W.Lo == W.Hi ? seconds(W.Hi) : seconds(W.Lo) + " to " + seconds(W.Hi);
}

double most(ArrayRef<WaitRange> Waits, double Horizon) {
  std::vector<double> Load = expectedLoad(Waits, Clients, Horizon, Bins);
  return Load.empty() ? 0 : *llvm::max_element(Load);
}

} // namespace

Scale Scale::of(ArrayRef<WaitRange> A, ArrayRef<WaitRange> B) {
  Scale S;
  S.LongestWait = std::max({longest(A), longest(B), 1e-3});
  S.Horizon = std::max({total(A), total(B), 1e-3}) * 1.03;
  S.MostLoad = std::max({most(A, S.Horizon), most(B, S.Horizon), 1.0});
  return S;
}

std::string retrylint::drawWaits(ArrayRef<WaitRange> Waits, const Scale &S) {
  constexpr unsigned Row = 24, Label = 60, Track = Width - Label - 90;
  std::string Svg = formatv(
      "<svg viewBox=\"0 0 {0} {1}\" role=\"img\"><title>The wait before each "
      "retry</title>",
      Width, Waits.size() * Row + 4);
  for (auto [I, W] : enumerate(Waits)) {
    double From = Label + Track * W.Lo / S.LongestWait;
    double Wide = std::max(3.0, Track * (W.Hi - W.Lo) / S.LongestWait);
    size_t Y = I * Row;
    Svg += formatv(
        "<text x=\"0\" y=\"{0}\">retry {1}</text>"
        "<line class=\"track\" x1=\"{2}\" x2=\"{3}\" y1=\"{4}\" y2=\"{4}\"/>"
        "<rect class=\"{5}\" x=\"{6:f1}\" y=\"{7}\" width=\"{8:f1}\" "
        "height=\"14\" rx=\"2\"/>"
        "<text x=\"{9}\" y=\"{0}\">{10}</text>",
        Y + 16, I + 1, Label, Label + Track, Y + 12,
        W.Lo == W.Hi ? "point" : "band", From, Y + 5, Wide, Label + Track + 8,
        rangeText(W));
  }
  return Svg + "</svg>";
}

std::string retrylint::drawLoad(ArrayRef<WaitRange> Waits, const Scale &S) {
  constexpr unsigned Height = 120, Bottom = 100, Top = 16;
  std::vector<double> Load = expectedLoad(Waits, Clients, S.Horizon, Bins);
  std::string Svg = formatv(
      "<svg viewBox=\"0 0 {0} {1}\" role=\"img\"><title>Retries of {2} clients "
      "over time</title><line class=\"axis\" x1=\"0\" x2=\"{0}\" y1=\"{3}\" "
      "y2=\"{3}\"/>",
      Width, Height, Clients, Bottom);
  double Wide = double(Width) / Bins;
  for (auto [I, Count] : enumerate(Load))
    if (double High = (Bottom - Top) * Count / S.MostLoad; High > 0.05)
      Svg += formatv("<rect class=\"load\" x=\"{0:f1}\" y=\"{1:f1}\" "
                     "width=\"{2:f1}\" height=\"{3:f1}\"/>",
                     I * Wide, Bottom - High, Wide * 0.9, High);
  Svg += formatv("<text x=\"0\" y=\"{0}\">0 s</text><text x=\"{1}\" "
                 "y=\"{0}\" text-anchor=\"end\">{2}</text>"
                 "<text x=\"{1}\" y=\"11\" text-anchor=\"end\">full height: "
                 "{3:f0} in {4}</text></svg>",
                 Height - 4, Width, seconds(S.Horizon), S.MostLoad,
                 seconds(S.Horizon / Bins));
  return Svg;
}

std::string retrylint::describeLoad(ArrayRef<WaitRange> Waits, const Scale &S) {
  double Least = 0;
  for (const WaitRange &W : Waits)
    Least += W.Lo;
  return formatv("{0} of waiting in all; at worst {1:f0} requests within {2}",
                 rangeText({Least, total(Waits)}), most(Waits, S.Horizon),
                 seconds(S.Horizon / Bins));
}
