#include "tool/run/Progress.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace retrylint;
using namespace std::chrono;

static constexpr StringRef Wipe = "\r\033[K";

Progress::Progress(size_t Total, bool Quiet)
    : Total(Total), On(!Quiet && sys::Process::StandardErrIsDisplayed()),
      Start(steady_clock::now()) {}

Progress::~Progress() {
  if (On)
    errs() << Wipe;
}

void Progress::begun(StringRef File) {
  auto Now = steady_clock::now();
  // A terminal is slower than the analysis of a small file.
  if (!On || (Done && Now - Shown < milliseconds(50)))
    return;
  Shown = Now;
  double Seconds = duration<double>(Now - Start).count();
  std::string Line = formatv("[{0}/{1}]", Done, Total);
  if (Done && Seconds > 0)
    Line += formatv(" {0:f1} files/s, {1:f0} s left", Done / Seconds,
                    (Total - Done) * Seconds / Done);
  Line += (" " + File).str();
  unsigned Columns = sys::Process::StandardErrColumns();
  errs() << Wipe << StringRef(Line).take_front(Columns ? Columns - 1 : 79);
}
