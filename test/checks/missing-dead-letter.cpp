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

// --- further idioms -----------------------------------------------------------

#include <memory>

struct Parked {
  void store(const std::string &body, int attempts, const std::string &why);
};
enum class Verdict { Ack, Requeue, Park };
struct Delivery {
  Message message;
  int redelivered = 0;
  void ack();
  void nack(bool requeue);
};
struct Unavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};
void post_ledger(const Message &m); // throws Unavailable

namespace consumer {

// The callback of a subscription.
void subscribe(const std::function<void(const Message &)> &handler);
void start() {
  subscribe([](const Message &m) {
    for (int n = 0; n < 4; ++n) { // expect: retry-missing-dead-letter
      if (deliver_invoice(m))
        return;
      nap();
    }
    std::cerr << "gave up on " << m.id << "\n";
  });
}

// Told that it was handled.
Verdict on_ledger(const Message &m) {
  for (int n = 0; n < 3; ++n) {
    try {
      post_ledger(m);
      return Verdict::Ack;
    } catch (const Unavailable &e) {
      log_error(e.what(), m.id);
      nap();
    }
  }
  return Verdict::Ack; // expect: retry-missing-dead-letter
}

// Counted, and gone.
class Metrics {
public:
  void lost();
};
void on_ledger_counted(const Message &m, Metrics &metrics) {
  int n = 0;
  do { // expect: retry-missing-dead-letter
    if (deliver_invoice(m))
      return;
    nap();
  } while (++n < 5);
  metrics.lost();
}

// Jumps back, then acknowledges.
void on_ledger_goto(Delivery &d) {
  int tries = 0;
again: // expect: retry-missing-dead-letter
  if (!deliver_invoice(d.message) && ++tries < 4) {
    nap();
    goto again;
  }
  d.ack();
}

// Swallows what the last attempt threw.
void on_ledger_swallowed(const Message &m) {
  for (int left = 3; left > 0; --left) {
    try {
      post_ledger(m);
      return;
    } catch (const Unavailable &) {
      if (left == 1)
        return; // expect: retry-missing-dead-letter
      nap();
    }
  }
}

// A pointer to the message that nobody keeps.
void on_ledger_owned(std::unique_ptr<Message> m) {
  for (int n = 0; n < 3; ++n) { // expect: retry-missing-dead-letter
    if (deliver_invoice(*m))
      return;
    nap();
  }
  m.reset();
}

// --- kept ---

Verdict on_ledger_parked(const Message &m) {
  for (int n = 0; n < 3; ++n) {
    try {
      post_ledger(m);
      return Verdict::Ack;
    } catch (const Unavailable &) {
      nap();
    }
  }
  return Verdict::Park;
}

void on_ledger_nack(Delivery &d) {
  for (int n = 0; n < 3; ++n) {
    if (deliver_invoice(d.message)) {
      d.ack();
      return;
    }
    nap();
  }
  d.nack(true);
}

void on_ledger_stored(const Message &m, Parked &parked) {
  std::string why;
  for (int n = 0; n < 3; ++n) {
    try {
      post_ledger(m);
      return;
    } catch (const Unavailable &e) {
      why = e.what();
      nap();
    }
  }
  parked.store(m.body, 3, why);
}

void on_ledger_thrown(const Message &m) {
  int n = 0;
  while (!deliver_invoice(m)) {
    if (++n == 5)
      throw Unavailable(m.id);
    nap();
  }
}

class Handler {
public:
  bool handle(const Message &m) {
    for (int n = 0; n < 3; ++n) {
      if (deliver_invoice(m))
        return true;
      nap();
    }
    dead_.push_back(m);
    return true;
  }

private:
  std::vector<Message> dead_;
};
bool handle_kept(Handler &h, const Message &m) { return h.handle(m); }

void start_kept(Queue &q) {
  subscribe([&q](const Message &m) {
    for (int n = 0; n < 4; ++n) {
      if (deliver_invoice(m))
        return;
      nap();
    }
    q.send("dead", m);
  });
}

// Until the process ends, or it worked.
void on_ledger_dies(const Message &m) {
  int n = 0;
  while (!deliver_invoice(m)) {
    if (++n == 5)
      std::abort();
    nap();
  }
}

// One attempt, no retry.
void on_ledger_once(Delivery &d) {
  if (!deliver_invoice(d.message))
    std::cerr << "not delivered\n";
  d.ack();
}

// The helper says how it went, and nobody listens.
static bool sent(const Message &m) {
  for (int n = 0; n < 3; ++n) {
    if (deliver_invoice(m))
      return true;
    nap();
  }
  return false; // expect: retry-missing-dead-letter
}
void on_ledger_unheard(const Message &m) { sent(m); }

static int pushed(const Message &m) {
  int n = 0;
  while (!deliver_invoice(m)) {
    if (++n == 5)
      return -1; // expect: retry-missing-dead-letter
    nap();
  }
  return 0;
}
void on_ledger_void(Delivery &d) {
  static_cast<void>(pushed(d.message));
  d.ack();
}

namespace {
struct Sender {
  bool tell(const Message &m) {
    for (int n = 0; n < 4; ++n) {
      if (deliver_invoice(m))
        return true;
      nap();
    }
    return false; // expect: retry-missing-dead-letter
  }
};
} // namespace
void on_ledger_object(Delivery &d) {
  Sender s;
  s.tell(d.message);
}

// Somebody listens.
static bool asked(const Message &m) {
  for (int n = 0; n < 3; ++n) {
    if (deliver_invoice(m))
      return true;
    nap();
  }
  return false;
}
void on_ledger_heard(Queue &q, const Message &m) {
  if (!asked(m))
    q.send("dead", m);
}

} // namespace consumer
