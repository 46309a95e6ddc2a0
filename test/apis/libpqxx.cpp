// REQUIRES: libpqxx
// RUN: %check_retry %s --checks=%model_checks -- -std=c++17
#include <chrono>
#include <iostream>
#include <memory>
#include <pqxx/pqxx>
#include <random>
#include <thread>

using namespace std::chrono_literals;

std::unique_ptr<pqxx::connection> open(const std::string &info) {
  for (int i = 0; i < 10; ++i) {
    try {
      return std::unique_ptr<pqxx::connection>(new pqxx::connection(info));
    } catch (const pqxx::broken_connection &e) {
      std::cerr << e.what();
      std::this_thread::sleep_for(5s); // expect: retry-fixed-interval "5 s"
    }
  }
  return nullptr;
}

void pay(pqxx::connection &c, int from, int to) {
  while (true) { // expect: retry-unbounded
    try {
      pqxx::work tx(c);
      tx.exec("UPDATE accounts SET x = 1"); // expect: retry-immediate "exec"
      tx.commit();
      return;
    } catch (const pqxx::serialization_failure &) {
    }
  }
}

pqxx::result select(pqxx::connection &c) {
  auto wait = 10ms;
  for (int tries = 0;; ++tries) {
    try {
      pqxx::nontransaction tx(c);
      return tx.exec("SELECT 1");
    } catch (const pqxx::sql_error &) {
      if (tries == 4)
        throw;
      std::this_thread::sleep_for(wait); // expect: retry-missing-jitter
      wait *= 2;
    }
  }
}

bool prepare(pqxx::connection &c) {
  int left = 3;
  while (left--) {
    try {
      c.prepare("find", "SELECT name FROM customers WHERE id = $1");
      return true;
    } catch (const pqxx::failure &) {
      std::this_thread::sleep_for(100ms); // expect: retry-fixed-interval "100 ms"
    }
  }
  return false;
}

// Rows.
int sum(const pqxx::result &rows) {
  int total = 0;
  for (const auto &row : rows)
    total += row[0].as<int>();
  return total;
}

void listen(pqxx::connection &c, const bool &stop) {
  while (!stop)
    c.await_notification(1, 0);
}

// Each statement once.
int run_all(pqxx::connection &c, const std::vector<std::string> &statements) {
  int bad = 0;
  for (const auto &s : statements) {
    try {
      pqxx::work tx(c);
      tx.exec(s);
      tx.commit();
    } catch (const pqxx::sql_error &) {
      ++bad;
    }
  }
  return bad;
}

void with_care(pqxx::connection &c, std::mt19937 &gen) {
  for (int i = 0; i < 3; ++i) {
    try {
      pqxx::work tx(c);
      tx.exec("DELETE FROM expired");
      tx.commit();
      return;
    } catch (const pqxx::deadlock_detected &) {
      if (i == 2)
        throw;
      std::cerr << "deadlock, attempt " << i + 1 << " of 3\n";
      std::uniform_int_distribution<int> wait(0, 200 << i);
      std::this_thread::sleep_for(std::chrono::milliseconds(wait(gen)));
    }
  }
}

// Without a transaction, what was inserted stays.
void log_event(pqxx::connection &c, const std::string &kind, std::mt19937 &gen) {
  for (int i = 0; i < 3; ++i) {
    try {
      pqxx::nontransaction tx(c);
      tx.exec_params("INSERT INTO event (kind) VALUES ($1)", kind); // expect: retry-non-idempotent "INSERT"
      return;
    } catch (const pqxx::broken_connection &) {
      if (i == 2)
        throw;
      std::cerr << "attempt " << i + 1 << " of 3\n";
      std::uniform_int_distribution<int> wait(0, 200 << i);
      std::this_thread::sleep_for(std::chrono::milliseconds(wait(gen)));
    }
  }
}

