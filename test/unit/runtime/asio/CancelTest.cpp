// A wait of hours ends when somebody wants it to.
#include "Library.h"
#include <chrono>

using namespace retry;

namespace {

auto itself = [](const failure &f) { return f; };
auto busy = [](attempt &, auto done) { done(throttledAnswer()); };

using AsyncStop = RealTime;

TEST_F(AsyncStop, L8_AStopRequestEndsTheWait) {
  stop_source stopper;
  result<failure> given;
  async_call<failure>(io, server, get("read").unless(stopper.token()), busy,
                      itself, [&](result<failure> r) { given = std::move(r); });
  io.poll();
  ASSERT_EQ(seen.retries.size(), 1u); // it waits
  stopper.request_stop();
  io.run();
  EXPECT_EQ(given.stop(), stop_reason::cancelled);
  EXPECT_EQ(given.attempts(), 1u);
  EXPECT_STREQ(given.why().type, "busy"); // the real last error
}

TEST_F(AsyncStop, L8_AStoppedOperationMakesNoAttempt) {
  stop_source stopper;
  stopper.request_stop();
  int attempts = 0;
  result<failure> given;
  async_call<failure>(
      io, server, get("read").unless(stopper.token()),
      [&](attempt &, auto done) {
        ++attempts;
        done(success);
      },
      itself, [&](result<failure> r) { given = std::move(r); });
  io.run();
  EXPECT_EQ(given.stop(), stop_reason::cancelled);
  EXPECT_EQ(attempts, 0);
}

TEST_F(AsyncStop, L8_AStopDuringTheAttemptLetsNoOtherFollow) {
  stop_source stopper;
  result<failure> given;
  async_call<failure>(
      io, server, get("read").unless(stopper.token()),
      [&](attempt &, auto done) {
        stopper.request_stop();
        done(throttledAnswer());
      },
      itself, [&](result<failure> r) { given = std::move(r); });
  io.run();
  EXPECT_EQ(given.stop(), stop_reason::cancelled);
  EXPECT_TRUE(seen.retries.empty()); // and no budget was taken
  EXPECT_EQ(server.retries().utilization({}), 0);
}

#if RETRY_TEST_SLOTS
using AsyncSlot = RealTime;

TEST_F(AsyncSlot, L8_ASignalEndsTheWait) {
  for (auto type :
       {net::cancellation_type::terminal, net::cancellation_type::partial,
        net::cancellation_type::total}) {
    net::cancellation_signal signal;
    result<failure> given;
    async_call<failure>(
        io, server, get("read"), busy, itself,
        net::bind_cancellation_slot(
            signal.slot(), [&](result<failure> r) { given = std::move(r); }));
    io.poll();
    signal.emit(type);
    io.run();
    io.restart();
    EXPECT_EQ(given.stop(), stop_reason::cancelled);
    EXPECT_EQ(given.attempts(), 1u);
    EXPECT_STREQ(given.why().type, "busy");
    signal.emit(type); // whom it may concern is gone
  }
  EXPECT_EQ(seen.retries.size(), 3u);
}

TEST_F(AsyncSlot, L8_ASignalReachesTheOperationOfTheAttempt) {
  net::cancellation_signal signal;
  result<Code> given;
  net::basic_waitable_timer<retry::clock> slow(io, std::chrono::hours(1));
  async_call(
      io, server, get("read"),
      [&](attempt &, auto done) { slow.async_wait(std::move(done)); },
      net::bind_cancellation_slot(
          signal.slot(), [&](result<Code> r) { given = std::move(r); }));
  io.poll();
  signal.emit(net::cancellation_type::terminal);
  io.run();
  EXPECT_EQ(given.stop(), stop_reason::cancelled);
  EXPECT_EQ(given.answer(), net::error::operation_aborted);
}

TEST_F(AsyncSlot, L8_AnAttemptThatIgnoresTheSignalIsTheLast) {
  net::cancellation_signal signal;
  result<failure> given;
  std::function<void(failure)> answer;
  async_call<failure>(
      io, server, get("read"), [&](attempt &, auto done) { answer = done; },
      itself,
      net::bind_cancellation_slot(
          signal.slot(), [&](result<failure> r) { given = std::move(r); }));
  signal.emit(net::cancellation_type::terminal);
  answer(throttledAnswer());
  answer = nullptr;
  io.run();
  EXPECT_EQ(given.stop(), stop_reason::cancelled);
  EXPECT_TRUE(seen.retries.empty());
  EXPECT_EQ(server.retries().utilization({}), 0);
}
#endif

} // namespace
