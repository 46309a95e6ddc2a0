// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter,retry-stuck-counter,retry-unbounded -- -std=c++17
// A step back in a loop over things: the same thing is tried once more.
#include <cstddef>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

struct Failure : std::exception {
  int code() const;
};
struct Session {
  void execute(const std::string &statement);
  int submit(unsigned id);
};

bool byException(Session &s, const std::vector<std::string> &all) {
  int tries = 0;
  for (size_t i = 0; i < all.size(); i++) {
    try {
      s.execute(all[i]);
    } catch (const Failure &f) {
      if (f.code() != 1213 || tries >= 20)
        throw;
      sleep(++tries); // expect: retry-missing-jitter "1 s, 2 s, 3 s"
      --i;
    }
  }
  return true;
}

bool byCode(Session &s, const unsigned *ids, unsigned count) {
  int left = 3;
  for (unsigned i = 0; i < count; ++i) {
    if (s.submit(ids[i]) != 0) {
      if (left-- == 0)
        return false;
      sleep(2); // expect: retry-fixed-interval "2 s, 2 s"
      i--;
    }
  }
  return true;
}

// No step back: each is tried once.
bool each(Session &s, const std::vector<unsigned> &ids) {
  bool all = true;
  for (size_t i = 0; i < ids.size(); ++i)
    if (s.submit(ids[i]) != 0) {
      all = false;
      sleep(1);
    }
  return all;
}
