// The dependency that is called. In a file of its own, so that no compiler sees
// what it does.
#ifndef BENCH_REMOTE_H
#define BENCH_REMOTE_H

#include <chrono>
#include <system_error>

/// How many of the next calls fail.
void failures_ahead(int count);
/// Connection refused while failures are ahead, else success.
std::error_code remote();
/// Where a loop would sleep.
void no_sleep(std::chrono::nanoseconds wait);

#endif
