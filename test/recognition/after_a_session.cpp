// RUN: %check_retry %s --checks=retry-fixed-interval -- -std=c++20
// What is waited after a session that worked begins anew. That is no fixed interval,
// though it is the same after each session.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

using namespace std::chrono_literals;
struct Socket;
struct Frame {};
std::optional<Frame> recv_frame(Socket &);
bool dispatch(const Frame &);
void drop_link(Socket *);
Socket *open_link();
Socket *dial_server();

struct Link {
  std::chrono::milliseconds longest;
  std::atomic<bool> stop;
  std::mutex guard;
  std::condition_variable changed;
  Socket *socket;

  void growing() {
    auto backoff = 100ms;
    while (!stop.load()) {
      if (socket) {
        for (;;) {
          auto frame = recv_frame(*socket);
          if (!frame || !dispatch(*frame))
            break;
        }
        drop_link(socket);
        backoff = 100ms;
      }
      {
        std::unique_lock lock{guard};
        changed.wait_for(lock, backoff, [&] { return stop.load(); });
      }
      if (stop.load())
        break;
      if (Socket *reopened = open_link())
        socket = reopened;
      else
        backoff = std::min(backoff * 2, longest);
    }
  }

  void alwaysTheSame() {
    while (!stop.load()) {
      if (socket) {
        while (auto frame = recv_frame(*socket))
          dispatch(*frame);
        drop_link(socket);
      }
      socket = dial_server();
      if (!socket) {
        std::unique_lock lock{guard};
        changed.wait_for(lock, 2s, [&] { return stop.load(); }); // expect: retry-fixed-interval
      }
    }
  }
};
