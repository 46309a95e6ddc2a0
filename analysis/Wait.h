// How long one wait is.
#ifndef RETRYLINT_ANALYSIS_WAIT_H
#define RETRYLINT_ANALYSIS_WAIT_H

namespace retrylint {

/// The wait before one retry, in seconds: all waits of the round added up. It
/// is [Lo, Hi], and between LeastShare and Share of an amount that is not
/// known.
struct Wait {
  double Lo = 0, Hi = 0;
  double LeastShare = 0, Share = 0;
  bool Numeric = false;    // nothing in it is unknown
  bool Random = false;     // differs from client to client
  bool Timed = false;      // computed from the clock
  bool FromServer = false; // computed from what the dependency answered
  bool UnitKnown = true;   // false: numbers of an unknown unit
  bool Overflows = false;  // computed by arithmetic that left its type
};

} // namespace retrylint

#endif
