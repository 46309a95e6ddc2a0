// One thread: five ways to make a call that succeeds, fails once, fails twice,
// or is given up.
#include "allocations.h"
#include "shapes.h"
#include <benchmark/benchmark.h>

namespace {

template <typename Call> void measure(benchmark::State &state, Call call) {
  call(); // what happens once, happens now
  unsigned long long before = allocations();
  for (auto _ : state)
    benchmark::DoNotOptimize(call());
  state.counters["allocations"] =
      benchmark::Counter(static_cast<double>(allocations() - before),
                         benchmark::Counter::kAvgIterations);
}

/// A function of somebody's program that calls the dependency.
template <typename Shape> __attribute__((noinline)) std::error_code read() {
  return Shape::call([] { return remote(); });
}

template <typename Shape> void with_failures(benchmark::State &state) {
  if (int count = static_cast<int>(state.range(0)))
    measure(state, [count] {
      failures_ahead(count);
      return read<Shape>();
    });
  else
    measure(state, read<Shape>);
}

struct with_attempt {
  template <typename Fn> static std::error_code call(Fn fn) {
    return retry::call(server, retry::get("read"),
                       [fn](retry::attempt &) { return fn(); })
        .answer();
  }
};

void rolling(benchmark::State &state) {
  static retry::rolling_budget budget;
  static retry::dependency server("server");
  server.use(budget);
  measure(state, [] {
    return retry::call(server, retry::get("read"), [] { return remote(); })
        .answer();
  });
}

void budget_denied(benchmark::State &state) {
  static unprotected_server server;
  static retry::token_bucket empty(0.2, 1);
  // Being out of budget opens the circuit: this one closes at once.
  static retry::circuit_breaker forgiving(std::numeric_limits<unsigned>::max(),
                                          0ns);
  server.use(empty).use(forgiving);
  measure(state, [] {
    failures_ahead(1);
    return retry::call(server, retry::get("read"), [] { return remote(); })
        .answer();
  });
}

void breaker_open(benchmark::State &state) {
  static unprotected_server server;
  static retry::circuit_breaker open(20, 24h);
  open.open(retry::clock::now());
  server.use(open);
  measure(state, [] {
    return retry::call(server, retry::get("read"), [] { return remote(); })
        .ok();
  });
}

BENCHMARK_TEMPLATE(with_failures, direct)->Name("direct")->Arg(0);
BENCHMARK_TEMPLATE(with_failures, hand_loop)
    ->Name("hand_loop")
    ->DenseRange(0, 3);
BENCHMARK_TEMPLATE(with_failures, function_loop)
    ->Name("function_loop")
    ->DenseRange(0, 3);
BENCHMARK_TEMPLATE(with_failures, virtual_policies)
    ->Name("virtual_policies")
    ->DenseRange(0, 3);
BENCHMARK_TEMPLATE(with_failures, ours)->Name("ours")->Arg(0);
BENCHMARK_TEMPLATE(with_failures, ours_awake)->Name("ours")->DenseRange(1, 3);
BENCHMARK_TEMPLATE(with_failures, with_attempt)
    ->Name("ours_with_attempt")
    ->Arg(0);
BENCHMARK(rolling)->Name("ours/rolling_budget");
BENCHMARK(budget_denied)->Name("ours/budget_denied");
BENCHMARK(breaker_open)->Name("ours/breaker_open");

} // namespace

BENCHMARK_MAIN();
