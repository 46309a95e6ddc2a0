// RUN: %check_retry %s --checks=retry-immediate,retry-fixed-interval,retry-stuck-counter,retry-silent -- -std=c11
#define _GNU_SOURCE
#include <curl/curl.h>
#include <netdb.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* One operation in two places is one retry, goto or not. */
int resolve(const char *host, struct addrinfo *hints, struct addrinfo **found, int left) {
  int status = getaddrinfo(host, 0, hints, found);
  if (status == 0)
    return 0;
  while (1) {
    status = getaddrinfo(host, 0, hints, found); // expect: retry-immediate
    if (status == 0)
      break;
    fprintf(stderr, "cannot resolve: %s\n", gai_strerror(status));
    if (--left <= 0)
      goto done;
    sleep(5); // expect: retry-fixed-interval "5 s, 5 s"
  }
done:
  return status;
}

/* The first at once, the rest at a fixed interval: nothing grows. */
int db_execute(const char *sql);
void db_reopen(void);
int execute(const char *sql) {
  int rc = db_execute(sql);
  while (rc == -2) {
    db_reopen();
    if ((rc = db_execute(sql)) == -2) {
      fprintf(stderr, "database is down, again in 10 s\n");
      sleep(10); // expect: retry-fixed-interval "10 s, 10 s"
    }
  }
  return rc;
}

/* The waits add up to the bound; that they would overflow one day is another matter. */
int until(CURL *easy, unsigned max_ms) {
  unsigned pause = 0, total;
  for (total = 0;; total += pause) { // expect: retry-silent
    if (curl_easy_perform(easy) == CURLE_OK)
      return 0;
    if (total >= max_ms)
      break;
    pause = pause > 0 ? pause * 2 : 200;
    usleep(pause * 1000);
  }
  return -1;
}

/* A log line now and then is a log line. */
int restore(CURL *easy, unsigned interval) {
  time_t last = time(0);
  while (curl_easy_perform(easy) != CURLE_OK) {
    time_t now = time(0);
    if (60 <= now - last) {
      fprintf(stderr, "still no connection\n");
      last = now;
    }
    sleep(interval); // expect: retry-fixed-interval
  }
  return 0;
}
