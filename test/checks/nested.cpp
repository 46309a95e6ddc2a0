// RUN: %check_retry %s --checks=retry-nested --policy=%S/Inputs/nested.yaml -- -std=c++20

#include <atomic>
#include <chrono>
#include <curl/curl.h>
#include <functional>
#include <grpcpp/grpcpp.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

bool send_order(const std::string &order);
void pause_for(int round);
struct Reply {
  int status;
  std::string body;
};
Reply http_get(const std::string &url);
struct Unavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// ---- through calls ----------------------------------------------------------

static bool deliver(const std::string &order) {
  for (int i = 0; i < 4; ++i) {
    if (send_order(order))
      return true;
    pause_for(i);
  }
  return false;
}

bool placeOrder(const std::string &order) {
  for (int round = 0; round < 3; ++round) {
    if (deliver(order)) // expect: retry-nested "3 x 4 = 12 attempts"
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return false;
}

// One more layer: the outermost tells of all three.
bool placeForSure(const std::string &order) {
  int n = 0;
  while (!placeOrder(order)) { // expect: retry-nested "2 x 3 x 4 = 24 attempts"
    if (++n == 2)
      return false;
    std::this_thread::sleep_for(std::chrono::seconds(5));
  }
  return true;
}

static bool wrapped(const std::string &order) {
  pause_for(0);
  return deliver(order);
}
bool throughAWrapper(const std::string &order) {
  for (int n = 0; n < 5; ++n) {
    if (wrapped(order)) // expect: retry-nested "5 x 4 = 20 attempts"
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(n));
  }
  return false;
}

