// RUN: %check_retry %s --checks=retry-fixed*,retry-unbounded,retry-missing-j* -- -std=c++20
// Whether an object is connected is what came of its own attempt to connect:
// no attempt, and no state of the world that lasts.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>
#include <unistd.h>

using namespace std::chrono_literals;

class Bridge {
public:
  void read_loop() {
    auto backoff = 500ms;
    while (running_.load()) { // expect: retry-unbounded "until shutdown"
      if (!connected()) {
        std::this_thread::sleep_for(backoff); // expect: retry-missing-jitter "1 s, 2 s"
        if (open_port())
          backoff = 500ms;
        else
          backoff = std::min(backoff * 2, 5000ms);
        continue;
      }
      if (!read_frame())
        close_port();
    }
  }

private:
  bool connected() const;
  bool open_port();
  bool read_frame();
  void close_port();
  std::atomic<bool> running_{true};
};
void bridge(Bridge &b) { b.read_loop(); }

class Mqtt {
public:
  void reach() {
    while (!connected()) { // expect: retry-unbounded "'connect'"
      if (connect("meter-17")) {
        subscribe("in");
      } else {
        std::printf("failed, rc=%d\n", state());
        sleep(5); // expect: retry-fixed-interval "attempts at 'connect'"
      }
    }
  }
  bool reach_soon() {
    for (int i = 0; i < 4 && !connected(); ++i)
      if (!connect("meter-17"))
        usleep(250000); // expect: retry-fixed-interval "'connect'"
    return connected();
  }

private:
  bool connected();
  bool connect(const char *id);
  void subscribe(const char *topic);
  int state();
};
bool mqtt(Mqtt &m) {
  m.reach();
  return m.reach_soon();
}

// The same of another object.
struct Client {
  bool connected();
  bool connect(const char *id);
  int state();
};
void reconnect(Client &client) {
  while (!client.connected()) { // expect: retry-unbounded "'connect'"
    if (client.connect("pump"))
      continue;
    std::printf("failed, rc=%d\n", client.state());
    std::this_thread::sleep_for(2s); // expect: retry-fixed-interval "attempts at 'connect'"
  }
}

// Only asked: somebody else connects.
class Waiter {
public:
  bool await() {
    for (int i = 0; i < 50; ++i) {
      if (connected())
        return true;
      usleep(100000);
    }
    return false;
  }

private:
  bool connected() const;
};
bool await(Waiter &w) { return w.await(); }

// One attempt, then it is waited for.
class Dialer {
public:
  bool dial() {
    if (!connect("hub"))
      return false;
    while (!ready())
      usleep(100000);
    return true;
  }

private:
  bool connect(const char *to);
  bool ready() const;
};
bool dial(Dialer &d) { return d.dial(); }
