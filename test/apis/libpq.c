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