// An attempt that retries something else first.
static bool login(const std::string &user) {
  for (int i = 0; i < 2; ++i) {
    if (http_get("/login/" + user).status == 200)
      return true;
    pause_for(i);
  }
  return false;
}
static int submit(const std::string &order) {
  if (!login("batch"))
    return -1;
  return http_get("/submit/" + order).status;
}
int submitOften(const std::string &order) {
  int status = 0;
  for (int i = 0; i < 3; ++i) {
    status = submit(order); // expect: retry-nested "3 x 2 = 6 attempts"
    if (status == 200)
      break;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return status;
}

class Client {
public:
  std::string get(const std::string &path) {
    for (int attempt = 0;; ++attempt) {
      try {
        return http_get(path).body;
      } catch (const Unavailable &) {
        if (attempt == 2)
          throw;
        std::this_thread::sleep_for(std::chrono::milliseconds(100 << attempt));
      }
    }
  }
};

std::string report(Client &client) {
  for (int attempt = 1;; ++attempt) {
    try {
      return client.get("/report"); // expect: retry-nested "4 x 3 = 12 attempts"
    } catch (const Unavailable &) {
      if (attempt == 4)
        throw;
      std::this_thread::sleep_for(std::chrono::seconds(attempt));
    }
  }
}

// The inner number comes from a configuration.
static bool configured(const std::string &order, int max) {
  for (int i = 0; i < max; ++i) {
    if (send_order(order))
      return true;
    pause_for(i);
  }
  return false;
}
bool unknownFactor(const std::string &order, int max) {
  for (int i = 0; i < 3; ++i) {
    if (configured(order, max)) // expect: retry-nested "3 x unknown, at least 3 attempts"
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return false;
}

void withoutEnd(const std::string &order) {
  while (!deliver(order)) // expect: retry-nested "without end x 4"
    std::this_thread::sleep_for(std::chrono::seconds(10));
}

static CURLcode perform(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; ++i) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      return rc;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return rc;
}
int transfer(CURL *h) {
  int tries = 3;
again:
  if (perform(h) == CURLE_OK) // expect: retry-nested "3 x 3 = 9 attempts"
    return 0;
  if (--tries > 0) {
    std::this_thread::sleep_for(std::chrono::seconds(30));
    goto again;
  }
  return -1;
}

// ---- loops in loops -------------------------------------------------------------

bool twoLoops(const std::string &order) {
  for (int round = 0; round < 3; ++round) { // expect: retry-nested "3 x 5 = 15 attempts"
    for (int i = 0; i < 5; ++i) {
      if (send_order(order))
        return true;
      pause_for(i);
    }
    std::this_thread::sleep_for(std::chrono::minutes(1));
  }
  return false;
}

bool flagged(const std::string &order) {
  bool done = false;
  int outer = 0;
  while (!done && outer++ < 2) { // expect: retry-nested "2 x 3 = 6 attempts"
    for (int i = 0; i < 3 && !done; ++i) {
      done = send_order(order);
      if (!done)
        std::this_thread::sleep_for(std::chrono::seconds(1));
    }
  }
  return done;
}

// ---- clients that retry by themselves ------------------------------------------

namespace acme {
struct Options {
  int max_attempts = 4;
};
struct Store {
  explicit Store(Options = {});
  int put(const std::string &key, const std::string &value); // retries
  int get(const std::string &key);                           // does not
};
} // namespace acme

int save(const std::string &value) {
  acme::Store store;
  int rc = 0;
  for (int i = 0; i < 3; ++i) {
    rc = store.put("key", value); // expect: retry-nested "3 x 4 = 12 attempts"
    if (rc == 0)
      break;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return rc;
}

int load(acme::Store &store) {
  int rc = 0;
  for (int i = 0; i < 3; ++i) {
    rc = store.get("key");
    if (rc == 0)
      break;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return rc;
}

namespace billing {
struct Request {};
struct Answer {};
struct Invoices {
  struct Stub {
    grpc::Status Create(grpc::ClientContext *, const Request &, Answer *);
  };
};
struct Refunds {
  struct Stub {
    grpc::Status Create(grpc::ClientContext *, const Request &, Answer *);
  };
};
} // namespace billing

std::shared_ptr<grpc::Channel> channel() {
  grpc::ChannelArguments args;
  args.SetServiceConfigJSON(R"({"methodConfig": [{
    "name": [{"service": "billing.Invoices"}],
    "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s",
                    "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})");
  return grpc::CreateCustomChannel("billing:443", grpc::InsecureChannelCredentials(), args);
}

grpc::Status create(billing::Invoices::Stub &stub, const billing::Request &r, billing::Answer *a) {
  grpc::Status status;
  for (int i = 0; i < 3; ++i) {
    grpc::ClientContext context;
    status = stub.Create(&context, r, a); // expect: retry-nested "3 x 4 = 12 attempts"
    if (status.error_code() != grpc::StatusCode::UNAVAILABLE)
      break;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return status;
}

// The policy of the channel is for another service.
grpc::Status refund(billing::Refunds::Stub &stub, const billing::Request &r, billing::Answer *a) {
  grpc::Status status;
  for (int i = 0; i < 3; ++i) {
    grpc::ClientContext context;
    status = stub.Create(&context, r, a);
    if (status.error_code() != grpc::StatusCode::UNAVAILABLE)
      break;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return status;
}

// ---- approved, or not nested ----------------------------------------------------

namespace ledger {
bool rebuild(const std::string &order) {
  for (int round = 0; round < 3; ++round) {
    if (deliver(order))
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return false;
}
bool close(const std::string &order) {
  for (int round = 0; round < 3; ++round) {
    if (deliver(order)) // expect: retry-nested "approval RETRY-3 expired on 2020-02-29"
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return false;
}
} // namespace ledger

bool once(const std::string &order) { return deliver(order); }

// Each item is retried, the items are not.
int everyOrder(const std::vector<std::string> &orders) {
  int lost = 0;
  for (const std::string &order : orders)
    if (!deliver(order))
      ++lost;
  return lost;
}

void inPlace(const std::vector<std::string> &orders) {
  for (const std::string &order : orders)
    for (int i = 0; i < 3; ++i) {
      if (send_order(order))
        break;
      pause_for(i);
    }
}

std::string next_order();
void worker(std::atomic<bool> &running) {
  while (running) {
    std::string order = next_order();
    if (!deliver(order))
      std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

// A heartbeat goes round whatever happened.
void heartbeat(std::atomic<bool> &running) {
  while (running) {
    deliver("ping");
    std::this_thread::sleep_for(std::chrono::seconds(30));
  }
}

void serve();
// Reconnects for as long as it serves.
void daemon(std::atomic<bool> &running) {
  while (running) {
    if (!deliver("hello")) {
      std::this_thread::sleep_for(std::chrono::seconds(30));
      continue;
    }
    serve();
  }
}

// Another server each time.
bool failover(const std::vector<std::string> &servers) {
  for (const std::string &server : servers)
    if (deliver(server))
      return true;
  return false;
}

// One after the other.
bool twice(const std::string &a, const std::string &b) {
  return deliver(a) && deliver(b);
}

// The way out retries, the attempt does not.
bool compensate(const std::string &order) {
  for (int i = 0; i < 3; ++i) {
    if (http_get(order).status == 200)
      return true;
    pause_for(i);
  }
  deliver("undo");
  return false;
}

// What is repeated inside is no retry.
static std::string readAll(const std::string &url) {
  std::string all;
  for (int page = 0; page < 10; ++page)
    all += http_get(url + std::to_string(page)).body;
  return all;
}
std::string patiently(const std::string &url) {
  for (int i = 0; i < 3; ++i) {
    try {
      return readAll(url);
    } catch (const Unavailable &) {
      std::this_thread::sleep_for(std::chrono::seconds(1));
    }
  }
  throw Unavailable(url);
}

// Each page is tried a few times, and the next one follows either way.
void eachPage(CURL *curl) {
  for (int page = 1; page <= 20; ++page) {
    char url[64];
    snprintf(url, sizeof url, "https://example.org/?page=%d", page);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    CURLcode res;
    int tries = 0;
    do {
      res = curl_easy_perform(curl);
      if (res != CURLE_OK)
        pause_for(++tries);
    } while (res != CURLE_OK && tries < 3);
  }
}
void eachOrder(const std::vector<std::string> &orders) {
  for (const std::string &order : orders)
    for (int i = 0; i < 3; ++i) {
      if (send_order(order))
        break;
      pause_for(i);
    }
}
void eachShard(Reply (*ask)(int shard)) {
  for (int shard = 0; shard < 8; ++shard)
    for (int i = 0; i < 2 && ask(shard).status != 200; ++i)
      pause_for(i);
}

// One attempt after all.
static bool barely(const std::string &order) {
  for (int i = 0; i < 1; ++i)
    if (send_order(order))
      return true;
  return false;
}
bool hardly(const std::string &order) {
  for (int i = 0; i < 3; ++i) {
    if (barely(order))
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return false;
}

std::atomic<long> total;
static void add(long n) {
  long before = total.load();
  while (!total.compare_exchange_weak(before, before + n)) {
  }
}
bool counted(const std::string &order) {
  for (int i = 0; i < 3; ++i) {
    add(1);
    if (send_order(order))
      return true;
    pause_for(i);
  }
  return false;
}

int saveOnce(const std::string &value) {
  acme::Store store;
  return store.put("key", value);
}

// ---- helpers that take what to do ------------------------------------------------

template <typename Operation> bool attempt(int times, Operation operation) {
  for (int n = 0; n < times; ++n) {
    if (operation()) // expect: retry-nested "3 x 4 = 12 attempts"
      return true;
    pause_for(n);
  }
  return false;
}
bool throughATemplate(const std::string &order) {
  return attempt(3, [&] { return deliver(order); });
}
template <typename Operation> bool asOften(int times, Operation operation) {
  for (int n = 0; n < times; ++n) {
    if (operation()) // expect: retry-nested "unknown x 4, at least 4 attempts"
      return true;
    pause_for(n);
  }
  return false;
}
bool asTheCallerWants(const std::string &order, int times) {
  return asOften(times, [&] { return deliver(order); });
}

class Gateway {
public:
  bool place(const std::string &order) const {
    int left = 2;
    do {
      if (once(order)) // expect: retry-nested "2 x 4 = 8 attempts"
        return true;
      std::this_thread::sleep_for(std::chrono::seconds(3));
    } while (--left > 0);
    return false;
  }

private:
  bool once(const std::string &order) const { return deliver(order); }
};
bool throughAMethod(const Gateway &g) { return g.place("1"); }

// Each order has its own retries: nothing multiplies.
int each(const std::vector<std::string> &orders) {
  int sent = 0;
  for (const std::string &order : orders)
    sent += deliver(order);
  return sent;
}
