// RUN: %check_retry %s -- -std=c++20
// expect-none
// Frame, event and main loops.
#include <atomic>
#include <chrono>
#include <csignal>
#include <exception>
#include <functional>
#include <iostream>
#include <memory>
#include <queue>
#include <thread>

using namespace std::chrono_literals;

struct Window {
  bool closed() const;
  bool poll_event(int &event);
  bool present();
};
struct World {
  void step(double dt);
};

void gameLoop(Window &window, World &world) {
  constexpr auto Frame = 16667us;
  unsigned dropped = 0;
  auto next = std::chrono::steady_clock::now();
  while (!window.closed()) {
    int event;
    while (window.poll_event(event))
      if (event == 27)
        return;
    world.step(1.0 / 60);
    if (!window.present())
      ++dropped;
    next += Frame;
    std::this_thread::sleep_until(next);
  }
  std::clog << dropped << " frames dropped\n";
}

struct NetSim {
  bool recv_snapshot(double now);
  void send_input(double now);
};

void clientTick(NetSim &net, const std::atomic<bool> &running) {
  double now = 0;
  for (int attempt = 0; running; ++attempt, now += 0.05) {
    if (!net.recv_snapshot(now))
      std::clog << "no snapshot in tick " << attempt << '\n';
    net.send_input(now);
    std::this_thread::sleep_for(50ms);
  }
}

class EventLoop {
public:
  int exec();
  void post(std::function<void()> f) { Posted.push(std::move(f)); }

private:
  bool wait(std::chrono::milliseconds timeout);
  void dispatch();
  std::queue<std::function<void()>> Posted;
  bool Quit = false;
  int Code = 0;
};

int EventLoop::exec() {
  while (!Quit) {
    if (!wait(100ms))
      continue;
    dispatch();
    for (; !Posted.empty(); Posted.pop())
      Posted.front()();
  }
  return Code;
}

volatile std::sig_atomic_t gSignal = 0;
void reload_configuration();

int mainLoop() {
  while (true) {
    std::this_thread::sleep_for(1s);
    if (gSignal == SIGHUP) {
      try {
        reload_configuration();
      } catch (const std::exception &e) {
        std::cerr << "kept the old configuration: " << e.what() << '\n';
      }
      gSignal = 0;
    } else if (gSignal == SIGTERM) {
      return 0;
    }
  }
}

struct AudioDevice {
  long write_period(const float *samples);
  void recover(long error);
};
struct Mixer {
  const float *next_period();
};

// An underrun costs a period; the next one is other sound.
void playback(AudioDevice &device, Mixer &mixer, const bool &muted) {
  unsigned retries = 0;
  do {
    const float *period = mixer.next_period();
    if (long err = device.write_period(period); err < 0) {
      ++retries;
      device.recover(err);
    }
  } while (!muted);
  std::clog << retries << " underruns\n";
}
