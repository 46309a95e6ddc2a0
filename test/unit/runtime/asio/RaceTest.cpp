// Stops that come while a wait begins, lasts or ends: for ThreadSanitizer.
#include "Library.h"
#include <atomic>
#include <thread>

using namespace retry;

namespace {

/// `start(io, server, operation, attempts, completed)` starts one call.
template <typename Start> void raceStops(int rounds, Start start) {
  policy p = async_event;
  p.base = p.cap = std::chrono::microseconds(1);
  null_observer nobody;
  net::io_context io;
  auto work = net::make_work_guard(io);
  std::thread one([&] { io.run(); }), two([&] { io.run(); });
  for (int i = 0; i < rounds; ++i) {
    dependency server("server", p);
    server.use(nobody);
    stop_source stopper;
    std::atomic<int> attempts{0};
    std::atomic<bool> completed{false};
    start(io, server, get("read").unless(stopper.token()), attempts, completed);
    while (attempts.load() < 1 + i % 3 && !completed.load())
      std::this_thread::yield();
    stopper.request_stop();
    while (!completed.load())
      std::this_thread::yield();
  }
  work.reset();
  one.join();
  two.join();
}

auto itself = [](const failure &f) { return f; };

TEST(AsyncStopRace, AStopFromAnyThreadAtAnyTime) {
  raceStops(300, [](auto &io, dependency &server, operation what,
                    std::atomic<int> &attempts, std::atomic<bool> &completed) {
    async_call<failure>(
        io, server, std::move(what),
        [&attempts](attempt &, auto done) {
          ++attempts;
          done(transient("t"));
        },
        itself, [&completed](result<failure>) { completed = true; });
  });
}

#ifdef RETRY_TEST_COROUTINES
TEST(CoCallRace, AStopFromAnyThreadAtAnyTime) {
  raceStops(300, [](auto &io, dependency &server, operation what,
                    std::atomic<int> &attempts, std::atomic<bool> &completed) {
    net::co_spawn(io,
                  co_call(
                      server, std::move(what),
                      [&attempts]() -> net::awaitable<failure> {
                        ++attempts;
                        co_return transient("t");
                      },
                      itself),
                  [&completed](std::exception_ptr, result<failure>) {
                    completed = true;
                  });
  });
}
#endif

} // namespace
