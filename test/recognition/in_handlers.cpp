// RUN: %check_retry %s --checks=retry-swallowed-exhaustion,retry-missing-jitter,retry-fixed-interval -- -std=c++20
// The first try, and a handler that goes on trying.
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>

class Unexpected {};
struct Database {
  void exec(const std::string &query);
};
int fetch_total(int id);

void store(Database &db, const std::string &query) {
  try {
    db.exec(query);
  } catch (Unexpected &) {
    unsigned pause = 1;
    for (int i = 0; i < 3; i++) { // expect: retry-swallowed-exhaustion "4 attempts"
      sleep(pause); // expect: retry-missing-jitter "1 s, 2 s, 4 s"
      pause *= 2;
      try {
        db.exec(query);
        return;
      } catch (Unexpected &) {
      }
    }
  }
}

int total(int id) {
  try {
    return fetch_total(id);
  } catch (const std::exception &e) {
    std::fprintf(stderr, "failed: %s\n", e.what());
    for (int left = 3; left > 0; --left) {
      std::this_thread::sleep_for(std::chrono::seconds(2)); // expect: retry-fixed-interval
      try {
        return fetch_total(id);
      } catch (const std::exception &) {
      }
    }
    throw;
  }
}

// Of two handlers, the outer one.
void in_the_outer(Database &db, const std::string &query) {
  try {
    try {
      db.exec(query);
    } catch (const std::logic_error &) {
      throw;
    }
  } catch (...) {
    for (int i = 0;; ++i) {
      sleep(5); // expect: retry-fixed-interval "5 s"
      try {
        db.exec(query);
        break;
      } catch (...) {
        if (i == 3)
          throw;
      }
    }
  }
}

// Something else is tried.
void other(Database &first, Database *others, const std::string &query) {
  try {
    first.exec(query);
  } catch (Unexpected &) {
    for (int i = 0; i < 3; i++) {
      try {
        others[i].exec(query);
        return;
      } catch (Unexpected &) {
      }
    }
  }
}

// What went wrong is told to all.
struct Listener {
  void send(const std::string &text);
};
void tell(Database &db, const std::string &query, Listener *all, int count) {
  try {
    db.exec(query);
  } catch (Unexpected &) {
    for (int i = 0; i < count; i++)
      all[i].send("failed");
    sleep(1);
  }
}
