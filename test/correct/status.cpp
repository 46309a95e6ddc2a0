// RUN: %check_retry %s -- -std=c++20
// expect-none
// In-house clients with status values of their own.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <variant>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

static thread_local std::mt19937 gen{std::random_device{}()};

static milliseconds uniform(milliseconds upTo) {
  return milliseconds(
      std::uniform_int_distribution<int64_t>(0, upTo.count())(gen));
}

struct Reply {
  int status;
  std::string body;
};
Reply fetch_invoice(const std::string &id);

Reply invoice(const std::string &id, Clock::time_point deadline) {
  Reply reply;
  for (int attempt = 0; attempt < 3; ++attempt) {
    reply = fetch_invoice(id);
    if (reply.status != 502 && reply.status != 503 && reply.status != 504)
      return reply;
    const auto wait = uniform(std::min<milliseconds>(30s, 1s * (1 << attempt)));
    if (attempt == 2 || Clock::now() + wait + 50ms >= deadline)
      break;
    std::clog << "invoice: attempt " << attempt + 1 << " of 3 got "
              << reply.status << ", next in " << wait.count() << " ms\n";
    std::this_thread::sleep_for(wait);
  }
  return reply;
}

enum class Outcome { Ok, Timeout, Refused, Denied, Malformed };
struct TelemetryLink {
  Outcome upload_snapshot(uint64_t sequence, const std::string &frame);
};

// The server drops a sequence number it has seen.
Outcome upload(TelemetryLink &link, uint64_t sequence,
               const std::string &frame) {
  static constexpr std::array<milliseconds, 3> ceilings{1s, 2s, 4s};
  Outcome outcome = link.upload_snapshot(sequence, frame);
  for (milliseconds ceiling : ceilings) {
    if (outcome != Outcome::Timeout && outcome != Outcome::Refused)
      return outcome;
    const auto wait = uniform(ceiling);
    std::clog << "upload: repeated in " << wait.count() << " ms\n";
    std::this_thread::sleep_for(wait);
    outcome = link.upload_snapshot(sequence, frame);
  }
  return outcome;
}

class Status {
public:
  bool ok() const;
  bool transient() const;
  std::string text() const;
};
struct Ledger {
  Status read(const std::string &account, long &cents);
};

std::optional<long> balance(Ledger &ledger, const std::string &account) {
  constexpr unsigned kLimit = 3;
  long cents = 0;
  unsigned tries = 0;
  Status status = ledger.read(account, cents);
  while (!status.ok()) {
    if (!status.transient() || ++tries >= kLimit) {
      std::cerr << "ledger: gave up: " << status.text() << '\n';
      return std::nullopt;
    }
    const auto wait = uniform(1000ms * (1u << (tries - 1)));
    std::clog << "ledger: attempt " << tries << " of " << kLimit
              << " failed, next in " << wait.count() << " ms\n";
    std::this_thread::sleep_for(wait);
    status = ledger.read(account, cents);
  }
  return cents;
}

struct Failure {
  int code;
  bool permanent;
};
using Found = std::variant<std::string, Failure>;
struct Directory {
  Found lookup(const std::string &name);
};

// Recursion instead of a loop.
Found lookupUser(Directory &directory, const std::string &name,
                 Clock::time_point deadline, int attempt = 1) {
  Found found = directory.lookup(name);
  const auto *failure = std::get_if<Failure>(&found);
  if (!failure || failure->permanent || attempt == 3)
    return found;
  const auto wait = uniform(1000ms * (1 << (attempt - 1)));
  if (Clock::now() + wait + 50ms >= deadline)
    return found;
  std::clog << "directory: attempt " << attempt << " of 3, code "
            << failure->code << ", next in " << wait.count() << " ms\n";
  std::this_thread::sleep_for(wait);
  return lookupUser(directory, name, deadline, attempt + 1);
}

struct ObjectStore {
  bool put(const std::string &key, const std::string &data, int &status);
};

// A failed PUT may be repeated as it is; the caller hears of the last error.
bool putObject(ObjectStore &store, const std::string &key,
               const std::string &data, int &status) {
  int remaining = 3;
  milliseconds ceiling = 1s;
retry:
  if (store.put(key, data, status))
    return true;
  if ((status == 500 || status == 503) && --remaining > 0) {
    const auto wait = uniform(ceiling);
    std::clog << "put: status " << status << ", " << remaining
              << " attempts left, next in " << wait.count() << " ms\n";
    std::this_thread::sleep_for(wait);
    ceiling = std::min<milliseconds>(2 * ceiling, 30s);
    goto retry;
  }
  return false;
}
