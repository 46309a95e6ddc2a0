// Database errors, as another attempt sees them: SQLSTATE (PostgreSQL and
// others) and MySQL's numbers.
#ifndef RETRY_SQL_H
#define RETRY_SQL_H

#include "retry/failure.h"
#include <string_view>

namespace retry {

/// Five characters; empty or "00000" is success.
struct sqlstate {
  std::string_view code;
};

constexpr failure classify(sqlstate state) noexcept {
  std::string_view code = state.code, kind = code.substr(0, 2);
  if (code.empty() || kind == "00" || kind == "01" || kind == "02")
    return success;
  if (code == "40P01")
    return transient("deadlock_detected", failure_kind::deadlock);
  if (code == "40001")
    return transient("serialization_failure", failure_kind::deadlock);
  if (code == "40003")
    return maybe_executed("statement_completion_unknown");
  if (code == "55P03")
    return transient("lock_not_available");
  if (code == "53300")
    return transient("too_many_connections");
  if (code == "57P03")
    return transient("cannot_connect_now");
  if (code == "57P01" || code == "57P02")
    return maybe_executed("admin_shutdown");
  if (code == "57014")
    return permanent("query_canceled", failure_kind::cancelled);
  if (code == "08001" || code == "08004")
    return transient("connection_refused", failure_kind::connection_refused);
  if (kind == "08")
    return maybe_executed("connection_exception");
  if (kind == "53")
    return transient("insufficient_resources");
  if (kind == "22" || kind == "23" || kind == "28" || kind == "42" ||
      kind == "3D" || kind == "3F" || kind == "0A")
    return permanent("sql_error");
  return failure{};
}

/// Of the server (1...) or of the client (2...).
struct mysql_error {
  unsigned code = 0;
};

constexpr failure classify(mysql_error error) noexcept {
  switch (error.code) {
  case 0:
    return success;
  case 1213: // ER_LOCK_DEADLOCK
    return transient("ER_LOCK_DEADLOCK", failure_kind::deadlock);
  case 1205: // ER_LOCK_WAIT_TIMEOUT
    return transient("ER_LOCK_WAIT_TIMEOUT", failure_kind::deadlock);
  case 1040: // ER_CON_COUNT_ERROR
    return transient("ER_CON_COUNT_ERROR");
  case 1203: // ER_TOO_MANY_USER_CONNECTIONS
    return transient("ER_TOO_MANY_USER_CONNECTIONS");
  case 2002: // CR_CONNECTION_ERROR
  case 2003: // CR_CONN_HOST_ERROR
    return transient("CR_CONN_HOST_ERROR", failure_kind::connection_refused);
  case 2006: // CR_SERVER_GONE_ERROR
    return maybe_executed("CR_SERVER_GONE_ERROR");
  case 2013: // CR_SERVER_LOST
    return maybe_executed("CR_SERVER_LOST");
  case 1044: // ER_DBACCESS_DENIED_ERROR
  case 1045: // ER_ACCESS_DENIED_ERROR
  case 1049: // ER_BAD_DB_ERROR
  case 1054: // ER_BAD_FIELD_ERROR
  case 1062: // ER_DUP_ENTRY
  case 1064: // ER_PARSE_ERROR
  case 1146: // ER_NO_SUCH_TABLE
    return permanent("mysql_error");
  default:
    return failure{};
  }
}

} // namespace retry

#endif
