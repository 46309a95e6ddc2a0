// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct rpc_client;
int rpc_call(struct rpc_client *c, int version, const char *proc);

static const int versions[] = {4, 3, 2};

int mount_probe(struct rpc_client *c) {
  size_t i = 0;
retry:
  if (rpc_call(c, versions[i], "NULL") == 0)
    return versions[i];
  if (++i < sizeof versions / sizeof versions[0]) {
    fprintf(stderr, "retrying with version %d\n", versions[i]);
    goto retry;
  }
  return -1;
}

int send_file(int sock, const char *path);

int send_all_files(int sock, int argc, char **argv) {
  int rc = 0;
  while (argc-- > 0) {
    if (send_file(sock, *argv++) != 0)
      rc = 1;
    usleep(50000);
  }
  return rc;
}

struct shard {
  struct shard *next;
  int id;
};
int request_compaction(int shard_id);

int compact_all(const struct shard *head) {
  int attempts = 0, ok = 0;
  for (const struct shard *s = head; s; s = s->next) {
    attempts++;
    if (request_compaction(s->id) != 0)
      continue;
    ok++;
    sleep(1);
  }
  return ok == attempts ? 0 : -1;
}

int http_delete(const char *url);

unsigned purge_range(unsigned first, unsigned last) {
  char url[128];
  unsigned missed = 0;
  for (unsigned id = first; id <= last; id++) {
    snprintf(url, sizeof url, "http://cdn.internal/objects/%u", id);
    if (http_delete(url) != 204)
      missed++;
  }
  return missed;
}

int i2c_detect(int bus, int address);

int find_device(int bus) {
  int address = 0x08;
  do {
    if (i2c_detect(bus, address) >= 0)
      return address;
    usleep(1000);
  } while (++address < 0x78);
  return -1;
}

/* Nothing is tried twice: what could not be written ends it, in the words of a
   library where 0 is failure. */
struct chain; struct cert { const char *issuer; };
struct cert *chain_find(struct chain *c, const char *subject);
int pem_write_cert(FILE *to, struct cert *c);
int write_chain(FILE *to, struct chain *all, struct cert *c) {
  while ((c = chain_find(all, c->issuer))) {
    if (!pem_write_cert(to, c))
      return -1;
  }
  return 0;
}
int store_add_record(struct chain *all, const char *record);
char *stream_read_record(FILE *from);
int load_records(struct chain *all, FILE *from) {
  char *r;
  while ((r = stream_read_record(from)))
    if (!store_add_record(all, r))
      return -1;
  return 0;
}

/* The same thing is done again because it worked. */
int console_activate(struct chain *c, int looping);
int soak_test(struct chain *c, int count) {
  while (count > 0) {
    int rc = console_activate(c, 1);
    if (rc) {
      printf("failed: %d\n", rc);
      return rc;
    }
    count -= 1;
  }
  return 0;
}

/* What is looked up comes out of a text, piece by piece. */
#include <string.h>
#include <sys/stat.h>
int make_each(char *names) {
  for (char *one = strtok(names, ","); one; one = strtok(NULL, ","))
    if (mkdir(one, 0750) == 0)
      return 0;
  return -1;
}

/* A path that grows in a buffer: `mkdir -p`. */
int make_parents(char *path, char *made, size_t size) {
  char *part = strtok(path, "/"), *next;
  made[0] = 0;
  while (part) {
    next = strtok(NULL, "/");
    if (next) {
      size_t len = strlen(made);
      snprintf(&made[len], size - len, "/%s", part);
      if (mkdir(made, 0750) == -1 && errno != EACCES && errno != EEXIST)
        return -1;
    }
    part = next;
  }
  return 0;
}

int make_parents_by_pointer(const char *path) {
  char made[4096];
  size_t used = 0;
  for (const char *c = path; *c; c++) {
    if (*c == '/' && used) {
      made[used] = 0;
      if (mkdir(made, 0750) == -1 && errno != EEXIST && errno != EACCES)
        return -1;
    }
    made[used++] = *c;
  }
  return 0;
}

struct peer;
int peer_send(struct peer *p, const char *text);

int send_lines(struct peer *p, char **lines) {
  char text[1024] = "";
  int bad = 0;
  for (; *lines; lines++) {
    strcpy(text + strlen(text), *lines);
    if (peer_send(p, text) < 0)
      bad = 1;
  }
  return bad;
}

/* Each round packs another element; the buffer that is sent is the same. */
struct item {
  struct item *next;
  const char *text;
};
struct order {
  const char *path;
  int code;
};
int pack_order(struct order *o, char *out, int size);
int send_buffer(int fd, char *buffer, int length);
void timer_sleep(int ms);

void send_items(int fd, struct item *i) {
  struct order o = {0, 7};
  char buffer[256];
  while (i) {
    o.path = i->text;
    int length = pack_order(&o, buffer, sizeof buffer);
    if (!length)
      break;
    if (!send_buffer(fd, buffer, length))
      break;
    i = i->next;
    timer_sleep(10);
  }
}

void send_other_lines(int fd, const char *const *lines) {
  struct order o;
  char buffer[256];
  for (int n = 0; lines[n]; n++) {
    o.path = lines[n];
    o.code = 3;
    if (!send_buffer(fd, buffer, pack_order(&o, buffer, sizeof buffer)))
      return;
    sleep(1);
  }
}
