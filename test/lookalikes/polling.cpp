// RUN: %check_retry %s -- -std=c++20
// expect-none
// A poll repeats because the state is not there yet, not because a call failed.
#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>

using namespace std::chrono_literals;

class IngestServer {
public:
  bool awaitDrained(int attempts);

private:
  std::atomic<int> InFlight{0};
};

bool IngestServer::awaitDrained(int attempts) {
  while (InFlight.load() != 0 && attempts-- > 0)
    std::this_thread::sleep_for(50ms);
  return InFlight.load() == 0;
}

struct ReplicaState {
  std::chrono::seconds lag;
  bool readable;
};
// Throws when the node cannot be asked.
ReplicaState fetch_replica_state(const std::string &node);

void wait_for_catch_up(const std::string &node) {
  for (;;) {
    ReplicaState state = fetch_replica_state(node);
    if (state.readable && state.lag < 1s)
      return;
    std::this_thread::sleep_for(2s);
  }
}

bool waitForSentinel(const std::filesystem::path &sentinel,
                     std::chrono::seconds limit) {
  auto backoff = 100ms;
  const auto giveUp = std::chrono::steady_clock::now() + limit;
  while (!std::filesystem::exists(sentinel)) {
    if (std::chrono::steady_clock::now() >= giveUp)
      return false;
    std::this_thread::sleep_for(backoff);
    if (backoff < 3200ms)
      backoff *= 2;
  }
  return true;
}

namespace flash {
enum class Error { None, Bus, Timeout };
struct Chip {
  Error read_status(unsigned char &out);
};
constexpr unsigned char kBusy = 0x01;

Error wait_write_complete(Chip &chip) {
  unsigned char status = 0;
  for (int retry = 0; retry < 200; ++retry) {
    if (Error e = chip.read_status(status); e != Error::None)
      return e;
    if (!(status & kBusy))
      return Error::None;
    std::this_thread::sleep_for(1ms);
  }
  return Error::Timeout;
}
} // namespace flash

struct Kiln {
  double celsius() const;
  void heater(bool on);
};

void preheat(Kiln &kiln, double target) {
  kiln.heater(true);
  do {
    std::this_thread::sleep_for(5s);
  } while (kiln.celsius() < target);
  kiln.heater(false);
}

struct Lease {
  std::string holder;
};
struct LeaseReader {
  // Empty: the lookup itself failed.
  std::optional<Lease> get(const std::string &name);
};

bool waitUntilLeader(LeaseReader &leases, const std::string &self) {
  while (auto lease = leases.get("scheduler")) {
    if (lease->holder == self)
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}
