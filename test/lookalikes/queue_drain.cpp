// RUN: %check_retry %s -- -std=c++20
// expect-none
// Empties a queue: every round takes another item.
#include <stdexcept>
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
#include <sys/types.h>
#include <sys/uio.h>

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

// As much as the socket takes, from a queue of buffers.
struct VectorSocket {
  ssize_t writeVector(iovec *parts, size_t count);
  bool wantWrite() const;
};

class Outbox {
  std::shared_ptr<VectorSocket> socket_;
  std::deque<std::unique_ptr<std::string>> queue_;
  size_t offset_ = 0;

public:
  size_t send() {
    iovec part[8];
    size_t total = 0;
    while (!queue_.empty()) {
      size_t left = queue_.front()->size() - offset_;
      part[0].iov_base = queue_.front()->data() + offset_;
      part[0].iov_len = left;
      ssize_t n = socket_->writeVector(part, 1);
      if (n == 0 && !socket_->wantWrite())
        throw std::runtime_error("connection closed");
      total += size_t(n);
      if (left > size_t(n)) {
        offset_ += size_t(n);
        if (socket_->wantWrite())
          break;
        continue;
      }
      queue_.pop_front();
      offset_ = 0;
    }
    return total;
  }
};

size_t transmit(VectorSocket &socket, iovec *parts, size_t count);

void transmitAll(VectorSocket &socket, std::vector<iovec> parts) {
  while (size_t n = transmit(socket, parts.data(), parts.size())) {
    while (!parts.empty() && n >= parts.front().iov_len) {
      n -= parts.front().iov_len;
      parts.erase(parts.begin());
    }
    if (parts.empty())
      return;
  }
  throw std::runtime_error("closed");
}
