// Every kind of completion token, and coroutines of Asio.
#include "Library.h"
#include <memory>
using namespace retry;
using namespace std::chrono_literals;

namespace {

auto second = [](attempt &now, auto done) {
  done(now.number() < 2 ? refusedCode() : Code());
};

using AsyncToken = Simulated;

TEST_F(AsyncToken, AFuture) {
  std::future<result<Code>> later =
      async_call(io, server, get("read"), second, net::use_future);
  io.run();
  EXPECT_EQ(later.get().attempts(), 2u);
}

TEST_F(AsyncToken, AFutureOfWhatCannotBeCopied) {
  auto later = async_call<std::unique_ptr<int>>(
      io, server, get("make"),
      [](attempt &, auto done) { done(std::make_unique<int>(4)); },
      [](const std::unique_ptr<int> &) { return success; }, net::use_future);
  io.run();
  EXPECT_EQ(*later.get().answer(), 4);
}

#ifdef RETRY_TEST_COROUTINES
template <typename T> auto spawn(net::io_context &io, net::awaitable<T> task) {
  auto later = net::co_spawn(io, std::move(task), net::use_future);
  io.run();
  return later.get();
}

TEST_F(AsyncToken, AnAwaitable) {
  auto read = [&]() -> net::awaitable<unsigned> {
    auto r = co_await async_call(io, server, get("read"), second,
                                 net::use_awaitable);
    co_return r.attempts();
  };
  EXPECT_EQ(spawn(io, read()), 2u);
}

TEST_F(AsyncToken, ADeferredCallStartsWhenItIsAskedToAndCanBeRepeated) {
  auto later = async_call(io, server, get("read"), second, deferred);
  EXPECT_TRUE(seen.retries.empty());
  auto read = [&]() -> net::awaitable<void> {
    EXPECT_EQ((co_await later(net::use_awaitable)).attempts(), 2u);
    EXPECT_EQ((co_await later(net::use_awaitable)).attempts(), 2u);
  };
  net::co_spawn(io, read(), net::detached);
  io.run();
  EXPECT_EQ(seen.retries.size(), 2u);
}

TEST_F(AsyncToken, CoroutinesAreAttemptsOfAnAsyncCall) {
  auto later = async_call<int>(
      io, server, get("read"),
      [&](attempt &now, auto done) {
        net::co_spawn(
            io,
            [](attempt &which) -> net::awaitable<int> {
              if (which.number() < 2)
                throw SystemError(refusedCode());
              co_return 5;
            }(now),
            std::move(done));
      },
      [](int) { return success; }, net::use_future);
  io.run();
  auto r = later.get();
  EXPECT_EQ(r.answer(), 5);
  EXPECT_EQ(r.attempts(), 2u);
}

using CoCall = Simulated;

TEST_F(CoCall, RetriesACoroutineOfAsio) {
  auto r = spawn(io, co_call(
                         server, get("read"),
                         [](attempt &now) -> net::awaitable<int> {
                           if (now.number() < 3)
                             throw SystemError(Code(net::error::eof));
                           co_return 6;
                         },
                         [](int) { return success; }));
  EXPECT_EQ(r.answer(), 6);
  EXPECT_EQ(r.attempts(), 3u);
  EXPECT_EQ(env.waits.size(), 2u);
  EXPECT_STREQ(seen.retries.at(0).error_type, "eof");
}

using CoCallRealTime = RealTime;

auto busyTask = []() -> net::awaitable<failure> {
  co_return throttledAnswer();
};
auto itself = [](const failure &f) { return f; };

TEST_F(CoCallRealTime, L8_AStopRequestEndsTheWait) {
  stop_source stopper;
  auto later = net::co_spawn(
      io,
      co_call(server, get("read").unless(stopper.token()), busyTask, itself),
      net::use_future);
  io.poll();
  ASSERT_EQ(seen.retries.size(), 1u); // it waits
  stopper.request_stop();
  io.run();
  auto r = later.get();
  EXPECT_EQ(r.stop(), stop_reason::cancelled);
  EXPECT_STREQ(r.why().type, "busy");
}

TEST_F(CoCallRealTime, L8_ASignalEndsTheWait) {
  net::cancellation_signal signal;
  result<failure> given;
  net::co_spawn(io, co_call(server, get("read"), busyTask, itself),
                net::bind_cancellation_slot(
                    signal.slot(), [&](std::exception_ptr, result<failure> r) {
                      given = std::move(r);
                    }));
  io.poll();
  ASSERT_EQ(seen.retries.size(), 1u);
  signal.emit(net::cancellation_type::terminal);
  io.run();
  EXPECT_EQ(given.stop(), stop_reason::cancelled);
  EXPECT_EQ(given.attempts(), 1u);
}

TEST_F(CoCallRealTime, L8_ASignalReachesTheAttempt) {
  net::cancellation_signal signal;
  result<int> given;
  net::co_spawn(
      io,
      co_call(
          server, get("read"),
          []() -> net::awaitable<int> {
            net::steady_timer slow(co_await net::this_coro::executor, 1h);
            co_await slow.async_wait(net::use_awaitable);
            co_return 1;
          },
          [](int) { return success; }),
      net::bind_cancellation_slot(
          signal.slot(),
          [&](std::exception_ptr, result<int> r) { given = std::move(r); }));
  io.poll();
  signal.emit(net::cancellation_type::terminal);
  io.run();
  EXPECT_EQ(given.stop(), stop_reason::cancelled);
  EXPECT_THROW((void)given.answer(), SystemError);
}
#endif

} // namespace
