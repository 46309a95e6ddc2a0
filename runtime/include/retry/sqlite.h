// What must outlive the process, in an SQLite database: answers to keyed
// requests, the attempts of a job, and dead letters.
#ifndef RETRY_SQLITE_H
#define RETRY_SQLITE_H

#include "retry/dead_letter.h"
#include "retry/idempotency.h"
#include <cstdint>
#include <memory>
#include <sqlite3.h>
#include <stdexcept>
#include <thread>

namespace retry {

/// The database said no. `code` is SQLite's extended result code.
class sqlite_error : public std::runtime_error {
public:
  sqlite_error(int result, const std::string &what)
      : std::runtime_error(what), code(result) {}
  const int code;
};

/// A connection. Commits are on the disk when they return. Used by one thread
/// at a time (SQLite serialises it, too); processes share the file.
class sqlite_database {
public:
  explicit sqlite_database(const std::string &file) {
    int result = sqlite3_open_v2(file.c_str(), &handle,
                                 SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
                                     SQLITE_OPEN_FULLMUTEX,
                                 nullptr);
    if (result != SQLITE_OK) {
      std::string what = file + ": " + sqlite3_errmsg(handle);
      sqlite3_close(handle);
      throw sqlite_error(result, what);
    }
    sqlite3_extended_result_codes(handle, 1);
    sqlite3_busy_timeout(handle, 10'000);
    run("PRAGMA journal_mode=WAL");
    run("PRAGMA synchronous=FULL");
  }
  ~sqlite_database() { sqlite3_close(handle); }
  sqlite_database(const sqlite_database &) = delete;
  sqlite_database &operator=(const sqlite_database &) = delete;

  void run(const char *sql) {
    if (int result = sqlite3_exec(handle, sql, nullptr, nullptr, nullptr);
        result != SQLITE_OK)
      throw sqlite_error(result, sqlite3_errmsg(handle));
  }
  sqlite3 *get() const noexcept { return handle; }

  /// All or nothing, and alone: nobody else writes in between.
  template <typename Fn> auto transaction(Fn &&fn) {
    std::lock_guard<std::recursive_mutex> lock(alone);
    run("BEGIN IMMEDIATE");
    try {
      if constexpr (std::is_void_v<decltype(fn())>) {
        fn();
        run("COMMIT");
      } else {
        auto result = fn();
        run("COMMIT");
        return result;
      }
    } catch (...) {
      sqlite3_exec(handle, "ROLLBACK", nullptr, nullptr, nullptr);
      throw;
    }
  }

private:
  sqlite3 *handle = nullptr;
  std::recursive_mutex alone;
};

namespace detail {

class statement {
public:
  statement(sqlite_database &db, const char *sql) : database(db) {
    check(sqlite3_prepare_v2(db.get(), sql, -1, &handle, nullptr));
  }
  ~statement() { sqlite3_finalize(handle); }
  statement(const statement &) = delete;
  statement &operator=(const statement &) = delete;

  statement &bind(std::string_view text) {
    check(sqlite3_bind_text64(handle, ++bound, text.data(), text.size(),
                              SQLITE_TRANSIENT, SQLITE_UTF8));
    return *this;
  }
  statement &bind_bytes(std::string_view bytes) {
    check(sqlite3_bind_blob64(handle, ++bound, bytes.data(), bytes.size(),
                              SQLITE_TRANSIENT));
    return *this;
  }
  statement &bind(std::int64_t number) {
    check(sqlite3_bind_int64(handle, ++bound, number));
    return *this;
  }
  /// True if there is a row.
  bool step() {
    int result = sqlite3_step(handle);
    if (result == SQLITE_ROW)
      return true;
    if (result != SQLITE_DONE)
      check(result);
    return false;
  }
  std::int64_t number(int column) {
    return sqlite3_column_int64(handle, column);
  }
  std::string text(int column) {
    const void *data = sqlite3_column_blob(handle, column);
    int size = sqlite3_column_bytes(handle, column);
    return data ? std::string(static_cast<const char *>(data),
                              static_cast<std::size_t>(size))
                : std::string();
  }

private:
  void check(int result) {
    if (result != SQLITE_OK)
      throw sqlite_error(result, sqlite3_errmsg(database.get()));
  }
  sqlite_database &database;
  sqlite3_stmt *handle = nullptr;
  int bound = 0;
};

inline std::int64_t milliseconds_of(wall_clock::time_point at) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             at.time_since_epoch())
      .count();
}
inline std::int64_t milliseconds_of(duration d) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(d).count();
}

} // namespace detail

/// Shared by all processes that open the same file. If one dies in the middle,
/// its claim ends with its lease; what it had finished is kept.
class sqlite_store final : public idempotency_store {
public:
  using now_function = wall_clock::time_point (*)();
  explicit sqlite_store(sqlite_database &db, retention how_long = for_requests,
                        now_function clock_used = &wall_clock::now)
      : database(db), times(how_long), now(clock_used) {
    database.run("CREATE TABLE IF NOT EXISTS retry_keys("
                 "key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL,"
                 "done INTEGER NOT NULL, until INTEGER NOT NULL,"
                 "status INTEGER, headers BLOB, body BLOB)");
    database.run("CREATE INDEX IF NOT EXISTS retry_keys_until"
                 " ON retry_keys(until)");
  }

