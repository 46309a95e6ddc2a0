// Where a call runs, what keeps it alive and what it leaves behind.
#include "Library.h"
#include <memory>
#include <thread>

using namespace retry;

namespace {

using AsyncExecutor = Simulated;

TEST_F(AsyncExecutor, EveryStepRunsOnTheExecutorOfTheHandler) {
  auto strand = net::make_strand(io);
  int outside = 0, attempts = 0;
  std::vector<std::thread> answering;
  auto here = [&] { outside += !strand.running_in_this_thread(); };
  net::post(strand, [&] {
    async_call(
        io, server, get("read"),
        [&](attempt &now, auto done) {
          here();
          ++attempts;
          // Answers from a thread that knows no executor.
          answering.emplace_back([done, number = now.number()]() mutable {
            done(number < 3 ? refusedCode() : Code());
          });
        },
        [&](const Code &code) {
          here();
          return by_asio()(code);
        },
        net::bind_executor(strand, [&](result<Code> r) {
          here();
          EXPECT_EQ(r.attempts(), 3u);
        }));
  });
  // io has no other work: the call keeps it running.
  std::thread other([&] { io.run(); });
  io.run();
  other.join();
  for (std::thread &one : answering)
    one.join();
  EXPECT_EQ(attempts, 3);
  EXPECT_EQ(outside, 0);
}

TEST_F(AsyncExecutor, TakesAnExecutorOrWhateverHasOne) {
  int completed = 0;
  auto once = [](attempt &, auto done) { done(Code()); };
  auto count = [&](result<Code>) { ++completed; };
  net::any_io_executor any = io.get_executor();
  auto strand = net::make_strand(io);
  net::basic_waitable_timer<retry::clock> object(io);
  async_call(io, server, get("a"), once, count);
  async_call(io.get_executor(), server, get("b"), once, count);
  async_call(any, server, get("c"), once, count);
  async_call(strand, server, get("d"), once, count);
  async_call(object, server, get("e"), once, count);
  io.run();
  EXPECT_EQ(completed, 5);
}

TEST_F(AsyncExecutor, AHandlerWithoutExecutorRunsOnTheGivenOne) {
  auto strand = net::make_strand(io);
  bool there = false;
  async_call(
      strand, server, get("read"), [](attempt &, auto done) { done(Code()); },
      [&](result<Code>) { there = strand.running_in_this_thread(); });
  io.run();
  EXPECT_TRUE(there);
}

template <typename T> struct Counting {
  using value_type = T;
  int *live, *total;
  Counting(int &now, int &ever) : live(&now), total(&ever) {}
  template <typename U>
  Counting(const Counting<U> &o) : live(o.live), total(o.total) {}
  T *allocate(std::size_t n) {
    ++*live;
    ++*total;
    return std::allocator<T>().allocate(n);
  }
  void deallocate(T *p, std::size_t n) {
    --*live;
    std::allocator<T>().deallocate(p, n);
  }
  template <typename U> bool operator==(const Counting<U> &o) const {
    return live == o.live;
  }
  template <typename U> bool operator!=(const Counting<U> &o) const {
    return live != o.live;
  }
};

struct CountedHandler {
  using allocator_type = Counting<char>;
  allocator_type memory;
  int *atTheEnd;
  allocator_type get_allocator() const noexcept { return memory; }
  void operator()(result<Code>) const { *atTheEnd = *memory.live; }
};

TEST_F(AsyncExecutor, MemoryIsOfTheHandlerAndFreeBeforeItRuns) {
  int live = 0, total = 0, atTheEnd = -1;
  async_call(
      io, server, get("read"),
      [](attempt &now, auto done) {
        done(now.number() < 3 ? refusedCode() : Code());
      },
      CountedHandler{{live, total}, &atTheEnd});
  io.run();
  EXPECT_GT(total, 0);
  EXPECT_EQ(atTheEnd, 0);
  EXPECT_EQ(live, 0);
}

TEST(AsyncLifetime, AContextThatEndsFirstTakesTheCallWithIt) {
  auto alive = std::make_shared<int>(0);
  dependency server("server", patient());
  Recorder seen;
  server.use(seen);
  stop_source stopper;
  {
    net::io_context io;
    async_call<failure>(
        io, server, get("read").unless(stopper.token()),
        [alive](attempt &, auto done) { done(throttledAnswer()); },
        [](const failure &f) { return f; },
        [alive](result<failure>) { FAIL(); });
    io.poll();
    EXPECT_EQ(seen.retries.size(), 1u); // it waits
    EXPECT_GT(alive.use_count(), 1);
  }
  EXPECT_EQ(alive.use_count(), 1);
  stopper.request_stop();
}

TEST(AsyncLifetime, AnAttemptThatDropsItsHandlerEndsTheCall) {
  auto alive = std::make_shared<int>(0);
  dependency server("server");
  net::io_context io;
  async_call(
      io, server, get("read"), [](attempt &, auto) {},
      [alive](result<Code>) { FAIL(); });
  io.run();
  EXPECT_EQ(alive.use_count(), 1);
}

} // namespace
