// RUN: %check_fix %s --checks=retry-missing-cap --leaves=2 -- -std=c++17
#include <chrono>
#include <curl/curl.h>
#include <thread>
#include <unistd.h>
// CHECK-FIXES: #include <algorithm>

using namespace std::chrono_literals;

// CHECK-FIXES-LABEL: doubles(
bool doubles(CURL *handle) {
  std::chrono::milliseconds wait = 1s;
  for (int attempt = 0; attempt < 8; ++attempt) {
    if (curl_easy_perform(handle) == CURLE_OK)
      return true;
    std::this_thread::sleep_for(wait);
    // CHECK-FIXES: std::this_thread::sleep_for(std::min<std::chrono::milliseconds>(wait, std::chrono::seconds(30)));
    wait *= 2;
  }
  return false;
}

// CHECK-FIXES-LABEL: shifts(
bool shifts(CURL *handle) {
  for (int attempt = 0; attempt < 9; ++attempt) {
    if (curl_easy_perform(handle) == CURLE_OK)
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1 << attempt));
    // CHECK-FIXES: sleep_for(std::min<std::chrono::seconds>(std::chrono::seconds(1 << attempt), std::chrono::seconds(30)));
  }
  return false;
}

// Two without a fix: a plain number, and a duration that is no count.

// CHECK-FIXES-LABEL: plain_number(
bool plain_number(CURL *handle) {
  for (unsigned attempt = 0; attempt < 9; ++attempt) {
    if (curl_easy_perform(handle) == CURLE_OK)
      return true;
    // CHECK-FIXES: sleep(1u << attempt);
    sleep(1u << attempt);
  }
  return false;
}

// CHECK-FIXES-LABEL: counts_in_double(
bool counts_in_double(CURL *handle) {
  std::chrono::duration<double> wait(1.5);
  for (int attempt = 0; attempt < 9; ++attempt) {
    if (curl_easy_perform(handle) == CURLE_OK)
      return true;
    // CHECK-FIXES: sleep_for(wait);
    std::this_thread::sleep_for(wait);
    wait *= 2;
  }
  return false;
}
