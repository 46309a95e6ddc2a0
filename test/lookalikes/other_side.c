// RUN: %check_retry %s -- -std=c11
// expect-none
// Once more with somebody else, who is written down; the length that somebody
// else fills in.
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *mailhost;

struct hostent *find_host(void) {
  struct hostent *hp;
again:
  if ((hp = gethostbyname(mailhost)) == NULL) {
    fprintf(stderr, "unknown host %s\n", mailhost);
    if (strcasecmp(mailhost, "localhost") != 0) {
      mailhost = "localhost";
      goto again;
    }
    exit(1);
  }
  return hp;
}

struct hostent *find(const char *name) {
  for (;;) {
    struct hostent *hp = gethostbyname(name);
    if (hp)
      return hp;
    if (strcmp(name, "backup.example.org") == 0)
      return NULL;
    fprintf(stderr, "unknown host %s\n", name);
    name = "backup.example.org";
  }
}

struct hostent *find_mail_host(const char *name) {
  struct hostent *hp;
  const char *host = name ? name : getenv("SMTPSERVER");
again:
  if ((hp = gethostbyname(host)) == NULL) {
    fprintf(stderr, "unknown host %s\n", host);
    if (strcasecmp(host, "localhost") != 0) {
      host = "localhost";
      goto again;
    }
    exit(1);
  }
  return hp;
}

int open_display(const char *name);

int open_any_display(void) {
  const char *display = getenv("DISPLAY");
  for (int tried = 0; tried < 2; ++tried) {
    int fd = open_display(display);
    if (fd >= 0)
      return fd;
    fprintf(stderr, "cannot open %s\n", display);
    display = ":0";
  }
  return -1;
}

struct phone {
  int *size;
  char *text;
};
enum error { NONE, EMPTY };
enum error wait_for(struct phone *p);

int save_record(struct phone *phone, char *text, FILE *out) {
  int size = 0, all = 0;
  phone->size = &size;
  phone->text = text;
  for (;;) {
    enum error e = wait_for(phone);
    if (e == NONE) {
      all += size;
      if (fwrite(text, 1, size, out) != size)
        return -1;
    }
    if (e == EMPTY)
      break;
  }
  return all;
}
