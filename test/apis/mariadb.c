// REQUIRES: mariadb
// RUN: %check_retry %s --checks=%model_checks -- %mariadb_flags
#include <errmsg.h>
#include <mysql.h>
#include <mysqld_error.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

MYSQL *connect_to(const char *host) {
  MYSQL *db = mysql_init(NULL);
  int tries = 0;
  while (!mysql_real_connect(db, host, "app", NULL, "shop", 3306, NULL, 0)) {
    if (++tries == 20)
      return NULL;
    sleep(3); // expect: retry-fixed-interval "3 s"
  }
  return db;
}

int add_order(MYSQL *db) {
  for (int i = 0; i < 3; i++) {
    if (mysql_query(db, "INSERT INTO orders (item) VALUES ('book')") == 0) // expect: retry-non-idempotent "INSERT 'mysql_query'", retry-immediate
      return 0;
  }
  return -1;
}

void must_run(MYSQL *db, const char *sql) {
  while (mysql_query(db, sql)) { // expect: retry-unbounded "mysql_query"
    fprintf(stderr, "query failed: %s\n", mysql_error(db));
    sleep(1); // expect: retry-fixed-interval
  }
}

bool ping(MYSQL *db) {
  for (int i = 0, ms = 100; i < 4; i++, ms *= 2) {
    if (mysql_ping(db) == 0)
      return true;
    usleep(ms * 1000); // expect: retry-missing-jitter
  }
  return false;
}

// A deadlock has undone the statement.
bool add_line(MYSQL *db) {
  for (int i = 0; i < 3; i++) {
    if (!mysql_query(db, "INSERT INTO lines (n) VALUES (1)"))
      return true;
    unsigned code = mysql_errno(db);
    if (code != ER_LOCK_DEADLOCK && code != ER_LOCK_WAIT_TIMEOUT)
      return false;
    if (i < 2) {
      fprintf(stderr, "add_line: deadlock, attempt %d of 3\n", i + 1);
      usleep(rand() % (200000u << i));
    }
  }
  return false;
}

// A connection that was lost has perhaps not.
bool add_line_lost(MYSQL *db) {
  for (int i = 0; i < 3; i++) {
    if (!mysql_query(db, "INSERT INTO lines (n) VALUES (1)")) // expect: retry-non-idempotent "INSERT 'mysql_query'"
      return true;
    unsigned code = mysql_errno(db);
    if (code != ER_LOCK_DEADLOCK && code != CR_SERVER_LOST)
      return false;
    if (i < 2) {
      fprintf(stderr, "add_line: %u, attempt %d of 3\n", code, i + 1);
      usleep(rand() % (200000u << i));
    }
  }
  return false;
}

// A server that could not be reached has done nothing.
bool add_line_unreached(MYSQL *db) {
  for (int i = 0; i < 3; i++) {
    if (!mysql_query(db, "INSERT INTO lines (n) VALUES (1)"))
      return true;
    if (mysql_errno(db) != CR_CONN_HOST_ERROR)
      return false;
    if (i < 2) {
      fprintf(stderr, "add_line: attempt %d of 3\n", i + 1);
      usleep(rand() % (200000u << i));
    }
  }
  return false;
}

bool book(MYSQL *db) {
  for (int i = 0; i < 3; i++) {
    bool ok = !mysql_query(db, "START TRANSACTION") && !mysql_query(db, "INSERT INTO ledger VALUES (1)") &&
              !mysql_commit(db);
    if (ok)
      return true;
    mysql_rollback(db);
    if (i < 2) {
      fprintf(stderr, "book: attempt %d of 3 failed\n", i + 1);
      usleep(rand() % (500000u << i));
    }
  }
  return false;
}

// Rows, one by one.
int count_rows(MYSQL *db) {
  MYSQL_RES *result = mysql_store_result(db);
  int n = 0;
  while (mysql_fetch_row(result))
    n++;
  mysql_free_result(result);
  return n;
}

// The results of several statements.
void skip_results(MYSQL *db) {
  do {
    MYSQL_RES *r = mysql_use_result(db);
    if (r)
      mysql_free_result(r);
  } while (mysql_next_result(db) == 0);
}

// The next server.
MYSQL *any_replica(const char *const *hosts, int n) {
  for (int i = 0; i < n; i++) {
    MYSQL *db = mysql_init(NULL);
    if (mysql_real_connect(db, hosts[i], "app", NULL, "shop", 0, NULL, 0))
      return db;
    mysql_close(db);
  }
  return NULL;
}
