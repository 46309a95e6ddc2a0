// REQUIRES: curl
// RUN: %check_retry %s --checks=retry-permanent-error,retry-tls-error,retry-unclassified-error -- -std=c++20
// The codes that are worth another try stand in a table.
#include <algorithm>
#include <array>
#include <curl/curl.h>
#include <iterator>
#include <set>
#include <thread>
#include <unordered_set>
#include <vector>

void pause_before(int attempt);
struct Reply {
  int status;
};
Reply http_get(const char *url);

constexpr std::array kAgain{CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT,
                            CURLE_PEER_FAILED_VERIFICATION};
CURLcode found(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; ++i) {
    rc = curl_easy_perform(h); // expect: retry-tls-error "CURLE_PEER_FAILED_VERIFICATION"
    if (rc == CURLE_OK ||
        std::find(kAgain.begin(), kAgain.end(), rc) == kAgain.end())
      return rc;
    pause_before(i);
  }
  return rc;
}

static const std::set<int> Retryable = {408, 429, 500, 502, 503, 504};
bool counted(const char *url) {
  for (int i = 0; i < 3; ++i) {
    int status = http_get(url).status;
    if (status == 200)
      return true;
    if (Retryable.count(status) == 0)
      return false;
    pause_before(i);
  }
  return false;
}

static const std::unordered_set<int> Hopeful{404, 502, 503};
bool contained(const char *url) {
  for (int i = 0; i < 3; ++i) {
    int status = http_get(url).status; // expect: retry-permanent-error "404"
    if (status == 200)
      return true;
    if (!Hopeful.contains(status))
      return false;
    pause_before(i);
  }
  return false;
}

const int Passing[] = {502, 503, 504};
bool in_array(const char *url) {
  for (int i = 0; i < 3; ++i) {
    int status = http_get(url).status;
    if (status == 200)
      return true;
    if (std::find(std::begin(Passing), std::end(Passing), status) == std::end(Passing))
      return false;
    pause_before(i);
  }
  return false;
}

bool in_vector(const char *url) {
  static const std::vector<int> Worth{401, 503};
  for (int i = 0; i < 3; ++i) {
    int status = http_get(url).status; // expect: retry-permanent-error "401"
    if (status == 200)
      return true;
    if (std::find(Worth.begin(), Worth.end(), status) == Worth.end())
      return false;
    pause_before(i);
  }
  return false;
}

bool in_range(const char *url) {
  constexpr std::array<int, 3> Codes{403, 503, 504};
  for (int i = 0; i < 3; ++i) {
    int status = http_get(url).status; // expect: retry-permanent-error "403"
    if (status == 200)
      return true;
    if (std::ranges::find(Codes, status) == Codes.end())
      return false;
    pause_before(i);
  }
  return false;
}

// What is in the table nobody knows here.
bool configured(const char *url, const std::set<int> &codes) {
  for (int i = 0; i < 3; ++i) {
    int status = http_get(url).status;
    if (status == 200)
      return true;
    if (!codes.contains(status))
      return false;
    pause_before(i);
  }
  return false;
}

// A table of what is final.
static const std::set<int> Final{400, 401, 402, 403, 404, 405, 406, 407, 409, 410, 411,
                                 412, 413, 414, 415, 416, 417, 418, 421, 422, 423, 424,
                                 425, 426, 428, 431, 451};
bool but_for(const char *url) {
  for (int i = 0; i < 3; ++i) {
    int status = http_get(url).status;
    if (status == 200)
      return true;
    if (Final.find(status) != Final.end())
      return false;
    pause_before(i);
  }
  return false;
}