  claim begin(const id &key, std::string_view fingerprint,
              stored_answer &answer) override {
    return database.transaction([&] {
      std::int64_t at = detail::milliseconds_of(now());
      detail::statement(database, "DELETE FROM retry_keys WHERE until<=?")
          .bind(at)
          .step();
      detail::statement find(database,
                             "SELECT fingerprint,done,status,headers,body"
                             " FROM retry_keys WHERE key=?");
      if (find.bind(key.view()).step()) {
        if (find.text(0) != fingerprint)
          return claim::mismatch;
        if (find.number(1) == 0)
          return claim::in_progress;
        answer = {static_cast<int>(find.number(2)), find.text(3), find.text(4)};
        return claim::replay;
      }
      detail::statement(database, "INSERT INTO retry_keys(key,fingerprint,done,"
                                  "until) VALUES(?,?,0,?)")
          .bind(key.view())
          .bind(fingerprint)
          .bind(at + detail::milliseconds_of(times.lease))
          .step();
      return claim::execute;
    });
  }

  void finish(const id &key, const stored_answer &answer) override {
    std::int64_t until =
        detail::milliseconds_of(now()) + detail::milliseconds_of(times.keep);
    detail::statement(database, "UPDATE retry_keys SET done=1,until=?,status=?,"
                                "headers=?,body=? WHERE key=?")
        .bind(until)
        .bind(std::int64_t{answer.status})
        .bind_bytes(answer.headers)
        .bind_bytes(answer.body)
        .bind(key.view())
        .step();
  }

  void abandon(const id &key) override {
    detail::statement(database, "DELETE FROM retry_keys WHERE key=? AND done=0")
        .bind(key.view())
        .step();
  }

  /// Another process cannot wake us, so this looks every few milliseconds.
  bool wait(const id &key, time_point until) override {
    while (busy(key)) {
      if (clock::now() >= until)
        return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return true;
  }

private:
  bool busy(const id &key) {
    detail::statement find(database, "SELECT 1 FROM retry_keys"
                                     " WHERE key=? AND done=0 AND until>?");
    return find.bind(key.view()).bind(detail::milliseconds_of(now())).step();
  }

  sqlite_database &database;
  const retention times;
  const now_function now;
};

/// How often a job was attempted, over restarts: an attempt counts before it
/// begins, so that a crash in the middle counts as well.
class sqlite_attempts {
public:
  explicit sqlite_attempts(sqlite_database &db) : database(db) {
    database.run("CREATE TABLE IF NOT EXISTS retry_attempts("
                 "job TEXT PRIMARY KEY, attempts INTEGER NOT NULL)");
  }
  /// Counts one more and says the how manieth it is.
  unsigned begin(const id &job) {
    return database.transaction([&] {
      detail::statement(
          database, "INSERT INTO retry_attempts VALUES(?,1) ON CONFLICT(job)"
                    " DO UPDATE SET attempts=attempts+1")
          .bind(job.view())
          .step();
      return made(job);
    });
  }
  unsigned made(const id &job) {
    detail::statement find(database,
                           "SELECT attempts FROM retry_attempts WHERE job=?");
    return find.bind(job.view()).step() ? static_cast<unsigned>(find.number(0))
                                        : 0;
  }
  void forget(const id &job) {
    detail::statement(database, "DELETE FROM retry_attempts WHERE job=?")
        .bind(job.view())
        .step();
  }

private:
  sqlite_database &database;
};

/// Keeps every letter until somebody takes it back: nothing expires.
class sqlite_dead_letters final : public dead_letter_queue {
public:
  explicit sqlite_dead_letters(sqlite_database &db) : database(db) {
    database.run(
        "CREATE TABLE IF NOT EXISTS dead_letters("
        "number INTEGER PRIMARY KEY AUTOINCREMENT, queue TEXT NOT NULL,"
        "payload BLOB NOT NULL, headers BLOB NOT NULL, dependency TEXT,"
        "operation TEXT, attempts INTEGER, elapsed_ms INTEGER,"
        "error_type TEXT, stop TEXT, correlation_id TEXT, idempotency_key TEXT,"
        "at INTEGER NOT NULL)");
  }

  void put(const dead_letter &letter) override {
    detail::statement(database,
                      "INSERT INTO dead_letters(queue,payload,headers,"
                      "dependency,operation,attempts,elapsed_ms,error_type,"
                      "stop,correlation_id,idempotency_key,at)"
                      " VALUES(?,?,?,?,?,?,?,?,?,?,?,?)")
        .bind(letter.queue)
        .bind_bytes(letter.payload)
        .bind_bytes(letter.headers)
        .bind(letter.how.dependency)
        .bind(letter.how.operation)
        .bind(std::int64_t{letter.how.attempts})
        .bind(detail::milliseconds_of(letter.how.elapsed))
        .bind(letter.how.why.type)
        .bind(name(letter.how.stop))
        .bind(letter.correlation_id.view())
        .bind(letter.idempotency_key.view())
        .bind(detail::milliseconds_of(wall_clock::now()))
        .step();
  }

  std::size_t size(std::string_view queue) {
    detail::statement count(database,
                            "SELECT count(*) FROM dead_letters WHERE queue=?");
    count.bind(queue).step();
    return static_cast<std::size_t>(count.number(0));
  }

  /// Gives the oldest letter to `handle`, and removes it if that returns true.
  /// False if there is none.
  template <typename Fn> bool redrive(std::string_view queue, Fn &&handle) {
    return database.transaction([&] {
      detail::statement find(database,
                             "SELECT number,payload,headers FROM dead_letters"
                             " WHERE queue=? ORDER BY number LIMIT 1");
      if (!find.bind(queue).step())
        return false;
      if (handle(find.text(1), find.text(2)))
        detail::statement(database, "DELETE FROM dead_letters WHERE number=?")
            .bind(find.number(0))
            .step();
      return true;
    });
  }

private:
  sqlite_database &database;
};

} // namespace retry

#endif
