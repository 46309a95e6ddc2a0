// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <errno.h>
#include <pwd.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void *alloc_best(size_t *size) {
  void *p;
  while (!(p = malloc(*size)) && *size > 4096)
    *size /= 2;
  return p;
}

char *current_dir(void) {
  size_t size = 128;
  char *buf = NULL;
  for (int attempt = 0; attempt < 16; attempt++) {
    char *bigger = realloc(buf, size);
    if (!bigger)
      break;
    buf = bigger;
    if (getcwd(buf, size))
      return buf;
    if (errno != ERANGE)
      break;
    size *= 2;
  }
  free(buf);
  return NULL;
}

int home_of(uid_t uid, char **home) {
  struct passwd pw, *found;
  size_t size = 1024;
  char *buf = malloc(size);
  int rc = ENOMEM;
retry:
  if (buf && (rc = getpwuid_r(uid, &pw, buf, size, &found)) == ERANGE) {
    free(buf);
    buf = malloc(size *= 2);
    rc = ENOMEM;
    goto retry;
  }
  *home = rc == 0 && found ? pw.pw_dir : NULL;
  return rc;
}

int cache_shrink(int pages);

void *alloc_or_shrink(size_t size) {
  int retries = 8;
  void *p = malloc(size);
  while (!p && retries-- > 0 && cache_shrink(64) > 0)
    p = malloc(size);
  return p;
}

void *map_near(char *hint, size_t len) {
  for (size_t step = 0; step < 256; step++) {
    void *p = mmap(hint + (step << 20), len, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (p != MAP_FAILED)
      return p;
  }
  return NULL;
}

struct slab {
  void **free_list;
  unsigned pages;
};
int slab_add_page(struct slab *s);

void *slab_take(struct slab *s) {
  while (!s->free_list)
    if (slab_add_page(s) < 0)
      return NULL;
  void *object = s->free_list;
  s->free_list = *s->free_list;
  return object;
}
