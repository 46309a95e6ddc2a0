#include "retry/adapters/libpq.h"
#include "Fixture.h"
#include "Postgres.h"
#include <thread>

using namespace loopback;
using namespace std::chrono_literals;
using retry::failure_class;
using retry::pg_transaction;
using retry::stop_reason;

namespace {

/// Somebody else's connection, where everything works.
struct Session {
  PGconn *link = Postgres::get().connect();
  ~Session() { PQfinish(link); }

  retry::pg_result exec(const std::string &sql) {
    retry::pg_result made(PQexec(link, sql.c_str()));
    EXPECT_LE(PQresultStatus(made.get()), PGRES_TUPLES_OK)
        << PQerrorMessage(link);
    return made;
  }
  std::string value(const std::string &sql) {
    return PQgetvalue(exec(sql).get(), 0, 0);
  }
  std::string pid() { return std::to_string(PQbackendPID(link)); }
  /// Returns when the query says so. It is asked for what is so, not for how
  /// long it takes.
  void await(const std::string &sql) {
    while (value(sql) != "t")
      std::this_thread::sleep_for(1ms);
  }
};

struct Libpq : Adapter {
  Session own, other, observer;

  void SetUp() override {
    observer.exec("SET client_min_messages = error;"
                  "DROP TABLE IF EXISTS accounts;"
                  "CREATE TABLE accounts (id int PRIMARY KEY, balance int);"
                  "INSERT INTO accounts VALUES (1, 100), (2, 100)");
  }
  std::string balance(int id) {
    return observer.value("SELECT balance FROM accounts WHERE id = " +
                          std::to_string(id));
  }
  void terminate() {
    observer.exec("SELECT pg_terminate_backend(" + own.pid() + ", 60000)");
  }
};

void transfer(pg_transaction &tx) {
  tx.exec("UPDATE accounts SET balance = balance - $1 WHERE id = 1", {"10"});
  tx.exec("UPDATE accounts SET balance = balance + $1 WHERE id = 2", {"10"});
}

TEST_F(Libpq, CommitsTheWhole) {
  auto result = retry::transact(server, retry::transaction("transfer"),
                                own.link, transfer);
  EXPECT_TRUE(result.ok()) << result.answer().message;
  EXPECT_EQ(result.attempts(), 1u);
  EXPECT_EQ(balance(1), "90");
  EXPECT_EQ(balance(2), "110");
}

TEST_F(Libpq, RowsCanBeRead) {
  std::string seen;
  auto result = retry::transact(
      server, retry::transaction("read"), own.link, [&](pg_transaction &tx) {
        auto rows = tx.exec(
            "SELECT balance, $1::text FROM accounts WHERE id = 1", {nullptr});
        if (!rows)
          return;
        seen = PQgetvalue(rows.get(), 0, 0);
        EXPECT_TRUE(PQgetisnull(rows.get(), 0, 1));
      });
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(seen, "100");
}

TEST_F(Libpq, L6_ADeadlockIsUndoneAndRepeated) {
  // Who waits first looks for a deadlock first, and is its victim.
  own.exec("SET deadlock_timeout = '1ms'");
  other.exec("SET deadlock_timeout = '1h'");
  other.exec("BEGIN; UPDATE accounts SET balance = 0 WHERE id = 2");
  int attempts = 0;
  auto result = retry::transact(
      server, retry::transaction("transfer"), own.link,
      [&](pg_transaction &tx) {
        if (++attempts == 2) { // the other one has what it waited for
          while (PGresult *rest = PQgetResult(other.link))
            PQclear(rest);
          other.exec("ROLLBACK");
        }
        tx.exec("UPDATE accounts SET balance = balance - 10 WHERE id = 1");
        if (attempts == 1) {
          PQsendQuery(other.link,
                      "UPDATE accounts SET balance = 0 WHERE id = 1");
          observer.await("SELECT pg_blocking_pids(" + other.pid() + ") = '{" +
                         own.pid() + "}'");
        }
        tx.exec("UPDATE accounts SET balance = balance + 10 WHERE id = 2");
        if (attempts == 1)
          EXPECT_EQ(tx.answer.state, "40P01");
      });
  EXPECT_TRUE(result.ok()) << result.answer().message;
  EXPECT_EQ(result.attempts(), 2u);
  EXPECT_EQ(balance(1), "90");
  EXPECT_EQ(balance(2), "110");
}

TEST_F(Libpq, L6_ASerializationFailureIsUndoneAndRepeated) {
  std::vector<std::string> states;
  auto result = retry::transact(
      server, retry::transaction("interest"), own.link,
      [&](pg_transaction &tx) {
        auto rows = tx.exec("SELECT balance FROM accounts WHERE id = 1");
        if (!rows)
          return;
        std::string next =
            std::to_string(2 * std::stoi(PQgetvalue(rows.get(), 0, 0)));
        if (states.empty())
          other.exec("UPDATE accounts SET balance = 7 WHERE id = 1");
        tx.exec("UPDATE accounts SET balance = $1 WHERE id = 1",
                {next.c_str()});
        states.push_back(tx.answer.state);
      },
      "BEGIN ISOLATION LEVEL SERIALIZABLE");
  EXPECT_TRUE(result.ok()) << result.answer().message;
  EXPECT_EQ(states, (std::vector<std::string>{"40001", ""}));
  EXPECT_EQ(balance(1), "14");
}

TEST_F(Libpq, ALostConnectionIsResetAndTheTransactionRepeated) {
  int attempts = 0;
  auto result = retry::transact(
      server, retry::transaction("transfer"), own.link,
      [&](pg_transaction &tx) {
        tx.exec("UPDATE accounts SET balance = balance - 10 WHERE id = 1");
        if (++attempts == 1)
          terminate();
        tx.exec("UPDATE accounts SET balance = balance + 10 WHERE id = 2");
      });
  EXPECT_TRUE(result.ok()) << result.answer().message;
  EXPECT_EQ(result.attempts(), 2u);
  EXPECT_EQ(env.waits.size(), 1u);
  EXPECT_EQ(balance(1), "90");
  EXPECT_EQ(balance(2), "110");
}

TEST_F(Libpq, AConnectionThatWasLostWhileIdleIsNoFailure) {
  terminate();
  auto result = retry::transact(server, retry::transaction("transfer"),
                                own.link, transfer);
  EXPECT_TRUE(result.ok()) << result.answer().message;
  EXPECT_EQ(result.attempts(), 1u);
  EXPECT_EQ(balance(1), "90");
}

/// At COMMIT the server drops the connection: nobody knows what came of it.
struct LibpqCommit : Libpq {
  int attempts = 0;
  void SetUp() override {
    Libpq::SetUp();
    observer.exec(
        "CREATE OR REPLACE FUNCTION go() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); "
        "RETURN NULL; END $$;"
        "CREATE CONSTRAINT TRIGGER go AFTER UPDATE ON accounts "
        "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW "
        "WHEN (NEW.balance = 1) EXECUTE FUNCTION go()");
  }
  auto set(const retry::operation &what) {
    return retry::transact(server, what, own.link, [&](pg_transaction &tx) {
      std::string attempt = std::to_string(++attempts);
      tx.exec("UPDATE accounts SET balance = $1 WHERE id = 1",
              {attempt.c_str()});
    });
  }
};

TEST_F(LibpqCommit, I4_AnUnknownOutcomeIsNotRepeated) {
  auto result = set(retry::transaction("set"));
  EXPECT_EQ(result.stop(), stop_reason::not_idempotent);
  EXPECT_STREQ(result.why().type, "commit_outcome_unknown");
  EXPECT_EQ(result.why().is, failure_class::maybe_executed);
  EXPECT_EQ(attempts, 1);
}

TEST_F(LibpqCommit, I1_UnlessItMayBeDoneTwice) {
  auto result = set(retry::idempotent("set"));
  EXPECT_TRUE(result.ok()) << result.answer().message;
  EXPECT_EQ(attempts, 2);
  EXPECT_EQ(balance(1), "2");
}

TEST_F(Libpq, AViolatedConstraintIsPermanent) {
  auto result = retry::transact(
      server, retry::transaction("open"), own.link, [](pg_transaction &tx) {
        tx.exec("UPDATE accounts SET balance = 0 WHERE id = 2");
        EXPECT_FALSE(tx.exec("INSERT INTO accounts VALUES (1, 0)"));
        EXPECT_FALSE(tx.exec("UPDATE accounts SET balance = 0 WHERE id = 1"));
      });
  EXPECT_EQ(result.stop(), stop_reason::permanent);
  EXPECT_EQ(result.answer().state, "23505");
  EXPECT_EQ(result.attempts(), 1u);
  EXPECT_EQ(balance(2), "100");
  EXPECT_EQ(PQtransactionStatus(own.link), PQTRANS_IDLE);
}

TEST_F(Libpq, AnErrorThatNobodyLookedAtIsNoSuccess) {
  auto result = retry::transact(
      server, retry::transaction("divide"), own.link, [](pg_transaction &tx) {
        PQclear(PQexec(tx.connection(), "SELECT 1 / 0"));
      });
  EXPECT_FALSE(result.ok());
  EXPECT_STREQ(result.why().type, "pg_rolled_back");
  auto checked = retry::transact(
      server, retry::transaction("divide"), own.link, [](pg_transaction &tx) {
        retry::pg_result made(PQexec(tx.connection(), "SELECT 1 / 0"));
        EXPECT_FALSE(tx.check(made.get()));
      });
  EXPECT_EQ(checked.answer().state, "22012");
  EXPECT_EQ(checked.stop(), stop_reason::permanent);
}

TEST_F(Libpq, AnExceptionUndoesTheTransaction) {
  auto result = retry::transact(server, retry::transaction("throw"), own.link,
                                [](pg_transaction &tx) {
                                  tx.exec("UPDATE accounts SET balance = 0");
                                  throw std::runtime_error("no");
                                });
  EXPECT_THROW(result.answer(), std::runtime_error);
  EXPECT_EQ(PQtransactionStatus(own.link), PQTRANS_IDLE);
  EXPECT_EQ(balance(1), "100");
}

TEST_F(Libpq, SomebodyElsesTransactionIsLeftAlone) {
  own.exec("BEGIN; UPDATE accounts SET balance = 0");
  auto result = retry::transact(server, retry::transaction("transfer"),
                                own.link, transfer);
  EXPECT_EQ(result.stop(), stop_reason::permanent);
  EXPECT_STREQ(result.why().type, "pg_in_transaction");
  own.exec("COMMIT");
  EXPECT_EQ(balance(1), "0");
}

TEST_F(Libpq, AnAttemptEndsAtItsTimeout) {
  retry::policy p = retry::sync_api;
  p.attempt_timeout = 200ms;
  p.max_attempts = 2;
  retry::dependency limited("server", p);
  limited.use(env).use(nobody);
  auto result = retry::transact(
      limited, retry::transaction("sleep"), own.link,
      [](pg_transaction &tx) { tx.exec("SELECT pg_sleep(600)"); });
  EXPECT_EQ(result.stop(), stop_reason::attempts_exhausted);
  EXPECT_STREQ(result.why().type, "statement_timeout");
  EXPECT_EQ(result.attempts(), 2u);
}

TEST_F(Libpq, TheTimeIsThatOfTheWholeTransaction) {
  retry::policy p = retry::sync_api;
  p.attempt_timeout = 10s;
  p.max_attempts = 1;
  retry::dependency patient("server", p);
  patient.use(env).use(nobody);
  std::string first, second;
  auto timeout = [](pg_transaction &tx) {
    auto rows = tx.exec("SELECT setting FROM pg_settings "
                        "WHERE name = 'statement_timeout'");
    return rows ? std::string(PQgetvalue(rows.get(), 0, 0)) : "";
  };
  auto result = retry::transact(patient, retry::transaction("sleep"), own.link,
                                [&](pg_transaction &tx) {
                                  first = timeout(tx);
                                  tx.exec("SELECT pg_sleep(0.5)");
                                  second = timeout(tx);
                                });
  EXPECT_TRUE(result.ok());
  EXPECT_LE(std::stoi(first), 10000);
  EXPECT_LE(std::stoi(second), 9500);
  EXPECT_EQ(own.value("SHOW statement_timeout"), "0");
}

TEST_F(Libpq, ALimitOfTheServersOwnStays) {
  own.exec("SET statement_timeout = '1234ms'");
  auto result = retry::transact(
      server, retry::transaction("show"), own.link, [](pg_transaction &tx) {
        auto rows = tx.exec("SHOW statement_timeout");
        EXPECT_STREQ(PQgetvalue(rows.get(), 0, 0), "1234ms");
      });
  EXPECT_TRUE(result.ok());
}

TEST_F(Libpq, L8_AStopEndsTheStatementThatIsRunning) {
  retry::stop_source source;
  std::thread stopper([&] {
    observer.await("SELECT count(*) = 1 FROM pg_stat_activity WHERE pid = " +
                   own.pid() + " AND wait_event = 'PgSleep'");
    source.request_stop();
  });
  auto result = retry::transact(
      server, retry::transaction("sleep").unless(source.token()), own.link,
      [](pg_transaction &tx) { tx.exec("SELECT pg_sleep(600)"); });
  stopper.join();
  EXPECT_EQ(result.stop(), stop_reason::cancelled);
  EXPECT_EQ(result.attempts(), 1u);
  EXPECT_EQ(PQtransactionStatus(own.link), PQTRANS_IDLE);
}

TEST_F(Libpq, AServerThatIsNotThere) {
  PGconn *link = PQconnectdb("host=/nonexistent user=test");
  auto result =
      retry::transact(server, retry::transaction("transfer"), link, transfer);
  EXPECT_EQ(result.stop(), stop_reason::attempts_exhausted);
  EXPECT_STREQ(result.why().type, "pg_connection");
  EXPECT_EQ(result.attempts(), 3u);
  PQfinish(link);
}

TEST_F(Libpq, WhatIsReportedAsDoneWasDoneOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> done{0};
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] {
      retry::fake_environment ownEnv;
      retry::dependency busy("server");
      busy.use(ownEnv).use(nobody);
      Session session;
      for (int n = 0; n < 20; ++n)
        done += retry::transact(
                    busy, retry::transaction("count"), session.link,
                    [](pg_transaction &tx) {
                      auto rows =
                          tx.exec("SELECT balance FROM accounts WHERE id = 1");
                      if (!rows)
                        return;
                      std::string next = std::to_string(
                          1 + std::stoi(PQgetvalue(rows.get(), 0, 0)));
                      tx.exec("UPDATE accounts SET balance = $1 WHERE id = 1",
                              {next.c_str()});
                    },
                    "BEGIN ISOLATION LEVEL SERIALIZABLE")
                    .ok();
    });
  for (std::thread &one : threads)
    one.join();
  EXPECT_GT(done, 0);
  EXPECT_EQ(balance(1), std::to_string(100 + done));
}

} // namespace
