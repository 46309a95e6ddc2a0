// libpq: a whole transaction until it is committed or the policy says stop.
#ifndef RETRY_ADAPTERS_LIBPQ_H
#define RETRY_ADAPTERS_LIBPQ_H

#include "retry/call.h"
#include "retry/sql.h"
#include <algorithm>
#include <cerrno>
#include <initializer_list>
#include <libpq-fe.h>
#include <limits>
#include <memory>
#include <poll.h>
#include <string>

namespace retry {

struct pg_clear {
  void operator()(PGresult *rows) const noexcept { PQclear(rows); }
};
using pg_result = std::unique_ptr<PGresult, pg_clear>;

/// What an attempt came to.
struct pg_answer {
  failure why = success;
  std::string state{};   // SQLSTATE, if there was one
  std::string message{}; // the server's own words, which may quote data
};
inline failure classify(const pg_answer &answer) noexcept { return answer.why; }

namespace detail {

/// Rounded up, and no more than the server and poll can count.
inline std::chrono::milliseconds until(clock::time_point end) {
  using std::chrono::milliseconds;
  return std::min(std::chrono::ceil<milliseconds>(end - clock::now()),
                  milliseconds(std::numeric_limits<int>::max()));
}

/// Waits for the socket in real time, whatever clock the policy counts by.
inline bool wait_for(PGconn *connection, short events, clock::time_point end) {
  pollfd one{PQsocket(connection), events, 0};
  for (std::chrono::milliseconds left;
       (left = until(end)).count() > 0 && one.fd >= 0;) {
    int ready = ::poll(&one, 1, static_cast<int>(left.count()));
    if (ready > 0)
      return true;
    if (ready < 0 && errno != EINTR)
      return false;
  }
  return false;
}

/// libpq has no code for a connection that could not be made.
inline failure not_connected(PGconn *connection) {
  std::string_view text = PQerrorMessage(connection);
  if (text.find("certificate") != std::string_view::npos)
    return permanent("tls_certificate", failure_kind::tls_certificate);
  if (PQconnectionNeedsPassword(connection) != 0)
    return permanent("pg_needs_password");
  return transient("pg_connection", failure_kind::connection_refused);
}

} // namespace detail

/// One attempt at a transaction. After the first statement that fails the
/// others are not sent.
class pg_transaction {
public:
  /// For drivers.
  pg_transaction(PGconn *connected, duration timeout) noexcept
      : link(connected), end(clock::now() + timeout) {}
  pg_transaction(const pg_transaction &) = delete;
  pg_transaction &operator=(const pg_transaction &) = delete;

  bool ok() const noexcept { return answer.why.ok(); }

  /// Null if it failed, now or before; then return. A null argument is NULL.
  pg_result exec(const char *sql,
                 std::initializer_list<const char *> arguments = {}) {
    if (!ok() || !limit_statement())
      return nullptr;
    return run([&] {
      return PQsendQueryParams(link, sql, static_cast<int>(arguments.size()),
                               nullptr, arguments.begin(), nullptr, nullptr, 0);
    });
  }

  /// For what `exec` cannot do. Show what came of it to `check`.
  PGconn *connection() const noexcept { return link; }
  bool check(const PGresult *made) {
    if (ok() && !good(made))
      failed(made);
    return ok();
  }

  /// For drivers, in this order; `commit` or, if something failed, `undo`.
  bool begin(const char *how) {
    told = left();
    const std::string sql = std::string(how) + ";" + at_most(told);
    if (connect() && run_all(sql))
      return true;
    if (PQstatus(link) == CONNECTION_OK || connected_anew)
      return false;
    // It was idle and is lost; nothing has been done over it.
    answer = {};
    return connect() && run_all(sql);
  }
  void commit() {
    committing = true;
    pg_result done = run([&] { return PQsendQuery(link, "COMMIT"); });
    // An error that nobody has looked at makes COMMIT a ROLLBACK.
    if (done && std::string_view(PQcmdStatus(done.get())) != "COMMIT")
      answer.why = {failure_class::unknown, failure_kind::other, std::nullopt,
                    "pg_rolled_back"};
  }
  void undo() {
    PGTransactionStatusType now = PQtransactionStatus(link);
    if (now == PQTRANS_INTRANS || now == PQTRANS_INERROR)
      (void)execute([&] { return PQsendQuery(link, "ROLLBACK"); });
  }
  pg_answer answer;

private:
  std::chrono::milliseconds left() const { return detail::until(end); }

  /// A limit that the server has already stays if it is lower.
  static std::string at_most(std::chrono::milliseconds time) {
    return "SELECT set_config('statement_timeout', least(nullif((1000 * "
           "extract(epoch from current_setting('statement_timeout')"
           "::interval))::bigint, 0), " +
           std::to_string(std::max<long long>(time.count(), 1)) +
           ")::text, true)";
  }

  /// Tells the server anew when some of the time has gone: a round trip that
  /// quick transactions do without.
  bool limit_statement() {
    std::chrono::milliseconds now = left();
    if (now.count() <= 0) {
      answer.why = timed_out();
      return false;
    }
    if (now > told - told / 50)
      return true;
    told = now;
    return run_all(at_most(now));
  }

