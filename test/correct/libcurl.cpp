// RUN: %check_retry %s -- -std=c++20
// expect-none
#include <algorithm>
#include <chrono>
#include <curl/curl.h>
#include <iostream>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

class Webdav {
public:
  void remove(const std::string &url, Clock::time_point deadline);

private:
  milliseconds nextWait(int failures);
  CURL *Handle = nullptr;
  std::mt19937 Rng{std::random_device{}()};
};

milliseconds Webdav::nextWait(int failures) {
  auto ceiling = 1000ms;
  for (int i = 1; i < failures && ceiling < 30000ms; ++i)
    ceiling *= 2;
  ceiling = std::min(ceiling, 30000ms);
  return milliseconds(
      std::uniform_int_distribution<long>(0, ceiling.count())(Rng));
}

// DELETE may be repeated; 404 on a repeat means that it is gone.
void Webdav::remove(const std::string &url, Clock::time_point deadline) {
  curl_easy_setopt(Handle, CURLOPT_URL, url.c_str());
  curl_easy_setopt(Handle, CURLOPT_CUSTOMREQUEST, "DELETE");
  int failures = 0;
  for (;;) {
    curl_easy_setopt(Handle, CURLOPT_TIMEOUT_MS,
                     static_cast<long>(std::chrono::duration_cast<milliseconds>(
                                           deadline - Clock::now())
                                           .count()));
    const CURLcode rc = curl_easy_perform(Handle);
    long status = 0;
    curl_off_t retryAfter = 0;
    switch (rc) {
    case CURLE_OK:
      curl_easy_getinfo(Handle, CURLINFO_RESPONSE_CODE, &status);
      curl_easy_getinfo(Handle, CURLINFO_RETRY_AFTER, &retryAfter);
      if (status == 204 || status == 404)
        return;
      if (status != 429 && status != 503)
        throw std::runtime_error("DELETE: status " + std::to_string(status));
      break;
    case CURLE_COULDNT_CONNECT:
    case CURLE_OPERATION_TIMEDOUT:
      break;
    default:
      throw std::runtime_error(curl_easy_strerror(rc));
    }
    const auto wait = std::max<milliseconds>(nextWait(++failures),
                                             std::chrono::seconds(retryAfter));
    if (failures == 3 || Clock::now() + wait + 50ms >= deadline)
      throw std::runtime_error("DELETE: gave up after " +
                               std::to_string(failures) + " attempts");
    std::clog << "DELETE: attempt " << failures << " of 3, curl " << rc
              << ", http " << status << ", next in " << wait.count() << " ms\n";
    std::this_thread::sleep_for(wait);
  }
}

// A PATCH with a key that the caller made for this one change.
long patchProfile(CURL *curl, const std::string &operationId,
                  const std::string &json) {
  const std::string key = "Idempotency-Key: " + operationId;
  curl_slist *headers = curl_slist_append(nullptr, key.c_str());
  curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, "PATCH");
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(curl, CURLOPT_COPYPOSTFIELDS, json.c_str());
  curl_easy_setopt(curl, CURLOPT_TIMEOUT, 3L);
  std::random_device seed;
  CURLcode rc = CURLE_OK;
  for (unsigned attempt = 0; attempt < 3; ++attempt) {
    if (attempt > 0) {
      std::uniform_int_distribution<unsigned> ms(0, 1000u << (attempt - 1));
      const milliseconds wait(ms(seed));
      std::clog << "profile: retry " << attempt << " of 2 in " << wait.count()
                << " ms after curl " << rc << '\n';
      std::this_thread::sleep_for(wait);
    }
    rc = curl_easy_perform(curl);
    if (rc != CURLE_COULDNT_CONNECT && rc != CURLE_OPERATION_TIMEDOUT)
      break;
  }
  long status = -static_cast<long>(rc);
  if (rc == CURLE_OK)
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  curl_slist_free_all(headers);
  return status;
}
