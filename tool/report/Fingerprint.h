// What a finding is known by when lines come and go around it.
#ifndef RETRYLINT_TOOL_REPORT_FINGERPRINT_H
#define RETRYLINT_TOOL_REPORT_FINGERPRINT_H

namespace retrylint {

struct Report;

/// To be called when the findings are sorted: equal ones are told apart by
/// their order.
void setFingerprints(Report &R);

} // namespace retrylint

#endif
