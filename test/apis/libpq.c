// REQUIRES: libpq
// RUN: %check_retry %s --checks=%model_checks -- %libpq_flags
#include <libpq-fe.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

PGconn *open_database(const char *info) {
  PGconn *conn = PQconnectdb(info);
  int attempts = 0;
  while (PQstatus(conn) != CONNECTION_OK && attempts < 10) {
    sleep(5); // expect: retry-fixed-interval "5 s"
    PQreset(conn);
    attempts++;
  }
  return conn;
}

bool record_payment(PGconn *conn, long id, double amount) {
  char sql[256];
  snprintf(sql, sizeof sql, "INSERT INTO payments (account, amount) VALUES (%ld, %f)", id, amount);
  for (int i = 0; i < 3; ++i) {
    PGresult *res = PQexec(conn, sql); // expect: retry-non-idempotent "INSERT 'PQexec'", retry-immediate
    ExecStatusType status = PQresultStatus(res);
    PQclear(res);
    if (status == PGRES_COMMAND_OK)
      return true;
  }
  return false;
}

PGresult *must_select(PGconn *conn) {
  PGresult *r;
  do { // expect: retry-unbounded "PQexec"
    r = PQexec(conn, "SELECT id, name FROM customers"); // expect: retry-immediate
    if (PQresultStatus(r) == PGRES_TUPLES_OK)
      break;
    PQclear(r);
  } while (1);
  return r;
}

PGconn *wait_for_server(const char *info) {
  unsigned pause = 1;
  for (int n = 0; n < 5; n++) {
    PGconn *c = PQconnectdb(info);
    if (PQstatus(c) == CONNECTION_OK)
      return c;
    PQfinish(c);
    sleep(pause); // expect: retry-missing-jitter
    pause *= 2;
  }
  return NULL;
}

// The conflict clause makes it safe to repeat.
bool upsert(PGconn *conn) {
  for (int i = 0; i < 3; i++) {
    PGresult *res = PQexec(conn, "INSERT INTO seen (id) VALUES (7) "
                                 "ON CONFLICT (id) DO NOTHING");
    bool ok = PQresultStatus(res) == PGRES_COMMAND_OK;
    PQclear(res);
    if (ok)
      return true;
    if (i < 2) {
      fprintf(stderr, "upsert: attempt %d failed: %s", i + 1, PQerrorMessage(conn));
      usleep(rand() % (1000000u << i));
    }
  }
  return false;
}

// All or nothing: nothing of a failed round stays behind.
bool transfer(PGconn *conn) {
  for (int i = 0; i < 3; i++) {
    PQclear(PQexec(conn, "BEGIN"));
    PGresult *res = PQexec(conn, "INSERT INTO ledger VALUES (1, 2, 3)");
    bool ok = PQresultStatus(res) == PGRES_COMMAND_OK;
    PQclear(res);
    if (ok) {
      PQclear(PQexec(conn, "COMMIT"));
      return true;
    }
    PQclear(PQexec(conn, "ROLLBACK"));
    if (i < 2) {
      fprintf(stderr, "transfer: attempt %d failed\n", i + 1);
      usleep(rand() % (500000u << i));
    }
  }
  return false;
}

// Results come one after the other.
int all_results(PGconn *conn) {
  int rows = 0;
  PGresult *res;
  while ((res = PQgetResult(conn)) != NULL) {
    rows += PQntuples(res);
    PQclear(res);
  }
  return rows;
}

// Waits for notifications.
void listen(PGconn *conn, void (*on_event)(const char *)) {
  for (;;) {
    PGnotify *n = PQnotifies(conn);
    if (n) {
      on_event(n->extra);
      PQfreemem(n);
      continue;
    }
    sleep(1);
    PQconsumeInput(conn);
  }
}

// Each row once.
int import_rows(PGconn *conn, const char *const *statements, int count) {
  int bad = 0;
  for (int i = 0; i < count; i++) {
    PGresult *res = PQexec(conn, statements[i]);
    if (PQresultStatus(res) != PGRES_COMMAND_OK)
      bad++;
    PQclear(res);
  }
  return bad;
}

/* The statement is passed to a helper. */
static int run(PGconn *conn, const char *sql) {
  PGresult *res = PQexec(conn, sql);
  int ok = PQresultStatus(res) == PGRES_COMMAND_OK;
  PQclear(res);
  return ok;
}

