// RUN: %check_fix %s --checks=retry-fixed-interval --leaves=6 -- -std=c++17
#include <chrono>
#include <curl/curl.h>
#include <string>
#include <thread>
#include <unistd.h>
// CHECK-FIXES: #include <algorithm>
// CHECK-FIXES: #include <cmath>
// CHECK-FIXES: #include <random>

bool push_metrics(const std::string &batch);
int publish_event(int id);

// CHECK-FIXES-LABEL: counted_from_zero(
bool counted_from_zero(CURL *handle) {
  for (int attempt = 0; attempt < 4; ++attempt) {
    if (curl_easy_perform(handle) == CURLE_OK)
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(2));
    // CHECK-FIXES: {{^}}    {
    // CHECK-FIXES-NEXT: {{^}}      std::random_device dice;
    // CHECK-FIXES-NEXT: {{^}}      std::this_thread::sleep_for(std::chrono::duration<double>(
    // CHECK-FIXES-NEXT: {{^}}          std::uniform_real_distribution<>(
    // CHECK-FIXES-NEXT: {{^}}              0, std::min(30.0, std::ldexp(2.0, attempt)))(dice)));
    // CHECK-FIXES-NEXT: {{^}}    }
  }
  return false;
}

// CHECK-FIXES-LABEL: counted_from_one(
bool counted_from_one(const std::string &batch) {
  for (unsigned n = 1; n <= 3; n++) {
    if (push_metrics(batch))
      return true;
    if (n < 3)
      usleep(250'000);
    // CHECK-FIXES: std::min(30.0, std::ldexp(0.25, static_cast<int>(n) - 1)))(dice)));
  }
  return false;
}

// CHECK-FIXES-LABEL: wide_counter(
int wide_counter(int id) {
  int rc = -1;
  for (long round = 0; rc != 0 && round < 4; ++round) {
    rc = publish_event(id);
    if (rc != 0)
      sleep(1);
    // CHECK-FIXES: std::ldexp(1.0, static_cast<int>(round))
  }
  return rc;
}

// Six without a fix: what would be written is not certainly right.

// CHECK-FIXES-LABEL: no_counter(
bool no_counter(CURL *handle) {
  int left = 3;
  while (left-- > 0) {
    if (curl_easy_perform(handle) == CURLE_OK)
      return true;
    // CHECK-FIXES: sleep(2);
    sleep(2);
  }
  return false;
}

// CHECK-FIXES-LABEL: counter_changed(
bool counter_changed(CURL *handle) {
  for (int attempt = 0; attempt < 4; ++attempt) {
    if (curl_easy_perform(handle) == CURLE_OK)
      return true;
    attempt += 0;
    // CHECK-FIXES: sleep(2);
    sleep(2);
  }
  return false;
}

// CHECK-FIXES-LABEL: would_take_minutes(
bool would_take_minutes(CURL *handle) {
  for (int attempt = 0; attempt < 5; ++attempt) {
    if (curl_easy_perform(handle) == CURLE_OK)
      return true;
    // CHECK-FIXES: sleep(6);
    sleep(6);
  }
  return false;
}

#define PAUSE() sleep(1)
// CHECK-FIXES-LABEL: in_a_macro(
bool in_a_macro(CURL *handle) {
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (curl_easy_perform(handle) == CURLE_OK)
      return true;
    // CHECK-FIXES: PAUSE();
    PAUSE();
  }
  return false;
}

static void pause_a_second() { sleep(1); }
// CHECK-FIXES-LABEL: in_a_helper(
bool in_a_helper(CURL *handle) {
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (curl_easy_perform(handle) == CURLE_OK)
      return true;
    // CHECK-FIXES: pause_a_second();
    pause_a_second();
  }
  return false;
}

// CHECK-FIXES-LABEL: with_a_value(
bool with_a_value(CURL *handle) {
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (curl_easy_perform(handle) == CURLE_OK)
      return true;
    // CHECK-FIXES: unsigned left = sleep(1);
    unsigned left = sleep(1);
    (void)left;
  }
  return false;
}
