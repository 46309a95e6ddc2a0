// RUN: %check_retry %s --checks=retry-fixed-interval,retry-immediate,retry-unclassified-error -- -std=c++20
// What a range-based for runs over is asked for once, before it; and an answer
// has an end.
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

struct Row {
  int id;
};
struct Rows {
  struct iterator {
    const Row &operator*() const;
    iterator &operator++();
    bool operator!=(const iterator &) const;
  };
  iterator begin() const;
  iterator end() const;
};
Rows send_query(const std::string &sql);
bool post_row(const Row &row);
std::vector<std::string> hosts();
bool ping_host(const std::string &host);

std::vector<int> load(const std::string &sql) {
  for (int tries = 0;; ++tries) {
    try {
      std::vector<int> ids;
      for (const Row &row : send_query(sql)) // expect: retry-unclassified-error
        ids.push_back(row.id);
      return ids;
    } catch (const std::exception &e) {
      if (tries == 4)
        throw;
      std::fprintf(stderr, "query failed: %s\n", e.what());
      std::this_thread::sleep_for(2s); // expect: retry-fixed-interval
    }
  }
}

// The first one that there is.
int first(const std::string &sql) {
  int tries = 0;
  while (true) {
    try {
      for (const Row &row : send_query(sql)) // expect: retry-unclassified-error, retry-immediate
        return row.id;
      return 0;
    } catch (const std::runtime_error &) {
      if (++tries == 3)
        return -1;
    }
  }
}

// Counted after it was read.
unsigned count(const std::string &sql) {
  unsigned n = 0;
  for (int tries = 0; tries < 4; ++tries) {
    try {
      n = 0;
      Rows all = send_query(sql); // expect: retry-unclassified-error
      for (const Row &row : all)
        n += row.id > 0;
      break;
    } catch (const std::exception &) {
      std::this_thread::sleep_for(500ms); // expect: retry-fixed-interval
    }
  }
  return n;
}

// ---- Not a retry: one thing after the other.

void all(const std::string &sql) {
  for (const Row &row : send_query(sql))
    if (!post_row(row))
      std::this_thread::sleep_for(1s);
}

bool any() {
  for (const std::string &host : hosts()) {
    if (ping_host(host))
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}

void refresh(const std::string &sql) {
  for (;;) {
    for (const Row &row : send_query(sql))
      std::printf("%d\n", row.id);
    std::this_thread::sleep_for(60s);
  }
}