int book(PGconn *conn) {
  for (int i = 0; i < 3; i++) {
    if (run(conn, "INSERT INTO bookings DEFAULT VALUES")) // expect: retry-non-idempotent "INSERT"
      return 0;
    fprintf(stderr, "attempt %d of 3\n", i + 1);
    usleep(random() % (100000 << i));
  }
  return -1;
}

static int run_with(PGconn *conn, const char *const *values, const char *sql) {
  PGresult *res = PQexecParams(conn, sql, 1, NULL, values, NULL, NULL, 0);
  int ok = PQresultStatus(res) == PGRES_COMMAND_OK;
  PQclear(res);
  return ok ? 0 : -1;
}
static int insert_row(PGconn *conn, const char *value) {
  const char *values[] = {value};
  return run_with(conn, values, "INSERT INTO t VALUES ($1)");
}

int two_helpers_deep(PGconn *conn, const char *value) {
  for (int i = 0; i < 3; i++) {
    if (insert_row(conn, value) == 0) // expect: retry-non-idempotent "INSERT"
      return 0;
    fprintf(stderr, "attempt %d of 3\n", i + 1);
    usleep(random() % (100000 << i));
  }
  return -1;
}

int by_variable(PGconn *conn, long id) {
  char sql[128];
  snprintf(sql, sizeof sql, "INSERT INTO seen VALUES (%ld)", id);
  for (int i = 0; i < 3; i++) {
    if (run(conn, sql)) // expect: retry-non-idempotent "INSERT"
      return 0;
    fprintf(stderr, "attempt %d of 3\n", i + 1);
    usleep(random() % (100000 << i));
  }
  return -1;
}

/* The same helper begins and ends the transaction. */
int in_a_transaction(PGconn *conn) {
  for (int i = 0; i < 3; i++) {
    if (run(conn, "BEGIN") && run(conn, "INSERT INTO a VALUES (1)") &&
        run(conn, "INSERT INTO b VALUES (1)") && run(conn, "COMMIT"))
      return 0;
    run(conn, "ROLLBACK");
    fprintf(stderr, "attempt %d of 3\n", i + 1);
    usleep(random() % (100000 << i));
  }
  return -1;
}

int deleted(PGconn *conn) {
  for (int i = 0; i < 3; i++) {
    if (run(conn, "DELETE FROM expired"))
      return 0;
    fprintf(stderr, "attempt %d of 3\n", i + 1);
    usleep(random() % (100000 << i));
  }
  return -1;
}

/* What is passed nobody knows. */
int whatever(PGconn *conn, const char *sql) {
  for (int i = 0; i < 3; i++) {
    if (run(conn, sql))
      return 0;
    fprintf(stderr, "attempt %d of 3\n", i + 1);
    usleep(random() % (100000 << i));
  }
  return -1;
}

/* The state of the answer tells what may pass. */
int upsert_by_state(PGconn *conn, const char *sql) {
  for (int i = 0; i < 3; i++) {
    PGresult *res = PQexec(conn, sql);
    if (PQresultStatus(res) == PGRES_COMMAND_OK) {
      PQclear(res);
      return 0;
    }
    const char *state = PQresultErrorField(res, PG_DIAG_SQLSTATE);
    int passes = state && (!strcmp(state, "40001") || !strncmp(state, "08", 2));
    fprintf(stderr, "attempt %d: %s", i + 1, PQresultErrorMessage(res));
    PQclear(res);
    if (!passes)
      return -1;
    usleep(500 * 1000); // expect: retry-fixed-interval "500 ms"
  }
  return -1;
}

// Who asks whether the server is there, and holds back longer and longer, tries
// again; asked in a rhythm, it polls.
PGconn *reach(const char *info) {
  for (int i = 0; i < 5; ++i) {
    PGPing answer = PQping(info);
    if (answer == PQPING_OK)
      return PQconnectdb(info);
    if (answer == PQPING_NO_ATTEMPT)
      return NULL;
    sleep(1 << i); // expect: retry-missing-jitter "1 s, 2 s, 4 s"
  }
  return NULL;
}

bool wait_until_up(const char *info) {
  for (int i = 0; i < 60; ++i) {
    if (PQping(info) == PQPING_OK)
      return true;
    sleep(1);
  }
  return false;
}
