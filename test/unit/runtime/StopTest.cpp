// Tokens end waits. Where a thread waits it is woken, never waited out: every
// deadline here is hours away.
#include "retry/stop.h"
#include "Fixture.h"
#include <future>
#include <thread>

using namespace retry;
using namespace std::chrono_literals;

namespace {

time_point farAway() { return clock::now() + 24h; }

TEST(Stop, AnEmptyTokenNeverStops) {
  stop_token token;
  EXPECT_FALSE(token.stop_possible());
  EXPECT_FALSE(token.stop_requested());
  EXPECT_TRUE(token.wait_until(clock::now()));
  int calls = 0;
  stop_callback callback(token, [&] { ++calls; });
  EXPECT_EQ(calls, 0);
}

TEST(Stop, TokensOutliveTheirSourceAndAreCopied) {
  stop_token token;
  {
    stop_source source;
    token = source.token();
    stop_token other = token, moved = std::move(other);
    EXPECT_FALSE(other.stop_possible());
    EXPECT_TRUE(moved.stop_possible());
    stop_token &same = moved;
    moved = same;
    source.request_stop();
    EXPECT_TRUE(moved.stop_requested());
  }
  EXPECT_TRUE(token.stop_requested());
  token = stop_token();
  EXPECT_FALSE(token.stop_requested());
}

TEST(Stop, AWaitThatWasStoppedBeforeEndsAtOnce) {
  stop_source source;
  source.request_stop();
  EXPECT_FALSE(source.token().wait_until(farAway()));
  EXPECT_FALSE(source.token().wait_until(never));
}

/// Requests a stop from another thread as soon as this one can be waiting, and
/// expects the wait to end. Whichever comes first, the wait must end.
template <typename Source> void endsAWait(Source &source, stop_token token) {
  std::promise<void> begins;
  std::thread other([&] {
    begins.get_future().wait();
    source.request_stop();
  });
  begins.set_value();
  EXPECT_FALSE(token.wait_until(farAway()));
  other.join();
}

TEST(Stop, L8_ARequestFromAnotherThreadEndsTheWait) {
  for (int i = 0; i < 200; ++i) {
    stop_source source;
    endsAWait(source, source.token());
  }
}

TEST(Stop, OneRequestEndsAllWaits) {
  stop_source source;
  std::vector<std::thread> waiting;
  std::atomic<int> ended{0};
  for (int i = 0; i < 4; ++i)
    waiting.emplace_back(
        [&, token = source.token()] { ended += !token.wait_until(farAway()); });
  source.request_stop();
  source.request_stop();
  for (std::thread &one : waiting)
    one.join();
  EXPECT_EQ(ended, 4);
}

TEST(Stop, CallbacksAreCalledOnceAndNotAfterTheirEnd) {
  stop_source source;
  int first = 0, second = 0, late = 0;
  stop_callback one(source.token(), [&] { ++first; });
  {
    stop_callback two(source.token(), [&] { ++second; });
  }
  source.request_stop();
  source.request_stop();
  stop_callback three(source.token(), [&] { ++late; });
  EXPECT_EQ(first, 1);
  EXPECT_EQ(second, 0);
  EXPECT_EQ(late, 1);
}

TEST(Stop, ACallbackMayEndItself) {
  struct Holder {
    struct End {
      Holder *whose;
      void operator()() const { whose->held.reset(); }
    };
    std::unique_ptr<stop_callback<End>> held;
  } holder;
  stop_source source;
  holder.held = std::make_unique<stop_callback<Holder::End>>(
      source.token(), Holder::End{&holder});
  source.request_stop();
  EXPECT_EQ(holder.held, nullptr);
}

TEST(Stop, TheEndOfACallbackWaitsForTheCallUnderWay) {
  stop_source source;
  std::promise<void> entered, go;
  bool finished = false;
  auto callback = [&] {
    entered.set_value();
    go.get_future().wait();
    finished = true;
  };
  auto held = std::make_unique<stop_callback<decltype(callback)>>(
      source.token(), callback);
  std::thread stopping([&] { source.request_stop(); });
  entered.get_future().wait();
  std::thread ending([&] {
    held.reset();
    EXPECT_TRUE(finished);
  });
  go.set_value();
  ending.join();
  stopping.join();
}

struct StopCall : Simulated {};

TEST_F(StopCall, L8_AStopDuringTheWaitMakesNoFurtherAttempt) {
  // In real time: the wait of an hour is cut short.
  policy slow = async_event;
  slow.base = slow.cap = 1h;
  slow.throttled_floor = 30min;
  dependency busy("busy", slow);
  busy.use(seen);
  stop_source source;
  struct Stopping final : observer {
    explicit Stopping(stop_source &which) : source(which) {}
    void retrying(const retry_event &) noexcept override {
      stopper = std::thread([this] { source.request_stop(); });
    }
    void gave_up(const retry_event &) noexcept override {}
    stop_source &source;
    std::thread stopper;
  } stopping(source);
  busy.use(stopping);
  int calls = 0;
  auto r = call(
      busy, get("read").unless(source.token()), [&] { return ++calls; },
      [](int) { return throttled("busy"); });
  stopping.stopper.join();
  EXPECT_EQ(r.stop(), stop_reason::cancelled);
  EXPECT_EQ(calls, 1);
}

#if defined(__cpp_lib_jthread)
TEST(StandardStop, L8_ARequestFromAnotherThreadEndsTheWait) {
  for (int i = 0; i < 200; ++i) {
    std::stop_source source;
    endsAWait(source, source.get_token());
  }
}

TEST(StandardStop, ATokenWithoutASourceIsEmpty) {
  EXPECT_FALSE(stop_token(std::stop_token()).stop_possible());
}

TEST(StandardStop, CallsBack) {
  std::stop_source source;
  int calls = 0;
  stop_callback one(stop_token(source.get_token()), [&] { ++calls; });
  source.request_stop();
  EXPECT_EQ(calls, 1);
}

TEST(StandardStop, L8_EndsACall) {
  fake_environment env;
  null_observer nobody;
  dependency server("server");
  server.use(env).use(nobody);
  std::stop_source source;
  int calls = 0;
  auto r = call(server, get("read").unless(source.get_token()), [&] {
    ++calls;
    source.request_stop();
    return refusedCode();
  });
  EXPECT_EQ(r.stop(), stop_reason::cancelled);
  EXPECT_EQ(calls, 1);
}
#endif

} // namespace
