// RUN: %check_fix %s --checks=retry-sleep-after-last-attempt --leaves=3 -- -std=c++17
#include <chrono>
#include <curl/curl.h>
#include <string>
#include <thread>
#include <unistd.h>

#define MAX_TRIES 4
bool push_metrics(const std::string &batch);
int publish_event(int id);

// CHECK-FIXES-LABEL: plain(
bool plain(CURL *handle) {
  for (int attempt = 0; attempt < 4; ++attempt) {
    if (curl_easy_perform(handle) == CURLE_OK)
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    // CHECK-FIXES: {{^}}    if (attempt + 1 < 4)
    // CHECK-FIXES-NEXT: {{^}}      std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  return false;
}

// CHECK-FIXES-LABEL: from_one(
bool from_one(const std::string &batch) {
  for (unsigned n = 1; n <= 3; n++) {
    if (push_metrics(batch))
      return true;
    usleep(250'000);
    // CHECK-FIXES: if (n + 1 <= 3)
  }
  return false;
}

// CHECK-FIXES-LABEL: by_a_macro(
int by_a_macro(int id) {
  int rc = -1;
  for (int round = 0; rc != 0 && round < MAX_TRIES; ++round) {
    rc = publish_event(id);
    if (rc != 0)
      sleep(1);
    // CHECK-FIXES: if (round + 1 < (MAX_TRIES))
  }
  return rc;
}

// CHECK-FIXES-LABEL: by_a_sum(
bool by_a_sum(CURL *handle) {
  for (int i = 0; i < 2 + 1; ++i) {
    if (curl_easy_perform(handle) == CURLE_OK)
      return true;
    sleep(1);
    // CHECK-FIXES: if (i + 1 < (2 + 1))
  }
  return false;
}

// Three without a fix.

// CHECK-FIXES-LABEL: counts_down(
bool counts_down(CURL *handle) {
  int left = 3;
  while (left-- > 0) {
    if (curl_easy_perform(handle) == CURLE_OK)
      return true;
    // CHECK-FIXES: sleep(2);
    sleep(2);
  }
  return false;
}

static void nap() { sleep(1); }
// CHECK-FIXES-LABEL: in_a_helper(
bool in_a_helper(CURL *handle) {
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (curl_easy_perform(handle) == CURLE_OK)
      return true;
    // CHECK-FIXES: nap();
    nap();
  }
  return false;
}

// CHECK-FIXES-LABEL: twice(
bool twice(CURL *handle) {
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (curl_easy_perform(handle) == CURLE_OK)
      return true;
    // CHECK-FIXES: sleep(1);
    sleep(1);
    // CHECK-FIXES: usleep(500000);
    usleep(500000);
  }
  return false;
}
