// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

int write_full(int fd, const char *p, size_t left) {
  while (left) {
    ssize_t n = write(fd, p, left);
    if (n < 0) {
      if (errno == EINTR)
        continue;
      return -1;
    }
    p += n;
    left -= (size_t)n;
  }
  return 0;
}

/* The sleep keeps a full socket buffer from becoming a busy loop. */
ssize_t send_legacy(int sock, const char *payload, size_t len) {
  size_t of = 0;
  do {
    ssize_t r = send(sock, payload + of, len - of, MSG_NOSIGNAL);
    if (r == -1) {
      if (errno != EAGAIN && errno != EWOULDBLOCK)
        return -1;
      usleep(10000);
      continue;
    }
    of += (size_t)r;
  } while (of < len);
  return (ssize_t)of;
}

int send_vectors(int sock, struct iovec *iov, int count) {
  while (count > 0) {
    ssize_t n = writev(sock, iov, count);
    if (n < 0)
      return -1;
    while (count > 0 && (size_t)n >= iov->iov_len) {
      n -= (ssize_t)iov->iov_len;
      iov++;
      count--;
    }
    if (count > 0) {
      iov->iov_base = (char *)iov->iov_base + n;
      iov->iov_len -= (size_t)n;
    }
  }
  return 0;
}

int serve_file(int sock, int file, off_t offset, size_t remaining) {
  int retries = 0;
  while (remaining > 0) {
    ssize_t n = sendfile(sock, file, &offset, remaining);
    if (n == 0)
      return -EPIPE;
    if (n < 0) {
      if (errno == EAGAIN && retries++ < 100) {
        usleep(500);
        continue;
      }
      return -errno;
    }
    remaining -= (size_t)n;
  }
  return 0;
}

CURLcode curl_send_request(CURL *h, const char *req, size_t len) {
  size_t total = 0;
  CURLcode rc = CURLE_OK;
  while (rc == CURLE_OK && total < len) {
    size_t n = 0;
    rc = curl_easy_send(h, req + total, len - total, &n);
    total += n;
  }
  return rc;
}

int recv_until_nul(int sock, char *buf, size_t cap) {
  size_t have = 0;
  for (;;) {
    ssize_t n = recv(sock, buf + have, cap - have, 0);
    if (n <= 0)
      return -1;
    have += (size_t)n;
    if (buf[have - 1] == '\0')
      return (int)have;
    if (have == cap)
      return -1;
  }
}

/* How much it got, in pieces of 512. */
int piece_read(int fd, char *to, int most);
int skip_body(int fd, long left) {
  char piece[512];
  while (left > 0) {
    int got = piece_read(fd, piece, left < 512 ? left : 512);
    if (got <= 0) {
      fprintf(stderr, "skipped too little: %s\n", got < 0 ? "error" : "end");
      return 0;
    }
    left -= got;
  }
  return 1;
}

/* Resumed when the descriptor is ready; the codes are the library's own. */
#include <poll.h>
#define WANT_IN -2
#define WANT_OUT -3
struct tls;
int ocsp_query_step(struct tls **tls, int *fd, const char *target);
int ocsp_query(const char *target) {
  struct tls *tls = 0;
  int fd = -1;
  for (;;) {
    int ret = ocsp_query_step(&tls, &fd, target);
    if (ret != WANT_IN && ret != WANT_OUT)
      return ret;
    struct pollfd p = {fd, ret == WANT_IN ? POLLIN : POLLOUT, 0};
    if (poll(&p, 1, -1) != 1)
      return -1;
  }
}

/* The kernel has no room at the moment: nobody else was asked. */
int send_whole(int fd, const char *at, size_t left) {
  while (left) {
    ssize_t n = send(fd, at, left, MSG_NOSIGNAL);
    if (n < 0 && (errno == ENOBUFS || errno == EINTR))
      continue;
    if (n < 0)
      return -1;
    at += n;
    left -= n;
  }
  return 0;
}