class Journal {
public:
  void add(const std::string &line) {
    for (int i = 0;; ++i) {
      try {
        pqxx::nontransaction tx{*db};
        tx.exec0("insert into journal values (" + tx.quote(line) + ")"); // expect: retry-non-idempotent "INSERT"
        return;
      } catch (const pqxx::broken_connection &e) {
        std::cerr << e.what() << ", attempt " << i + 1 << "\n";
        if (i == 2)
          throw;
      }
      std::uniform_int_distribution<int> wait(0, 200 << i);
      std::this_thread::sleep_for(std::chrono::milliseconds(wait(gen)));
    }
  }
  // In a transaction: nothing of it stays.
  void add_in_transaction(const std::string &line) {
    for (int i = 0;; ++i) {
      try {
        pqxx::work tx{*db};
        tx.exec0("insert into journal values (" + tx.quote(line) + ")");
        tx.commit();
        return;
      } catch (const pqxx::broken_connection &e) {
        std::cerr << e.what() << ", attempt " << i + 1 << "\n";
        if (i == 2)
          throw;
      }
      std::uniform_int_distribution<int> wait(0, 200 << i);
      std::this_thread::sleep_for(std::chrono::milliseconds(wait(gen)));
    }
  }
  // Once more makes no difference.
  void set(const std::string &key, const std::string &value) {
    for (int i = 0;; ++i) {
      try {
        pqxx::nontransaction tx{*db};
        tx.exec_params("INSERT INTO setting VALUES ($1, $2) "
                       "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                       key, value);
        return;
      } catch (const pqxx::broken_connection &e) {
        std::cerr << e.what() << ", attempt " << i + 1 << "\n";
        if (i == 2)
          throw;
      }
      std::uniform_int_distribution<int> wait(0, 200 << i);
      std::this_thread::sleep_for(std::chrono::milliseconds(wait(gen)));
    }
  }

private:
  std::unique_ptr<pqxx::connection> db;
  std::mt19937 gen{std::random_device{}()};
};

// The connection is made where it is put.
std::unique_ptr<pqxx::connection> attach(const std::string &info) {
  while (true) { // expect: retry-unbounded
    try {
      return std::make_unique<pqxx::connection>(info);
    } catch (const pqxx::broken_connection &e) {
      std::cerr << e.what() << "\n";
      std::this_thread::sleep_for(2s); // expect: retry-fixed-interval "2 s"
    }
  }
}

std::shared_ptr<pqxx::connection> shared(const std::string &info) {
  std::shared_ptr<pqxx::connection> c;
  for (int i = 0; i < 4 && !c; ++i) {
    try {
      c = std::make_shared<pqxx::connection>(info);
    } catch (const pqxx::broken_connection &e) {
      std::cerr << e.what() << "\n";
      std::this_thread::sleep_for(500ms); // expect: retry-fixed-interval "500 ms"
    }
  }
  return c;
}

// One for each of several.
void pool(std::vector<std::unique_ptr<pqxx::connection>> &all, const std::vector<std::string> &infos) {
  for (const auto &info : infos) {
    try {
      all.push_back(std::make_unique<pqxx::connection>(info));
    } catch (const pqxx::broken_connection &e) {
      std::cerr << e.what() << "\n";
    }
  }
}

// Everything is made anew: the connection, what works on it, the statement.
void note(const std::string &info, const std::string &who) {
  for (int n = 0;; ++n) {
    try {
      pqxx::connection c{info};
      pqxx::nontransaction w{c};
      w.exec_params("INSERT INTO audit (who) VALUES ($1)", who); // expect: retry-non-idempotent "INSERT"
      return;
    } catch (const pqxx::broken_connection &) {
      if (n == 2)
        throw;
      std::this_thread::sleep_for(1s); // expect: retry-fixed-interval "1 s"
    }
  }
}

void note_once(const std::string &info, const std::string &who) {
  for (int n = 0; n < 3; ++n) {
    try {
      pqxx::connection c(info);
      pqxx::work w(c);
      w.exec_params("INSERT INTO audit (who) VALUES ($1)", who);
      w.commit();
      return;
    } catch (const pqxx::broken_connection &) {
      std::this_thread::sleep_for(3s); // expect: retry-fixed-interval "3 s"
    }
  }
}

// Rows of an answer.
std::vector<int> ids(const std::string &info) {
  for (int n = 0;; ++n) {
    try {
      std::vector<int> all;
      pqxx::connection c(info);
      pqxx::read_transaction tx(c);
      for (auto row : tx.exec("SELECT id FROM patient"))
        all.push_back(row[0].as<int>());
      return all;
    } catch (const pqxx::broken_connection &) {
      if (n == 4)
        throw;
      std::this_thread::sleep_for(2s); // expect: retry-fixed-interval "2 s"
    }
  }
}