  bool connect() {
    PGTransactionStatusType now = PQtransactionStatus(link);
    if (PQstatus(link) == CONNECTION_OK && now == PQTRANS_IDLE)
      return true;
    if (now == PQTRANS_INTRANS || now == PQTRANS_INERROR) {
      answer.why = permanent("pg_in_transaction");
      return false;
    }
    connected_anew = true;
    PostgresPollingStatusType next =
        PQresetStart(link) ? PGRES_POLLING_WRITING : PGRES_POLLING_FAILED;
    while (next == PGRES_POLLING_READING || next == PGRES_POLLING_WRITING)
      next = detail::wait_for(
                 link, next == PGRES_POLLING_READING ? POLLIN : POLLOUT, end)
                 ? PQresetPoll(link)
                 : PGRES_POLLING_FAILED;
    if (next == PGRES_POLLING_OK)
      return true;
    answer.why = detail::not_connected(link);
    answer.message = PQerrorMessage(link);
    return false;
  }

  static bool good(const PGresult *made) {
    ExecStatusType status = PQresultStatus(made);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
  }

  bool run_all(const std::string &sql) {
    return run([&] { return PQsendQuery(link, sql.c_str()); }) != nullptr;
  }

  /// The last result, or null and the reason in `answer`.
  template <typename Send> pg_result run(Send send) {
    pg_result made = execute(send);
    if (good(made.get()))
      return made;
    failed(made.get());
    return nullptr;
  }

  /// The first result that is not good, or the last; null if none came.
  template <typename Send> pg_result execute(Send send) {
    pg_result made;
    for (bool sent = send() != 0; sent;) {
      while (PQisBusy(link))
        if (!detail::wait_for(link, POLLIN, end + grace) ||
            PQconsumeInput(link) == 0)
          return nullptr;
      pg_result next(PQgetResult(link));
      if (!next)
        break;
      if (PQtransactionStatus(link) == PQTRANS_ACTIVE && copying(next.get()))
        return next;
      if (!made || good(made.get()))
        made = std::move(next);
    }
    return made;
  }
  static bool copying(const PGresult *made) {
    ExecStatusType status = PQresultStatus(made);
    return status == PGRES_COPY_IN || status == PGRES_COPY_OUT ||
           status == PGRES_COPY_BOTH;
  }

  void failed(const PGresult *error) {
    const char *state = PQresultErrorField(error, PG_DIAG_SQLSTATE);
    answer.state = state ? state : "";
    answer.message = error ? PQresultErrorMessage(error) : PQerrorMessage(link);
    answer.why = meaning(answer.state);
  }

  static failure timed_out() {
    return transient("statement_timeout", failure_kind::network_timeout);
  }

  failure meaning(std::string_view state) const {
    const bool lost = PQstatus(link) != CONNECTION_OK,
               late = clock::now() >= end;
    if (committing && (lost || (state.empty() && late)))
      return maybe_executed("commit_outcome_unknown");
    if (late && (state.empty() || state == "57014"))
      return timed_out();
    if (state.empty())
      return lost ? transient("connection_lost") : failure{};
    failure why = classify(sqlstate{state});
    // What was not committed was not done.
    if (why.is == failure_class::maybe_executed)
      why.is = failure_class::transient;
    return why;
  }

  /// The server gives up first, and says so.
  static constexpr std::chrono::milliseconds grace{50};
  PGconn *const link;
  const clock::time_point end;
  std::chrono::milliseconds told{};
  bool connected_anew = false, committing = false;
};

namespace detail {

/// Ends the statement that is running, at the request of another thread.
class pg_canceller {
public:
  explicit pg_canceller(PGconn *connection) : one(PQgetCancel(connection)) {}
  ~pg_canceller() { PQfreeCancel(one); }
  pg_canceller(const pg_canceller &) = delete;
  pg_canceller &operator=(const pg_canceller &) = delete;
  void operator()() const {
    char message[256];
    PQcancel(one, message, sizeof message);
  }

private:
  PGcancel *const one;
};

template <typename Fn>
pg_answer transact_once(attempt &now, PGconn *connection, const char *begin,
                        Fn &body) {
  struct undo_at_end { // the body may throw; after COMMIT there is nothing
    pg_transaction &tx;
    ~undo_at_end() { tx.undo(); }
  };
  pg_transaction tx(connection, now.timeout());
  if (tx.begin(begin)) {
    undo_at_end guard{tx};
    pg_canceller canceller(connection);
    stop_callback cancel(now.stop(), [&] { canceller(); });
    body(tx);
    if (tx.ok())
      tx.commit();
  }
  return std::move(tx.answer);
}

} // namespace detail

/// `body` takes a pg_transaction & and executes statements; it is called anew
/// for each attempt, and what it captured must not remember the one before. A
/// connection that was lost is reset. `what` is `retry::transaction(name)`; or
/// `retry::idempotent(name)` if it may be done twice, for then it is repeated
/// even if nobody knows whether it was committed.
template <typename Fn>
result<pg_answer> transact(dependency &to, operation what, PGconn *connection,
                           Fn &&body, const char *begin = "BEGIN") {
  return call(to, std::move(what), [&](attempt &now) {
    return detail::transact_once(now, connection, begin, body);
  });
}

} // namespace retry

#endif
