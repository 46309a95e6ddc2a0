// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter -- -std=c11
#include <unistd.h>

/* Where a failed download left off is what the next attempt begins with: a retry
   that resumes. */
enum result { RESULT_OK, RESULT_RESET, RESULT_TIMEOUT, RESULT_GONE };
struct transfer {
  long offset, got, total;
  char etag[64];
};
enum result download(const char *url, struct transfer *t);

int download_resuming(const char *url) {
  struct transfer t = {0};
  for (int i = 0; i < 5; i++) {
    enum result r = download(url, &t);
    if (r == RESULT_OK)
      return 0;
    if (r == RESULT_GONE)
      return -1;
    if (t.got < t.offset)
      t.offset -= t.got;
    else
      t.offset = t.got;
    sleep(4); // expect: retry-fixed-interval "4 s, 4 s"
  }
  return -1;
}

/* The cursor of the last page is where the next begins: nothing failed. */
int list_pages(const char *url, struct transfer *t) {
  int pages = 0;
  while (download(url, t) == RESULT_OK) {
    pages++;
    if (t->got == 0)
      break;
    t->offset += t->got;
    sleep(1);
  }
  return pages;
}
