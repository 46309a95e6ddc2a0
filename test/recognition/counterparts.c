// RUN: %check_retry %s --checks=retry-unclassified-error -- -std=c11
/* The counterpart of success says that it failed, and not why. */
#include <postgresql/libpq-fe.h>
#include <stdio.h>
#include <unistd.h>

PGconn *open_database(const char *info) {
  PGconn *c = PQconnectdb(info);
  for (int i = 0; i < 9 && PQstatus(c) == CONNECTION_BAD; ++i) {
    PQfinish(c);
    sleep(1 << i);
    c = PQconnectdb(info); // expect: retry-unclassified-error
  }
  return c;
}

PGconn *reset_database(PGconn *c) {
  while (PQstatus(c) == CONNECTION_BAD) {
    fprintf(stderr, "%s\n", PQerrorMessage(c));
    sleep(5);
    PQreset(c); // expect: retry-unclassified-error
  }
  return c;
}

enum send_result { SEND_OK, SEND_ERROR, SEND_PENDING };
enum send_result send_report(int id);
int report(int id) {
  for (int i = 0; i < 9; ++i) {
    enum send_result r = send_report(id); // expect: retry-unclassified-error
    if (r != SEND_ERROR)
      return 0;
    fprintf(stderr, "failed to send\n");
    sleep(1 << i);
  }
  return -1;
}

/* Another failure has a name of its own, and leaves. */
enum put_result { PUT_OK, PUT_ERROR, PUT_DENIED };
enum put_result send_part(int id);
int put(int id) {
  for (int i = 0; i < 9; ++i) {
    enum put_result r = send_part(id);
    if (r != PUT_ERROR)
      return r == PUT_OK ? 0 : -1;
    fprintf(stderr, "failed to send\n");
    sleep(1 << i);
  }
  return -1;
}

/* What it is not the counterpart of says more. */
enum post_result { POST_OK, POST_LOCK_FAILED, POST_PENDING };
enum post_result send_post(int id);
int post(int id) {
  for (int i = 0; i < 9; ++i) {
    enum post_result r = send_post(id);
    if (r != POST_LOCK_FAILED)
      return 0;
    fprintf(stderr, "failed to send\n");
    sleep(1 << i);
  }
  return -1;
}

/* The one that may pass is asked for. */
enum get_result { GET_OK, GET_ERROR, GET_BUSY };
enum get_result send_get(int id);
int get(int id) {
  for (int i = 0; i < 9; ++i) {
    enum get_result r = send_get(id);
    if (r != GET_BUSY)
      return r == GET_OK ? 0 : -1;
    fprintf(stderr, "failed to send\n");
    sleep(1 << i);
  }
  return -1;
}
