// RUN: %check_retry %s --checks=retry-config --
#include "Inputs/google_cloud.h"

using namespace google::cloud;
using std::chrono::minutes;
using std::chrono::seconds;

void take(std::unique_ptr<storage::LimitedErrorCountRetryPolicy> policy);
void take(const spanner::LimitedErrorCountRetryPolicy &policy);
void take(std::unique_ptr<ExponentialBackoffPolicy> policy);

void generous() {
  take(storage::LimitedErrorCountRetryPolicy(50).clone()); // expect: retry-config
  take(spanner::LimitedErrorCountRetryPolicy(20)); // expect: retry-config
  take(ExponentialBackoffPolicy(seconds(2), minutes(10), 2.0).clone()); // expect: retry-config
}

void modest() {
  take(storage::LimitedErrorCountRetryPolicy(2).clone());
  take(spanner::LimitedErrorCountRetryPolicy(3));
  take(ExponentialBackoffPolicy(seconds(1), seconds(30), 2.0).clone());
}

void unknown(int most) { take(storage::LimitedErrorCountRetryPolicy(most).clone()); }
