// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAX_BIND_RETRIES 100

int bind_reserved(int sock) {
  struct sockaddr_in sin = {.sin_family = AF_INET};
  int retries = 0, port = 1023;
  while (retries++ < MAX_BIND_RETRIES) {
    sin.sin_port = htons((unsigned short)port--);
    if (bind(sock, (struct sockaddr *)&sin, sizeof sin) == 0)
      return 0;
    if (errno != EADDRINUSE)
      return -1;
  }
  return -1;
}

int unique_create(const char *prefix, char *name, size_t len) {
  int fd, n = 0;
  do {
    snprintf(name, len, "%s.%d", prefix, n++);
    fd = open(name, O_CREAT | O_EXCL | O_WRONLY, 0600);
  } while (fd < 0 && errno == EEXIST);
  return fd;
}

int cell_claim(void *registry, unsigned cell);

/* Linear probing. */
int hash_slot(void *registry, unsigned hash, unsigned size) {
  for (unsigned attempt = 0; attempt < size; attempt++) {
    unsigned cell = (hash + attempt) % size;
    if (cell_claim(registry, cell) == 0)
      return (int)cell;
  }
  return -1;
}

int tun_attach(const char *dev);

int open_tunnel(char *dev, size_t len) {
  int fd = -1;
  for (int unit = 0; unit < 16 && fd < 0; unit++) {
    snprintf(dev, len, "/dev/tun%d", unit);
    fd = tun_attach(dev);
  }
  return fd;
}

int arp_request(unsigned long address);

/* Picks a link-local address that nobody answers for. */
unsigned long choose_address(unsigned *seed) {
  unsigned long address;
retry:
  address = 0xa9fe0100ul + (unsigned long)rand_r(seed) % 0xfd00;
  if (arp_request(address) > 0) {
    sleep(1);
    goto retry;
  }
  return address;
}

/* Less and less of it, until it fits. */
#include <errno.h>
#include <sys/socket.h>
int send_what_fits(int fd, const char *text, size_t len) {
  for (;;) {
    if (send(fd, text, len, 0) >= 0)
      return 0;
    if (errno != EMSGSIZE)
      return -1;
    len = len > 1024 ? len - 1024 : 512;
  }
}
