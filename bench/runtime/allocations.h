// Counts the allocations of this thread.
#ifndef BENCH_ALLOCATIONS_H
#define BENCH_ALLOCATIONS_H

unsigned long long allocations();

#endif
