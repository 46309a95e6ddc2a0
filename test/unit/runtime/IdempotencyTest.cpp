#include "retry/idempotency.h"
#include "retry/sqlite.h"
#include "gtest/gtest.h"
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <sys/wait.h>
#include <thread>
#include <vector>

using namespace retry;
using namespace std::chrono_literals;

namespace {

wall_clock::time_point today;
wall_clock::time_point fakeNow() { return today; }

/// A database of its own for each test, removed afterwards.
struct Database {
  std::string file = [] {
    std::string name = testing::TempDir() + "retry-XXXXXX";
    int fd = mkstemp(name.data());
    close(fd);
    return name;
  }();
  sqlite_database db{file};
  ~Database() {
    for (const char *suffix : {"", "-wal", "-shm"})
      std::filesystem::remove(file + suffix);
  }
};

struct InMemory {
  memory_store store;
  InMemory(retention r = for_requests) : store(r, &fakeNow) {}
};
struct InSqlite {
  Database where;
  sqlite_store store;
  InSqlite(retention r = for_requests) : store(where.db, r, &fakeNow) {}
};

template <typename Kind> struct Store : testing::Test {
  Store() { today = wall_clock::time_point(24h * 20000); }
};
using Kinds = testing::Types<InMemory, InSqlite>;
TYPED_TEST_SUITE(Store, Kinds);

const id key = id::from("key-1");

TYPED_TEST(Store, I3_ADuplicateGetsTheStoredAnswer) {
  TypeParam with;
  int executed = 0;
  for (int i = 0; i < 3; ++i) {
    stored_answer a =
        once(with.store, key, "f", duplicates::conflict, never, [&] {
          ++executed;
          return stored_answer{201, "Location: /7", std::string("a\0b", 3)};
        });
    EXPECT_EQ(a.status, 201);
    EXPECT_EQ(a.headers, "Location: /7");
    EXPECT_EQ(a.body, std::string("a\0b", 3));
  }
  EXPECT_EQ(executed, 1);
}

TYPED_TEST(Store, I3_AnswersAreKeptForADay) {
  TypeParam with;
  int executed = 0;
  auto request = [&] {
    once(with.store, key, "f", duplicates::conflict, never, [&] {
      ++executed;
      return stored_answer{200, "", ""};
    });
  };
  request();
  today += 24h - 1s;
  request();
  EXPECT_EQ(executed, 1);
  today += 2s;
  request();
  EXPECT_EQ(executed, 2);
}

TYPED_TEST(Store, I3_EventsAreKnownForAWeek) {
  TypeParam with(for_events);
  int handled = 0;
  auto deliver = [&] {
    return consume(with.store, id::from("event-9"), [&] { ++handled; });
  };
  EXPECT_EQ(deliver(), consumed::now);
  today += 24h * 7 - 1s;
  EXPECT_EQ(deliver(), consumed::before);
  EXPECT_EQ(handled, 1);
  today += 2s;
  EXPECT_EQ(deliver(), consumed::now);
}

TYPED_TEST(Store, AnotherRequestUnderTheSameKeyIsRefused) {
  TypeParam with;
  auto ok = [] { return stored_answer{200, "", ""}; };
  once(with.store, key, "one", duplicates::conflict, never, ok);
  EXPECT_EQ(
      once(with.store, key, "two", duplicates::conflict, never, ok).status,
      422);
}

TYPED_TEST(Store, WhatFailedIsTriedAgain) {
  TypeParam with;
  EXPECT_THROW(once(with.store, key, "f", duplicates::conflict, never,
                    []() -> stored_answer { throw 1; }),
               int);
  EXPECT_THROW(consume(with.store, id::from("e"), [] { throw 1; }), int);
  EXPECT_EQ(once(with.store, key, "f", duplicates::conflict, never,
                 [] { return stored_answer{200, "", ""}; })
                .status,
            200);
  EXPECT_EQ(consume(with.store, id::from("e"), [] {}), consumed::now);
}

TYPED_TEST(Store, OfConcurrentDuplicatesOneExecutesAndTheOthersWait) {
  TypeParam with;
  std::atomic<int> executed{0};
  std::vector<std::thread> all;
  std::vector<int> statuses(8);
  for (size_t i = 0; i < statuses.size(); ++i)
    all.emplace_back([&, i] {
      statuses[i] = once(with.store, key, "f", duplicates::wait, never, [&] {
                      ++executed;
                      std::this_thread::yield();
                      return stored_answer{200, "", ""};
                    }).status;
    });
  for (std::thread &t : all)
    t.join();
  EXPECT_EQ(executed, 1);
  EXPECT_EQ(statuses, std::vector<int>(8, 200));
}

TYPED_TEST(Store, OrGetAConflict) {
  TypeParam with;
  stored_answer inside;
  once(with.store, key, "f", duplicates::conflict, never, [&] {
    inside = once(with.store, key, "f", duplicates::conflict, never,
                  [] { return stored_answer{200, "", ""}; });
    EXPECT_EQ(consume(with.store, key, [] { FAIL(); }), consumed::before);
    return stored_answer{200, "", ""};
  });
  EXPECT_EQ(inside.status, 409);
}

TYPED_TEST(Store, WaitingEndsAtTheDeadline) {
  TypeParam with;
  once(with.store, key, "f", duplicates::conflict, never, [&] {
    EXPECT_EQ(once(with.store, key, "f", duplicates::wait, clock::now(),
                   [] { return stored_answer{200, "", ""}; })
                  .status,
              409);
    return stored_answer{200, "", ""};
  });
}

TYPED_TEST(Store, AClaimOfADeadProcessEndsWithItsLease) {
  TypeParam with;
  stored_answer nothing;
  EXPECT_EQ(with.store.begin(key, "f", nothing),
            idempotency_store::claim::execute);
  EXPECT_EQ(with.store.begin(key, "f", nothing),
            idempotency_store::claim::in_progress);
  today += 6min;
  EXPECT_EQ(with.store.begin(key, "f", nothing),
            idempotency_store::claim::execute);
}

TEST(Sqlite, WhatWasFinishedSurvivesACrash) {
  Database shared;
  sqlite_store(shared.db); // makes the tables
  pid_t child = fork();
  if (child == 0) {
    sqlite_database own(shared.file);
    sqlite_store store(own);
    stored_answer nothing;
    store.begin(id::from("done"), "f", nothing);
    store.finish(id::from("done"), {200, "", "kept"});
    store.begin(id::from("half"), "f", nothing);
    std::abort();
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  sqlite_store store(shared.db);
  stored_answer answer;
  EXPECT_EQ(store.begin(id::from("done"), "f", answer),
            idempotency_store::claim::replay);
  EXPECT_EQ(answer.body, "kept");
  EXPECT_EQ(store.begin(id::from("half"), "f", answer),
            idempotency_store::claim::in_progress);
}

TEST(Sqlite, L7_AttemptsOutliveTheProcess) {
  Database shared;
  {
    sqlite_database own(shared.file);
    sqlite_attempts attempts(own);
    EXPECT_EQ(attempts.begin(id::from("job")), 1u);
    EXPECT_EQ(attempts.begin(id::from("job")), 2u);
  }
  sqlite_attempts attempts(shared.db);
  EXPECT_EQ(attempts.made(id::from("job")), 2u);
  EXPECT_EQ(attempts.begin(id::from("job")), 3u);
  attempts.forget(id::from("job"));
  EXPECT_EQ(attempts.made(id::from("job")), 0u);
}

TEST(Sqlite, D_ADeadLetterIsKeptWithEverything) {
  Database shared;
  sqlite_dead_letters letters(shared.db);
  dead_letter one;
  one.queue = "orders";
  one.payload = std::string_view("p\0q", 3);
  one.headers = "type: order";
  one.how.attempts = 5;
  letters.put(one);
  letters.put(one);
  EXPECT_EQ(letters.size("orders"), 2u);
  EXPECT_TRUE(letters.redrive(
      "orders", [&](const std::string &payload, const std::string &headers) {
        EXPECT_EQ(payload, one.payload);
        EXPECT_EQ(headers, one.headers);
        return false;
      }));
  EXPECT_EQ(letters.size("orders"), 2u);
  auto take = [](const std::string &, const std::string &) { return true; };
  EXPECT_TRUE(letters.redrive("orders", take));
  EXPECT_TRUE(letters.redrive("orders", take));
  EXPECT_FALSE(letters.redrive("orders", take));
}

TEST(Sqlite, AFileThatCannotBeOpenedSaysSo) {
  EXPECT_THROW(sqlite_database("/nonexistent/folder/file.db"), sqlite_error);
}

} // namespace
