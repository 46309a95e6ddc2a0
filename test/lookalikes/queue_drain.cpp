// RUN: %check_retry %s -- -std=c++20
// expect-none
// Empties a queue: every round takes another item.
#include <chrono>
#include <deque>
#include <exception>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

struct Event {
  std::string id, body;
};
struct Sink {
  bool publish(const Event &event);
  void write(const std::vector<Event> &batch);
};

size_t drainOnShutdown(std::deque<Event> &pending, Sink &sink) {
  size_t lost = 0;
  while (!pending.empty()) {
    if (!sink.publish(pending.front()))
      ++lost;
    pending.pop_front();
  }
  return lost;
}

template <typename T> struct Channel {
  std::optional<T> tryPop();
  bool closed() const;
};

void pump(Channel<Event> &in, Sink &out) {
  auto backoff = 1ms;
  while (!in.closed()) {
    std::optional<Event> event = in.tryPop();
    if (!event) {
      std::this_thread::sleep_for(backoff);
      backoff = std::min(backoff * 2, 64ms);
      continue;
    }
    backoff = 1ms;
    out.publish(*event);
  }
}

class DeadLetters {
public:
  int replay(Sink &sink);

private:
  std::list<Event> Letters;
};

// What is refused again stays where it is.
int DeadLetters::replay(Sink &sink) {
  int retried = 0;
  for (auto it = Letters.begin(); it != Letters.end(); ++retried) {
    if (sink.publish(*it))
      it = Letters.erase(it);
    else
      ++it;
  }
  return retried;
}

struct Spool {
  std::vector<Event> take(size_t limit);
};

void flushSpool(Spool &spool, Sink &sink) {
  for (;;) {
    std::vector<Event> batch = spool.take(100);
    if (batch.empty())
      return;
    try {
      sink.write(batch);
    } catch (const std::exception &e) {
      std::cerr << batch.size() << " events dropped: " << e.what() << '\n';
    }
    std::this_thread::sleep_for(250ms);
  }
}

struct Inbox {
  bool receive(Event &out);
};

int discardStale(Inbox &inbox, const std::string &upTo) {
  int attempts = 0;
  Event event;
  do {
    if (!inbox.receive(event))
      break;
    ++attempts;
  } while (event.id < upTo);
  return attempts;
}
