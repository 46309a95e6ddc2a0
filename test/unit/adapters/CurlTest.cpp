#include "retry/adapters/curl.h"
#include "Fixture.h"
#include <thread>

using namespace loopback;
using namespace std::chrono_literals;
using retry::stop_reason;

namespace {

struct Curl : Adapter {
  CURL *handle = curl_easy_init();
  std::string body;
  ~Curl() override { curl_easy_cleanup(handle); }

  auto perform(retry::dependency &to, const std::string &url,
               const retry::operation &what = retry::get("read")) {
    curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
    return retry::perform(to, what, {handle, &body});
  }
};

TEST_F(Curl, RecoversAndKeepsTheLastBodyOnly) {
  Server http({{503, "", "busy"}, {502, "", "busy"}, {200, "", "done"}});
  auto result = perform(server, http.url());
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.attempts(), 3u);
  EXPECT_EQ(result.answer().status, 200);
  EXPECT_EQ(body, "done");
  EXPECT_EQ(http.seen().size(), 3u);
}

TEST_F(Curl, C2_APermanentStatusIsNotRepeated) {
  Server http({{404}});
  auto result = perform(server, http.url());
  EXPECT_EQ(result.stop(), stop_reason::permanent);
  EXPECT_EQ(result.answer().status, 404);
  EXPECT_EQ(http.seen().size(), 1u);
}

TEST_F(Curl, C8_WaitsAsLongAsTheServerAsks) {
  Server http({{429, "7"}, {503, "2\n9"}, {200}});
  EXPECT_TRUE(perform(server, http.url()).ok());
  ASSERT_EQ(env.waits.size(), 2u);
  EXPECT_EQ(env.waits[0], 7s);
  EXPECT_EQ(env.waits[1], 9s);
}

TEST_F(Curl, C8_AStatusThatCurlMakesAnErrorCounts) {
  Server http({{503, "7"}, {404}});
  curl_easy_setopt(handle, CURLOPT_FAILONERROR, 1L);
  auto result = perform(server, http.url());
  EXPECT_EQ(result.answer().code, CURLE_HTTP_RETURNED_ERROR);
  EXPECT_EQ(result.stop(), stop_reason::permanent);
  EXPECT_EQ(env.waits, std::vector<retry::duration>{7s});
}

TEST_F(Curl, C8_OlderLibrariesGiveSeconds) {
  Server http({{503, "7"}, {503, "soon"}});
  curl_easy_setopt(handle, CURLOPT_URL, http.url().c_str());
  (void)retry::perform(hasty, retry::not_idempotent("once"), {handle, &body});
  EXPECT_EQ(retry::detail::retry_after_seconds(handle), "7");
  (void)retry::perform(hasty, retry::not_idempotent("once"), {handle, &body});
  EXPECT_EQ(retry::detail::retry_after_seconds(handle), "");
}

TEST_F(Curl, I2_SendsOneKeyAndTheCallersHeaders) {
  Server http({{503}, {503}, {201}});
  curl_slist *headers = curl_slist_append(nullptr, "Content-Type: text/x-pay");
  curl_easy_setopt(handle, CURLOPT_URL, http.url().c_str());
  curl_easy_setopt(handle, CURLOPT_POSTFIELDS, "order");
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
  auto result =
      retry::perform(server, retry::post("pay"), {handle, &body, headers});
  EXPECT_TRUE(result.ok());
  auto requests = http.seen();
  ASSERT_EQ(requests.size(), 3u);
  EXPECT_EQ(keysOf(requests).size(), 1u);
  EXPECT_EQ(requests[0].key.size(), 36u);
  for (const Request &one : requests) {
    EXPECT_EQ(one.method, "POST");
    EXPECT_EQ(one.body, "order");
    EXPECT_EQ(one.contentType, "text/x-pay");
  }

  // The handle is as it was: the next request has no key.
  curl_easy_setopt(
      handle, CURLOPT_WRITEFUNCTION,
      +[](char *, size_t, size_t n, void *) { return n; });
  EXPECT_EQ(curl_easy_perform(handle), CURLE_OK);
  EXPECT_EQ(http.seen().back().key, "");
  EXPECT_EQ(http.seen().back().contentType, "text/x-pay");
  curl_slist_free_all(headers);
}

TEST_F(Curl, I4_WhatCannotBeRepeatedIsSentOnce) {
  Server http({{503}, {200}});
  auto result = perform(server, http.url(), retry::not_idempotent("pay"));
  EXPECT_EQ(result.stop(), stop_reason::not_idempotent);
  EXPECT_EQ(http.seen().size(), 1u);
}

