// REQUIRES: sqlite
// RUN: %check_retry %s --checks=%model_checks --
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

int exec_or_wait(sqlite3 *db, const char *sql) {
  int rc;
  do { // expect: retry-unbounded "sqlite3_exec"
    rc = sqlite3_exec(db, sql, 0, 0, 0);
    if (rc == SQLITE_BUSY)
      sqlite3_sleep(10); // expect: retry-fixed-interval "10 ms"
  } while (rc == SQLITE_BUSY);
  return rc;
}

int exec_some(sqlite3 *db, const char *sql) {
  for (int i = 0; i < 5; i++) {
    int rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
    if (rc == SQLITE_OK)
      return 0;
    sqlite3_sleep(250); // expect: retry-fixed-interval "250 ms"
  }
  return -1;
}

sqlite3 *open_file(const char *path) {
  sqlite3 *db = NULL;
  int delay = 20;
  for (int i = 0; i < 6; ++i) {
    if (sqlite3_open(path, &db) == SQLITE_OK)
      return db;
    sqlite3_close_v2(db);
    sqlite3_sleep(delay); // expect: retry-missing-jitter
    delay <<= 1;
  }
  return NULL;
}

int prepare(sqlite3 *db, const char *sql, sqlite3_stmt **out) {
  int rc = SQLITE_ERROR;
  for (int n = 0; n < 10 && rc != SQLITE_OK; n++) {
    if (n)
      sqlite3_sleep(100); // expect: retry-fixed-interval "100 ms"
    rc = sqlite3_prepare_v2(db, sql, -1, out, NULL);
  }
  return rc;
}

// Walks over rows.
int total(sqlite3_stmt *s) {
  int sum = 0;
  while (sqlite3_step(s) == SQLITE_ROW)
    sum += sqlite3_column_int(s, 0);
  return sum;
}

// A local file may be tried again at once.
int truncate_wal(sqlite3 *db) {
  for (int i = 0; i < 3; i++)
    if (sqlite3_wal_checkpoint(db, NULL) == SQLITE_OK)
      return 0;
  return -1;
}

// Grows at random.
int careful(sqlite3 *db, const char *sql) {
  for (int i = 0; i < 4; i++) {
    int rc = sqlite3_exec(db, sql, 0, 0, 0);
    if (rc != SQLITE_BUSY && rc != SQLITE_LOCKED)
      return rc;
    if (i < 3) {
      fprintf(stderr, "database is locked, attempt %d of 4\n", i + 1);
      sqlite3_sleep(rand() % (50 << i));
    }
  }
  return SQLITE_BUSY;
}

// A backup goes page by page.
int copy(sqlite3_backup *b) {
  int rc;
  do {
    rc = sqlite3_backup_step(b, 5);
    if (rc == SQLITE_OK)
      sqlite3_sleep(250);
  } while (rc == SQLITE_OK);
  return rc;
}

int run_all(sqlite3 *db, const char *const *sql) {
  for (; *sql; ++sql)
    if (sqlite3_exec(db, *sql, 0, 0, 0) != SQLITE_OK)
      return -1;
  return 0;
}

int mark(sqlite3_stmt *s) {
  int rc;
  while ((rc = sqlite3_step(s)) == SQLITE_BUSY) { // expect: retry-unbounded "sqlite3_step"
    sqlite3_reset(s);
    sqlite3_sleep(20); // expect: retry-fixed-interval "20 ms"
  }
  sqlite3_reset(s);
  return rc == SQLITE_DONE ? 0 : -rc;
}

int step_some(sqlite3_stmt *s) {
  for (int n = 0; n < 5; ++n) {
    int rc = sqlite3_step(s);
    if (rc == SQLITE_DONE || rc == SQLITE_ROW)
      return 0;
    if (rc != SQLITE_LOCKED)
      return -1;
    sqlite3_reset(s);
    if (n < 4)
      sqlite3_sleep(100); // expect: retry-fixed-interval "100 ms"
  }
  return -1;
}

// Rows, the end, or an error.
int names(sqlite3_stmt *s) {
  for (;;) {
    int rc = sqlite3_step(s);
    if (rc == SQLITE_DONE)
      return 0;
    if (rc != SQLITE_ROW)
      return rc;
    puts((const char *)sqlite3_column_text(s, 0));
  }
}

// Rows, at a rate.
void play(sqlite3_stmt *s) {
  while (sqlite3_step(s) == SQLITE_ROW) {
    puts((const char *)sqlite3_column_text(s, 0));
    sqlite3_sleep(40);
  }
}
