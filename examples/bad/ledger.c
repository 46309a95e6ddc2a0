#include "../ledger.h"
#include <stdio.h>
#include <unistd.h>

int upload_settlement(CURL *ledger, const char *day, long deadline_ms) {
  (void)deadline_ms;
  char url[128];
  snprintf(url, sizeof url, "https://ledger.example/settlements/%s", day);
  curl_easy_setopt(ledger, CURLOPT_URL, url);
  curl_easy_setopt(ledger, CURLOPT_UPLOAD, 1L);
  while (curl_easy_perform(ledger) != CURLE_OK) {
    fprintf(stderr, "ledger is down, trying again\n");
    sleep(10);
  }
  return 0;
}
