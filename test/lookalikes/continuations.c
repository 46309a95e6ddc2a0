// RUN: %check_retry %s -- -std=c11
// expect-none
// Not a failure: the library wants to be called again.
#include <stdio.h>

#define TLS_ERR_WANT_READ -0x6900
#define TLS_ERR_WANT_WRITE -0x6880
struct tls;
int tls_client_handshake(struct tls *t);
int shake(struct tls *t) {
  int ret;
  while ((ret = tls_client_handshake(t)) != 0)
    if (ret != TLS_ERR_WANT_READ && ret != TLS_ERR_WANT_WRITE) {
      printf("handshake: -0x%x\n", (unsigned)-ret);
      return -1;
    }
  return 0;
}

enum { QUERY_DONE = 0, QUERY_WANTS_MORE = 3, QUERY_BROKEN = 4 };
struct session;
int session_send_query(struct session *s, const char *text);
int ask(struct session *s, const char *text) {
  int rc;
  do
    rc = session_send_query(s, text);
  while (rc == QUERY_WANTS_MORE);
  return rc == QUERY_DONE ? 0 : -1;
}

#define BUS_INTERRUPTED (-77)
int bus_transfer(int address, const void *data);
int transfer(int address, const void *data) {
  for (;;)
    switch (bus_transfer(address, data)) {
    case BUS_INTERRUPTED:
      continue;
    case 0:
      return 0;
    default:
      return -1;
    }
}
