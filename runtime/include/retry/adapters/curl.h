// libcurl: performs an easy handle until it succeeds or the policy says stop.
// Needs libcurl 7.66.
#ifndef RETRY_ADAPTERS_CURL_H
#define RETRY_ADAPTERS_CURL_H

#include "retry/adapters/http.h"
#include "retry/tls.h"
#include <algorithm>
#include <curl/curl.h>
#include <functional>
#include <string>

namespace retry {

/// A handle, and what it was told that libcurl does not tell anybody: so that
/// it can be put back.
struct curl_request {
  CURL *handle = nullptr;
  /// Receives the body of the answer; emptied before each attempt.
  std::string *body = nullptr;
  /// What CURLOPT_HTTPHEADER is, without an Idempotency-Key: see
  /// `operation::with_key`.
  curl_slist *headers = nullptr;
  /// What CURLOPT_TIMEOUT_MS is; 0 is none.
  long timeout_ms = 0;
  /// Called before each attempt but the first: puts back what a read or write
  /// callback of yours has consumed or filled.
  std::function<void()> reset{};
};

/// What an attempt came to.
struct curl_answer {
  CURLcode code = CURLE_OK;
  long status = 0; // 0: none came, or it was not HTTP
  std::string retry_after{};
};

inline failure classify(const curl_answer &answer) noexcept {
  // With CURLOPT_FAILONERROR a status is an error, too.
  if (answer.code != CURLE_OK && answer.code != CURLE_HTTP_RETURNED_ERROR)
    return classify(curl_code{answer.code});
  if (answer.status == 0)
    return success;
  return classify(
      http_status{static_cast<int>(answer.status), answer.retry_after});
}

namespace detail {

/// In seconds, as libcurl reads it: all there is before 7.84.
inline std::string retry_after_seconds(CURL *handle) {
  curl_off_t seconds = 0;
  curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds);
  return seconds > 0 ? std::to_string(seconds) : std::string();
}

inline std::string retry_after_header(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075400
  std::string all;
  curl_header *one = nullptr;
  for (std::size_t i = 0; curl_easy_header(handle, "Retry-After", i,
                                           CURLH_HEADER, -1, &one) == CURLHE_OK;
       ++i)
    all += (all.empty() ? "" : ", ") + std::string(one->value);
  return all;
#else
  return retry_after_seconds(handle);
#endif
}

/// The settings of one call; puts back what it changes.
class curl_settings {
public:
  explicit curl_settings(const curl_request &r) : request(r) {
    if (request.body == nullptr)
      return;
    curl_easy_setopt(request.handle, CURLOPT_WRITEFUNCTION, &append);
    curl_easy_setopt(request.handle, CURLOPT_WRITEDATA, request.body);
  }
  ~curl_settings() {
    curl_easy_setopt(request.handle, CURLOPT_TIMEOUT_MS, request.timeout_ms);
    if (keyed != nullptr)
      curl_easy_setopt(request.handle, CURLOPT_HTTPHEADER, request.headers);
    curl_slist_free_all(keyed);
    if (listening) {
      curl_easy_setopt(request.handle, CURLOPT_NOPROGRESS, 1L);
      curl_easy_setopt(request.handle, CURLOPT_XFERINFOFUNCTION, nullptr);
      curl_easy_setopt(request.handle, CURLOPT_XFERINFODATA, nullptr);
    }
    if (request.body == nullptr)
      return;
    curl_easy_setopt(request.handle, CURLOPT_WRITEFUNCTION, nullptr);
    curl_easy_setopt(request.handle, CURLOPT_WRITEDATA, stdout);
  }
  curl_settings(const curl_settings &) = delete;
  curl_settings &operator=(const curl_settings &) = delete;

  curl_answer perform(attempt &now) {
    if (now.number() > 1 && request.reset)
      request.reset();
    if (request.body != nullptr)
      request.body->clear();
    if (sends_key(now) && !send_key(now.key()))
      return {CURLE_OUT_OF_MEMORY};
    curl_easy_setopt(request.handle, CURLOPT_TIMEOUT_MS, timeout(now));
    if (now.stop().stop_possible())
      listen(now.stop());
    curl_answer answer;
    answer.code = curl_easy_perform(request.handle);
    curl_easy_getinfo(request.handle, CURLINFO_RESPONSE_CODE, &answer.status);
    answer.retry_after = retry_after_header(request.handle);
    return answer;
  }

private:
  static std::size_t append(char *bytes, std::size_t one, std::size_t count,
                            void *text) noexcept {
    static_cast<std::string *>(text)->append(bytes, one * count);
    return one * count;
  }

  /// libcurl asks about once in a second, and whenever something arrives.
  static int stopped(void *token, curl_off_t, curl_off_t, curl_off_t,
                     curl_off_t) noexcept {
    return static_cast<const stop_token *>(token)->stop_requested();
  }
  void listen(const stop_token &stop) {
    curl_easy_setopt(request.handle, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(request.handle, CURLOPT_XFERINFOFUNCTION, &stopped);
    curl_easy_setopt(request.handle, CURLOPT_XFERINFODATA, &stop);
    listening = true;
  }

  long timeout(attempt &now) const {
    long left = static_cast<long>(whole_milliseconds(now.timeout()).count());
    return request.timeout_ms > 0 ? std::min(request.timeout_ms, left) : left;
  }

  /// The caller's headers and the key, in a list of their own.
  bool send_key(const id &key) {
    if (keyed != nullptr)
      return true;
    for (curl_slist *one = request.headers; one != nullptr; one = one->next)
      if (!add(one->data))
        return false;
    if (!add((std::string(key_header) + ": " + key.str()).c_str()))
      return false;
    curl_easy_setopt(request.handle, CURLOPT_HTTPHEADER, keyed);
    return true;
  }
  bool add(const char *line) {
    curl_slist *longer = curl_slist_append(keyed, line);
    if (longer != nullptr)
      keyed = longer;
    return longer != nullptr;
  }

  const curl_request &request;
  curl_slist *keyed = nullptr;
  bool listening = false;
};

} // namespace detail

/// Performs the handle. Its options are the caller's own, certificate checks
/// among them: they are neither read nor changed.
inline result<curl_answer> perform(dependency &to, operation what,
                                   const curl_request &request) {
  detail::curl_settings settings(request);
  return call(to, std::move(what),
              [&](attempt &now) { return settings.perform(now); });
}

} // namespace retry

#endif
