// RUN: %check_retry %s --checks=retry-swallowed-exhaustion,retry-fixed-interval,retry-silent -- -std=c++17 %libpq_flags %mariadb_flags
// REQUIRES: libpq, mariadb
// A handle tells of the last thing that was sent on it. What mends the connection
// between two attempts is no attempt of its own because the next query failed.
#include <cstdio>
#include <errmsg.h>
#include <libpq-fe.h>
#include <mysql.h>
#include <string>
#include <unistd.h>

bool pinged(MYSQL *db, const char *statement) {
  for (int left = 3; left > 0; --left) {
    if (mysql_query(db, statement) == 0)
      return true;
    unsigned code = mysql_errno(db);
    std::fprintf(stderr, "%u: %s\n", code, mysql_error(db));
    if (code != CR_SERVER_LOST && code != CR_SERVER_GONE_ERROR)
      return false;
    usleep(250 * 1000); // expect: retry-fixed-interval
    mysql_ping(db);
  }
  return false;
}

bool reset(PGconn *connection, const char *const *values) {
  int left = 5;
  while (left-- > 0) {
    PGresult *r = PQexecParams(connection, "UPDATE t SET a = $1", 1, nullptr, values, nullptr, nullptr, 0);
    const bool ok = PQresultStatus(r) == PGRES_COMMAND_OK;
    PQclear(r);
    if (ok)
      return true;
    std::fprintf(stderr, "failed: %s", PQerrorMessage(connection));
    if (PQstatus(connection) != CONNECTION_OK)
      PQreset(connection);
    usleep(300000); // expect: retry-fixed-interval
  }
  return false;
}

int selected(MYSQL *db, const std::string &statement) {
  int rounds = 0;
  do {
    if (!mysql_real_query(db, statement.c_str(), statement.size()))
      return 0;
    if (mysql_errno(db) == CR_SERVER_GONE_ERROR)
      mysql_select_db(db, "stock");
    std::fprintf(stderr, "once more: %s\n", mysql_error(db));
    sleep(1); // expect: retry-fixed-interval
  } while (++rounds < 4);
  return -1;
}
