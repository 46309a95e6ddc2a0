// RUN: %check_retry %s --checks=retry-missing-dead-letter,retry-swallowed-exhaustion --policy=%S/Inputs/consumers.yaml -- -std=c++20

#include <atomic>
#include <chrono>
#include <cstdio>
#include <functional>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

static void nap() { std::this_thread::sleep_for(500ms); }

struct Message {
  std::string id, body;
};
struct Queue {
  std::optional<Message> take();
  void ack(const Message &m);
  void commit();
  void reject(const Message &m);
  void send(const std::string &topic, const Message &m);
};
struct HandlerError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
bool deliver_invoice(const Message &m);
void charge_card(const Message &m); // throws HandlerError
void log_error(const char *text, const std::string &id);
void raise_alert(const char *text);

namespace consumer {

// Acknowledged all the same.
void on_invoice(Queue &q, const Message &m) {
  for (int i = 0; i < 5; ++i) { // expect: retry-missing-dead-letter "the message is dropped when 'deliver_invoice' still fails after 5 attempts"
    if (deliver_invoice(m))
      break;
    nap();
  }
  q.ack(m);
}

// Acknowledged in a branch of its own.
void on_invoice_branch(Queue &q, const Message &m) {
  bool ok = false;
  for (int i = 0; i < 5 && !ok; ++i) {
    ok = deliver_invoice(m);
    if (!ok)
      nap();
  }
  if (!ok) {
    std::cerr << "poison message " << m.id << "\n";
    q.ack(m);
    return; // expect: retry-missing-dead-letter
  }
  q.ack(m);
}

// Logged and forgotten.
void on_charge(const Message &m) {
  for (int n = 0; n < 3; ++n) { // expect: retry-missing-dead-letter
    try {
      charge_card(m);
      return;
    } catch (const HandlerError &e) {
      std::fprintf(stderr, "%s\n", e.what());
      nap();
    }
  }
  log_error("dropped", m.id);
}

// Somebody is alarmed, but the message is gone.
void on_charge_alert(const Message &m) {
  int left = 4;
  while (left-- > 0) { // expect: retry-missing-dead-letter
    if (deliver_invoice(m))
      return;
    nap();
  }
  raise_alert("cannot deliver");
}

// The next one, please.
void run(Queue &q, const std::atomic<bool> &stop) {
  while (!stop) {
    std::optional<Message> m = q.take();
    if (!m)
      continue;
    for (int i = 0; i < 5; ++i) { // expect: retry-missing-dead-letter
      if (deliver_invoice(*m))
        break;
      nap();
    }
    q.commit();
  }
}

// A batch.
void on_batch(const std::vector<Message> &batch) {
  for (const Message &m : batch)
    for (int i = 0; i < 3; ++i) { // expect: retry-missing-dead-letter
      if (deliver_invoice(m))
        break;
      nap();
    }
}

// "Handled".
bool handle(const Message &m) {
  for (int i = 0; i < 5; ++i) {
    if (deliver_invoice(m))
      return true;
    nap();
  }
  return true; // expect: retry-missing-dead-letter
}

class Worker {
public:
  void handle(const Message &m);

private:
  int dropped_ = 0;
  bool healthy_ = true;
};

// A flag keeps no message.
void Worker::handle(const Message &m) {
  for (int i = 0; i < 5; ++i) { // expect: retry-missing-dead-letter
    if (deliver_invoice(m))
      return;
    nap();
  }
  healthy_ = false;
}

// --- kept --------------------------------------------------------------------

void on_invoice_dlq(Queue &q, const Message &m) {
  for (int i = 0; i < 5; ++i) {
    if (deliver_invoice(m)) {
      q.ack(m);
      return;
    }
    nap();
  }
  q.send("invoices.dead", m);
  q.ack(m);
}

void on_invoice_rejected(Queue &q, const Message &m) {
  for (int i = 0; i < 5; ++i) {
    if (deliver_invoice(m)) {
      q.ack(m);
      return;
    }
    nap();
  }
  q.reject(m);
}

void on_charge_throws(const Message &m) {
  for (int n = 1;; ++n) {
    try {
      charge_card(m);
      return;
    } catch (const HandlerError &) {
      if (n == 5)
        throw;
      nap();
    }
  }
}

bool handle_told(const Message &m) {
  for (int i = 0; i < 5; ++i) {
    if (deliver_invoice(m))
      return true;
    nap();
  }
  return false;
}

struct Record {
  std::string payload;
  int attempts;
};
void park(const Record &r);

// As something made of it.
void on_invoice_parked(const Message &m) {
  for (int i = 0; i < 5; ++i) {
    if (deliver_invoice(m))
      return;
    nap();
  }
  Record r{m.body, 5};
  park(r);
}

void on_batch_kept(const std::vector<Message> &batch,
                   std::vector<Message> &dead) {
  for (const Message &m : batch) {
    bool ok = false;
    for (int i = 0; i < 3 && !ok; ++i) {
      ok = deliver_invoice(m);
      if (!ok)
        nap();
    }
    if (!ok)
      dead.push_back(m);
  }
}

void on_invoice_callback(const Message &m,
                         const std::function<void(const Message &)> &dead) {
  for (int i = 0; i < 5; ++i) {
    if (deliver_invoice(m))
      return;
    nap();
  }
  dead(m);
}

} // namespace consumer

// Not a consumer: the caller is told nothing, which is another check's.
void deliver(const Message &m) {
  for (int i = 0; i < 5; ++i) { // expect: retry-swallowed-exhaustion
    if (deliver_invoice(m))
      return;
    nap();
  }
}

bool deliver_told(const Message &m) {
  for (int i = 0; i < 5; ++i) {
    if (deliver_invoice(m))
      return true;
    nap();
  }
  return false;
}
