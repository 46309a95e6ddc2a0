// RUN: %check_retry %s --checks=retry-fixed-interval -- -std=c11 -D_GNU_SOURCE
// What is asked once before the loop with another option is not what the loop
// asks for again and again.
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int resolve(const char *host, const char *port, struct addrinfo **found, int tries) {
  struct addrinfo hints = {0};
  hints.ai_flags = AI_NUMERICHOST;
  int status = getaddrinfo(host, port, &hints, found);
  if (status == 0 || status == EAI_FAIL)
    return status;
  while (1) {
    hints.ai_flags &= ~AI_NUMERICHOST;
    status = getaddrinfo(host, port, &hints, found);
    if (status == 0)
      return 0;
    fprintf(stderr, "cannot resolve %s\n", host);
    if (--tries <= 0)
      return status;
    sleep(5); // expect: retry-fixed-interval "5 s"
  }
}

struct query {
  int recurse;
  const char *name;
};
int send_query(const char *server, const struct query *q);

int ask(const char *server, const char *name) {
  struct query q = {3, name};
  if (send_query(server, &q) == 0)
    return 0;
  q.recurse = 0;
  for (int i = 0; i < 4; ++i) {
    if (send_query(server, &q) == 0)
      return 0;
    fprintf(stderr, "no answer from %s\n", server);
    sleep(2); // expect: retry-fixed-interval "2 s"
  }
  return -1;
}

int connect_server(const char *server, int patience);

int reach(const char *server) {
  int patience = 30;
  if (connect_server(server, patience) == 0)
    return 0;
  for (int i = 0; i < 4; ++i) {
    patience = 0;
    if (connect_server(server, patience) == 0)
      return 0;
    fprintf(stderr, "%s is not there\n", server);
    sleep(2); // expect: retry-fixed-interval "2 s"
  }
  return -1;
}

// Each is asked once.
int first_free(const char *server) {
  if (connect_server(server, 0) == 0)
    return 0;
  for (int port = 7000; port < 7010; port += 2) {
    if (connect_server(server, port) == 0)
      return port;
    fprintf(stderr, "%d is taken\n", port);
    sleep(2);
  }
  return -1;
}