TEST_F(Curl, ADroppedConnectionIsRepeated) {
  Server http({{200, "", "", Then::Drop}, {200, "", "done", Then::Cut}, {200}});
  EXPECT_TRUE(perform(server, http.url()).ok());
  EXPECT_EQ(http.seen().size(), 3u);
  EXPECT_EQ(body, "done");
}

TEST_F(Curl, ARefusedConnectionIsRepeated) {
  ClosedPort nobody;
  auto result =
      perform(server, "http://127.0.0.1:" + std::to_string(nobody.port()));
  EXPECT_EQ(result.stop(), stop_reason::attempts_exhausted);
  EXPECT_EQ(result.answer().code, CURLE_COULDNT_CONNECT);
  EXPECT_EQ(result.attempts(), 3u);
}

TEST_F(Curl, AnAttemptEndsAtItsTimeout) {
  Server http({{200, "", "", Then::Hang}});
  auto result = perform(hasty, http.url());
  EXPECT_EQ(result.answer().code, CURLE_OPERATION_TIMEDOUT);
  EXPECT_EQ(result.stop(), stop_reason::attempts_exhausted);
  EXPECT_EQ(result.attempts(), 3u);
}

TEST_F(Curl, L3_TheDeadlineEndsAnAttempt) {
  Server http({{200, "", "", Then::Hang}});
  retry::dependency real("server");
  real.use(nobody);
  auto result = perform(real, http.url(),
                        retry::get("read").until(retry::clock::now() + Short));
  EXPECT_EQ(result.stop(), stop_reason::deadline);
  EXPECT_EQ(result.answer().code, CURLE_OPERATION_TIMEDOUT);
  EXPECT_EQ(result.attempts(), 1u);
}

TEST_F(Curl, TheTimeoutIsPutBack) {
  retry::policy p = impatient();
  p.attempt_timeout = 1ms;
  retry::dependency hurried("server", p);
  hurried.use(env).use(nobody);
  Server http([](const Request &) {
    std::this_thread::sleep_for(Short); // longer than the attempt may take
    return Answer{};
  });
  EXPECT_FALSE(perform(hurried, http.url()).ok());
  curl_easy_setopt(handle, CURLOPT_NOBODY, 1L);
  EXPECT_EQ(curl_easy_perform(handle), CURLE_OK);
}

TEST_F(Curl, L8_AStopEndsTheAttemptThatIsUnderWay) {
  retry::stop_source source;
  Server http([&](const Request &) {
    source.request_stop();
    return Answer{200, "", "", Then::Hang};
  });
  auto result =
      perform(server, http.url(), retry::get("read").unless(source.token()));
  EXPECT_EQ(result.stop(), stop_reason::cancelled);
  EXPECT_EQ(result.answer().code, CURLE_ABORTED_BY_CALLBACK);
  EXPECT_EQ(http.seen().size(), 1u);
}

TEST_F(Curl, L8_WhatIsUploadedStartsAgain) {
  Server http({{503}, {200}});
  std::string text = "settlement";
  curl_slist *headers = curl_slist_append(nullptr, "Expect:");
  size_t sent = 0;
  struct Source {
    const std::string &text;
    size_t &sent;
  } source{text, sent};
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
  curl_easy_setopt(handle, CURLOPT_INFILESIZE, long(text.size()));
  curl_easy_setopt(handle, CURLOPT_READDATA, &source);
  curl_easy_setopt(
      handle, CURLOPT_READFUNCTION,
      +[](char *to, size_t one, size_t count, void *from) {
        Source &s = *static_cast<Source *>(from);
        size_t n = s.text.copy(to, one * count, s.sent);
        s.sent += n;
        return n;
      });
  curl_easy_setopt(handle, CURLOPT_URL, http.url().c_str());
  auto result = retry::perform(server, retry::put("upload"),
                               {handle, &body, headers, 0, [&] { sent = 0; }});
  curl_slist_free_all(headers);
  EXPECT_TRUE(result.ok());
  ASSERT_EQ(http.seen().size(), 2u);
  EXPECT_EQ(http.seen()[1].body, text);
}

TEST_F(Curl, S3_AWrongCertificateIsNotRepeated) {
  Server http({{200}}, true);
  auto refused = perform(server, http.url());
  EXPECT_EQ(refused.stop(), stop_reason::permanent);
  EXPECT_EQ(refused.why().kind, retry::failure_kind::tls_certificate);
  EXPECT_EQ(refused.attempts(), 1u);
  EXPECT_TRUE(http.seen().empty());

  curl_easy_setopt(handle, CURLOPT_CAINFO,
                   Certificate::get().certificate.c_str());
  EXPECT_TRUE(perform(server, http.url()).ok());
}

} // namespace
