// RUN: %check_retry %s -- -std=c++20
// expect-none
// Compare-exchange loops: another thread was faster, nothing failed.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

template <typename T> class TreiberStack {
  struct Node {
    T Value;
    Node *Next;
  };
  std::atomic<Node *> Head{nullptr};

public:
  void push(Node *node) {
    node->Next = Head.load(std::memory_order_relaxed);
    while (!Head.compare_exchange_weak(node->Next, node,
                                       std::memory_order_release,
                                       std::memory_order_relaxed)) {
    }
  }
};
template class TreiberStack<int>;

bool tryRetain(std::atomic<uint32_t> &refs) {
  uint32_t seen = refs.load();
  do {
    if (seen == 0)
      return false;
  } while (!refs.compare_exchange_weak(seen, seen + 1));
  return true;
}

void atomicMax(std::atomic<long> &peak, long sample) {
  long current = peak.load();
  int attempts = 0;
  while (sample > current && !peak.compare_exchange_strong(current, sample)) {
    if (++attempts > 16)
      std::this_thread::sleep_for(std::chrono::microseconds(1));
  }
}

class SlotMap {
public:
  int claim();

private:
  std::atomic<uint64_t> Bits{0};
};

int SlotMap::claim() {
  unsigned backoff = 1;
  for (;;) {
    uint64_t bits = Bits.load();
    if (bits == ~uint64_t{0})
      return -1;
    int slot = __builtin_ctzll(~bits);
    if (Bits.compare_exchange_weak(bits, bits | uint64_t{1} << slot))
      return slot;
    for (unsigned i = 0; i < backoff; ++i)
      std::this_thread::yield();
    backoff *= 2;
  }
}

struct Quote {
  double bid, ask;
};
struct SharedQuote {
  std::atomic<unsigned> sequence;
  Quote value;
};

Quote readQuote(const SharedQuote &shared) {
  Quote copy;
  unsigned before, after;
retry:
  before = shared.sequence.load(std::memory_order_acquire);
  if (before & 1)
    goto retry;
  copy = shared.value;
  std::atomic_thread_fence(std::memory_order_acquire);
  after = shared.sequence.load(std::memory_order_relaxed);
  if (before != after)
    goto retry;
  return copy;
}
