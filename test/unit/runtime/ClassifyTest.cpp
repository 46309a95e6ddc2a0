// What is worth another attempt: the tables of the policy, both ways.
#include "Fixture.h"
#include <future>
#include <stdexcept>
#include <string>

using namespace retry;
using namespace std::chrono_literals;

namespace {

failure http(int code, std::string_view after = {}) {
  return classify(http_status{code, after});
}
bool retried(const failure &why) {
  return !why.ok() && why.is != failure_class::permanent;
}
template <typename T> bool isPermanent(T code) {
  return classify(code).is == failure_class::permanent;
}

TEST(Classify, C1_HttpWorthAnotherAttempt) {
  for (int code : {408, 429, 500, 502, 503, 504})
    EXPECT_TRUE(retried(http(code))) << code;
  EXPECT_EQ(http(429).is, failure_class::throttled);
  EXPECT_EQ(http(503).kind, failure_kind::http_503);
  for (int code : {200, 201, 204, 206, 301, 304})
    EXPECT_TRUE(http(code).ok()) << code;
}

TEST(Classify, C1_A500MayHaveHappened) {
  EXPECT_EQ(http(500).is, failure_class::maybe_executed);
}

TEST(Classify, C2_HttpPermanent) {
  for (int code = 400; code < 500; ++code)
    if (code != 408 && code != 429)
      EXPECT_TRUE(isPermanent(http_status{code, {}})) << code;
}

TEST(Classify, C6_WhatIsNoStatusIsUnknown) {
  for (int code : {-1, 0, 99, 501, 505, 600, 1000})
    EXPECT_EQ(http(code).is, failure_class::unknown) << code;
}

TEST(Classify, C8_TheHeaderGoesWithTheStatus) {
  EXPECT_EQ(http(503, "7").retry_after, 7s);
  EXPECT_EQ(http(429, "Fri, 31 Dec 1999 23:59:59 GMT").retry_after, 0s);
  EXPECT_EQ(http(503, "soon").retry_after, std::nullopt);
  EXPECT_EQ(http(404, "7").retry_after, std::nullopt);
  http_status dated{503, "Thu, 01 Jan 1970 00:01:00 GMT", 50};
  EXPECT_EQ(classify(dated).retry_after, 10s);
}

TEST(Classify, C3_Grpc) {
  for (int code : {4, 8, 10, 14})
    EXPECT_TRUE(retried(classify(grpc_code{code}))) << code;
  for (int code : {1, 3, 5, 6, 7, 9, 11, 12, 15, 16})
    EXPECT_TRUE(isPermanent(grpc_code{code})) << code;
  EXPECT_TRUE(classify(grpc_code{0}).ok());
  for (int code : {2, 13, 17, -1})
    EXPECT_EQ(classify(grpc_code{code}).is, failure_class::unknown) << code;
  EXPECT_EQ(classify(grpc_code{8}).is, failure_class::throttled);
}

TEST(Classify, C4_NetworkAndDatabase) {
  for (int code : {ECONNREFUSED, ECONNRESET, ETIMEDOUT, EPIPE, EHOSTUNREACH,
                   ENETUNREACH, EAGAIN, EBUSY})
    EXPECT_TRUE(retried(classify(errno_value{code}))) << code;
  EXPECT_TRUE(retried(classify(gai_code{EAI_AGAIN})));
  EXPECT_TRUE(retried(classify(gai_code{EAI_SYSTEM, ECONNREFUSED})));
  for (int code : {6, 7, 28, 35, 52, 56}) // the handshake that failed is 35
    EXPECT_TRUE(retried(classify(curl_code{code}))) << code;
  for (const char *code : {"40P01", "40001", "53300", "55P03", "08006"})
    EXPECT_TRUE(retried(classify(sqlstate{code}))) << code;
  for (unsigned code : {1213u, 1205u, 1040u, 2006u})
    EXPECT_TRUE(retried(classify(mysql_error{code}))) << code;
  EXPECT_EQ(classify(sqlstate{"40P01"}).kind, failure_kind::deadlock);
}

TEST(Classify, C4_WhatMayHaveArrivedIsSaidSo) {
  EXPECT_EQ(classify(errno_value{ECONNREFUSED}).is, failure_class::transient);
  EXPECT_EQ(classify(errno_value{ECONNRESET}).is,
            failure_class::maybe_executed);
  EXPECT_EQ(classify(curl_code{28}).is, failure_class::maybe_executed);
  EXPECT_EQ(classify(grpc_code{4}).is, failure_class::maybe_executed);
}

TEST(Classify, C5_PermanentOther) {
  EXPECT_TRUE(isPermanent(verify_result{10})); // the certificate has expired
  for (int code : {51, 60, 77, 83, 90, 91})
    EXPECT_EQ(classify(curl_code{code}).kind, failure_kind::tls_certificate);
  for (int code : {EACCES, ENOENT, EINVAL, EBADF})
    EXPECT_TRUE(isPermanent(errno_value{code})) << code;
  for (const char *code : {"23505", "42601", "28P01", "22P02"})
    EXPECT_TRUE(isPermanent(sqlstate{code})) << code;
  EXPECT_TRUE(isPermanent(gai_code{EAI_NONAME}));
  EXPECT_TRUE(isPermanent(mysql_error{1062}));
  EXPECT_TRUE(classify(verify_result{0}).ok());
}

TEST(Classify, ErrorCodesOfOtherCategoriesAreMapped) {
  EXPECT_EQ(
      classify(std::error_code(ECONNREFUSED, std::system_category())).kind,
      failure_kind::connection_refused);
  EXPECT_EQ(classify(std::make_error_code(std::future_errc::no_state)).is,
            failure_class::unknown);
  EXPECT_TRUE(classify(std::error_code()).ok());
}

TEST(Classify, ExceptionsThatCarryACodeAreHeard) {
  auto thrown = [](auto error) {
    return classify(std::make_exception_ptr(error));
  };
  EXPECT_TRUE(retried(thrown(std::system_error(refusedCode()))));
  EXPECT_EQ(thrown(std::runtime_error("?")).is, failure_class::unknown);
  EXPECT_EQ(thrown(7).is, failure_class::unknown);
}

} // namespace

namespace acme {
struct Reply {
  int code;
};
failure classify(const Reply &reply) {
  return reply.code == 0 ? success : throttled("acme_busy");
}
} // namespace acme

namespace {

TEST(Classify, UsersExtendItByAnOverload) {
  fake_environment env;
  null_observer nobody;
  dependency server("server");
  server.use(env).use(nobody);
  int calls = 0;
  auto r = call(server, get("read"),
                [&] { return acme::Reply{++calls < 3 ? 1 : 0}; });
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(calls, 3);
}

} // namespace
