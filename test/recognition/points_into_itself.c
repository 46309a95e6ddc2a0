// RUN: %check_retry %s --checks=retry-permanent-error,retry-fixed-interval -- -std=c11
// An object that points into itself has been shown to nobody.
#include <curl/curl.h>
#include <stdlib.h>
#include <unistd.h>

void describe(char *to, size_t size);
void note(const char *text);

struct failure {
  int code;
  char *text;
  char data[64];
};

static struct failure *failure_of(long code) {
  struct failure *f = malloc(sizeof *f);
  f->code = (int)code;
  f->text = f->data;
  describe(f->text, sizeof f->data);
  return f;
}

static struct failure *get_page(CURL *curl) {
  long code = 0;
  if (curl_easy_perform(curl) != CURLE_OK)
    return failure_of(-1);
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &code);
  return code >= 400 ? failure_of(code) : NULL;
}

int page(CURL *curl) {
  for (int i = 0; i < 4; i++) {
    struct failure *f = get_page(curl);
    if (!f)
      return 0;
    int again = f->code == 503 || f->code == 429;
    free(f);
    if (!again)
      return -1;
    sleep(2); // expect: retry-fixed-interval
  }
  return -1;
}

struct item {
  struct item *next;
  long code;
};

int ring(CURL *curl) {
  for (int i = 0; i < 4; i++) {
    struct item *one = malloc(sizeof *one);
    one->code = 0;
    one->next = one;
    if (curl_easy_perform(curl) != CURLE_OK)
      return -1;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &one->code);
    note("answered");
    long code = one->code;
    free(one);
    if (code < 500)
      return code < 400 ? 0 : -1;
    sleep(3); // expect: retry-fixed-interval
  }
  return -1;
}

struct text {
  char bytes[32];
  char *end;
  long status;
};

int in_place(CURL *curl) {
  struct text t;
  for (int i = 0; i < 4; i++) {
    t.end = t.bytes;
    if (curl_easy_perform(curl) != CURLE_OK)
      return -1;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &t.status);
    note("answered");
    if (t.status < 500)
      return t.status < 400 ? 0 : -1;
    sleep(3); // expect: retry-fixed-interval
  }
  return -1;
}
