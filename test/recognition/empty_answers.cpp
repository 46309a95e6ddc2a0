// REQUIRES: curl
// RUN: %check_retry %s --checks=retry-fixed*,retry-missing-j* --
// An answer with nothing in it is one more failure, unless it is waited for until
// there is something.
#include <curl/curl.h>
#include <cstdio>
#include <string>
#include <unistd.h>
#include <vector>

size_t keep(char *data, size_t size, size_t count, void *into);

bool catalogue(CURL *curl, std::string &body) {
  for (int attempt = 1; attempt <= 3; ++attempt) {
    body.clear();
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, keep);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &body);
    CURLcode code = curl_easy_perform(curl);
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    if (code == CURLE_OK && status == 200 && !body.empty())
      return true;
    if (attempt < 3)
      sleep(1); // expect: retry-fixed-interval "1 s"
  }
  return false;
}

struct Feed {
  CURL *curl;
  std::vector<std::string> lines; // filled by a callback
  bool load() {
    int pause = 1;
    for (int i = 0; i < 4; ++i) {
      if (curl_easy_perform(curl) == CURLE_OK && lines.size() > 0)
        return true;
      std::fprintf(stderr, "feed: try %d\n", i);
      sleep(pause); // expect: retry-missing-jitter "1 s, 2 s"
      pause *= 2;
    }
    return false;
  }
};
bool load(Feed &f) { return f.load(); }

CURLcode page(CURL *curl, std::string &text) {
  CURLcode code;
  int left = 3;
  do {
    code = curl_easy_perform(curl);
    if (code == CURLE_OK) {
      if (text.length() != 0)
        return code;
      std::fprintf(stderr, "an empty page\n");
    }
    usleep(700000); // expect: retry-fixed-interval "700 ms"
  } while (--left > 0);
  return code;
}

// Waits for a message, whatever happens meanwhile.
std::string next_message(CURL *curl, std::string &inbox) {
  for (;;) {
    if (curl_easy_perform(curl) == CURLE_OK && !inbox.empty())
      return inbox;
    sleep(5);
  }
}
