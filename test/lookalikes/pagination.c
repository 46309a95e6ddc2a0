// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <curl/curl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int crawl_pages(CURL *curl, const char *base, int last) {
  char url[512];
  for (int page = 0; page <= last; page++) {
    snprintf(url, sizeof url, "%s?offset=%d&limit=100", base, page * 100);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    if (curl_easy_perform(curl) != CURLE_OK)
      return page;
    sleep(1);
  }
  return last + 1;
}

struct scan {
  unsigned long cursor;
  int count;
};
int cache_scan(void *conn, unsigned long cursor, struct scan *out);

int count_keys(void *conn) {
  struct scan s = {0, 0};
  int total = 0, attempts = 0;
  do {
    if (cache_scan(conn, s.cursor, &s) != 0)
      return -1;
    total += s.count;
    attempts++;
  } while (s.cursor != 0);
  printf("%d keys in %d batches\n", total, attempts);
  return total;
}

int http_head(const char *url, char *location, size_t len);

int follow(char *url, size_t len) {
  char location[1024];
  int hops = 0, status;
retry:
  status = http_head(url, location, sizeof location);
  if (status / 100 == 3 && hops++ < 10) {
    strncpy(url, location, len - 1);
    goto retry;
  }
  return status;
}

struct row;
int db_step(void *stmt, struct row *r);
void emit(const struct row *r);

int dump_table(void *stmt, struct row *r) {
  int rc;
  while ((rc = db_step(stmt, r)) == 100)
    emit(r);
  return rc == 101 ? 0 : rc;
}

long fetch_events(int sock, long after, int max);

long catch_up(int sock, long from, long to) {
  long at = from;
  while (at < to) {
    long upto = fetch_events(sock, at, 500);
    if (upto < 0)
      return upto;
    if (upto == at)
      usleep(250000);
    at = upto;
  }
  return at;
}
