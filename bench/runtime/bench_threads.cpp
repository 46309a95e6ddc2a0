// Several threads that share one dependency: its budget and circuit breaker.
#include "shapes.h"
#include <benchmark/benchmark.h>

namespace {

void success(benchmark::State &state) {
  static retry::dependency server("server");
  for (auto _ : state)
    benchmark::DoNotOptimize(
        retry::call(server, retry::get("read"), [] { return remote(); }));
}

/// Every success gives back a token and every failure takes one.
void one_failure(benchmark::State &state) {
  static unprotected_server server;
  for (auto _ : state) {
    failures_ahead(1);
    benchmark::DoNotOptimize(
        retry::call(server, retry::get("read"), [] { return remote(); }));
  }
}

void rolling(benchmark::State &state) {
  static retry::rolling_budget budget;
  static retry::dependency server("server");
  if (state.thread_index() == 0)
    server.use(budget);
  for (auto _ : state)
    benchmark::DoNotOptimize(
        retry::call(server, retry::get("read"), [] { return remote(); }));
}

/// Nothing shared: what the machine itself makes of so many threads.
void hand(benchmark::State &state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(hand_loop::call([] { return remote(); }));
}

void threads(benchmark::internal::Benchmark *one) {
  one->Threads(1)->Threads(2)->Threads(8);
}
BENCHMARK(hand)->Name("hand_loop")->Apply(threads);
BENCHMARK(success)->Name("token_bucket")->Apply(threads);
BENCHMARK(rolling)->Name("rolling_budget")->Apply(threads);
BENCHMARK(one_failure)->Name("token_bucket_one_failure")->Apply(threads);

} // namespace

BENCHMARK_MAIN();
