// Where the analysis gives up. Hitting a limit makes facts unknown, never
// wrong.
#ifndef RETRYLINT_ANALYSIS_LIMITS_H
#define RETRYLINT_ANALYSIS_LIMITS_H

namespace retrylint::limits {

/// CFG elements interpreted in one run of one function.
inline constexpr unsigned Steps = 60000;
/// The same until a retry was recognised; until something was attempted, and
/// from then until it was attempted again.
inline constexpr unsigned FirstSteps = 20000;
inline constexpr unsigned BlindSteps = 5000;
/// The latter for a helper that is taken as a whole: its rounds are long.
inline constexpr unsigned HelperSteps = 10000;
/// The same as long as nobody has asked how the attempt ended.
inline constexpr unsigned UnaskedSteps = 2000;
/// All of these for calls of which nobody knows what they do: there are many,
/// and few are attempts.
inline constexpr unsigned WeakFirstSteps = 8000;
inline constexpr unsigned WeakBlindSteps = 2000;
/// The same for what the loop asks before the first attempt, if nothing is left
/// of the rest.
inline constexpr unsigned BeforeSteps = 2000;
/// Ways on which the same call was made for something else next, before one on
/// which it was made again: it is made for one thing after the other.
inline constexpr unsigned Moves = 16;
/// The same over all runs of one function.
inline constexpr unsigned FunctionSteps = 400000;
/// Paths explored in one run.
inline constexpr unsigned Paths = 192;
/// Attempts watched on one path.
inline constexpr unsigned Rounds = 40;
/// Elements on one path, and how many rounds are watched all the same.
inline constexpr unsigned PathSteps = 8000;
inline constexpr unsigned LongRounds = 5;
/// The same where only their number is asked for.
inline constexpr unsigned CountedRounds = 1001;
/// Calls followed into their bodies, one inside the other.
inline constexpr unsigned CallDepth = 6;
/// The same for a function that calls itself: each level is a round.
inline constexpr unsigned RecursionDepth = 12;
/// Times an undecidable condition repeats its answer without an attempt in
/// between, before the other answer is tried: inner loops end.
inline constexpr unsigned Repeats = 3;
/// The same where something in the loop counts, but nothing waits or attempts.
inline constexpr unsigned Turns = 24;
/// How far back the origin of a value is compared.
inline constexpr unsigned Ancestry = 6;
/// Passes of a loop without an attempt, and before the first one.
inline constexpr unsigned IdlePasses = 64;
inline constexpr unsigned IdleBeginnings = 2;
/// Ways to the first attempt that are told apart.
inline constexpr unsigned Beginnings = 6;
/// Paths waiting to be walked.
inline constexpr unsigned Waiting = 400;
/// Blocks of a function that is analysed at all, or followed into.
inline constexpr unsigned Blocks = 1500;
inline constexpr unsigned CalleeBlocks = 120;
/// Retries around retries that are followed outwards.
inline constexpr unsigned RetryLayers = 4;
/// Calls in the cycles of one function that are tried as the attempt.
inline constexpr unsigned Candidates = 12;
/// Of these, helpers that are taken as a whole.
inline constexpr unsigned Helpers = 4;

} // namespace retrylint::limits

#endif
