// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

extern volatile sig_atomic_t quit;
void *client_main(void *arg);

int serve_forever(int listener) {
  while (!quit) {
    int fd = accept(listener, NULL, NULL);
    if (fd < 0) {
      if (errno == EINTR || errno == ECONNABORTED)
        continue;
      perror("accept");
      return -1;
    }
    pthread_t t;
    if (pthread_create(&t, NULL, client_main, (void *)(long)fd) != 0)
      close(fd);
    else
      pthread_detach(t);
  }
  return 0;
}

int answer_query(int sock, const void *q, ssize_t n,
                 const struct sockaddr_storage *from, socklen_t len);

/* UDP: one datagram, one answer. */
void name_server(int sock) {
  unsigned char query[512];
  unsigned long retries = 0;
  for (;;) {
    struct sockaddr_storage from;
    socklen_t len = sizeof from;
    ssize_t n =
        recvfrom(sock, query, sizeof query, 0, (struct sockaddr *)&from, &len);
    if (n < 0) {
      retries++;
      continue;
    }
    if (answer_query(sock, query, n, &from, len) < 0)
      fprintf(stderr, "answer lost (%lu errors so far)\n", retries);
    if (quit)
      return;
  }
}

void handle_child(int fd);

void inetd_like(const int *listeners, int n) {
  fd_set set;
  while (!quit) {
    FD_ZERO(&set);
    for (int i = 0; i < n; i++)
      FD_SET(listeners[i], &set);
    if (select(FD_SETSIZE, &set, NULL, NULL, NULL) <= 0)
      continue;
    for (int i = 0; i < n; i++) {
      if (!FD_ISSET(listeners[i], &set))
        continue;
      int fd = accept(listeners[i], NULL, NULL);
      if (fd >= 0)
        handle_child(fd);
    }
  }
}

void accept_burst(int listener, int max_attempts) {
  for (int attempt = 0; attempt < max_attempts; attempt++) {
    int fd = accept(listener, NULL, NULL);
    if (fd < 0)
      break;
    handle_child(fd);
  }
}

int unix_accept(int listener, int *cred);

int wait_for_owner(int listener, int owner) {
  int cred, fd;
again:
  fd = unix_accept(listener, &cred);
  if (fd < 0)
    return -1;
  if (cred != owner) {
    close(fd);
    goto again;
  }
  return fd;
}
