#include "retry/adapters/httplib.h"
#include "Fixture.h"

using namespace loopback;
using namespace std::chrono_literals;
using retry::stop_reason;

namespace {

struct Httplib : Adapter {};

TEST_F(Httplib, RecoversAndGivesTheLastAnswer) {
  Server http({{503, "", "busy"}, {502, "", "busy"}, {200, "", "done"}});
  httplib::Client client(http.url(""));
  retry::httplib_client prices(server, client);
  auto result = prices.Get(retry::get("price"), "/prices/1");
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.attempts(), 3u);
  EXPECT_EQ(result.answer()->body, "done");
  EXPECT_EQ(http.seen()[0].target, "/prices/1");
}

TEST_F(Httplib, C2_APermanentStatusIsNotRepeated) {
  Server http({{404}});
  httplib::Client client(http.url(""));
  auto result = retry::httplib_client(server, client)
                    .Get(retry::get("price"), "/prices/1");
  EXPECT_EQ(result.stop(), stop_reason::permanent);
  EXPECT_EQ(result.answer()->status, 404);
  EXPECT_EQ(http.seen().size(), 1u);
}

TEST_F(Httplib, C8_WaitsAsLongAsTheServerAsks) {
  Server http({{429, "7"}, {503, "2\n9"}, {200}});
  httplib::Client client(http.url(""));
  EXPECT_TRUE(
      retry::httplib_client(server, client).Get(retry::get("price"), "/").ok());
  EXPECT_EQ(env.waits, (std::vector<retry::duration>{7s, 9s}));
}

TEST_F(Httplib, C8_ACallOfYourOwnIsClassifiedAlike) {
  Server http({{429, "7"}, {404}});
  httplib::Client client(http.url(""));
  auto result =
      retry::call(server, retry::get("price"), [&] { return client.Get("/"); });
  EXPECT_EQ(result.stop(), stop_reason::permanent);
  EXPECT_EQ(env.waits, std::vector<retry::duration>{7s});
}

TEST_F(Httplib, I2_SendsOneKeyAndTheCallersHeaders) {
  Server http({{503}, {503}, {201}, {503}, {200}, {503}, {200}});
  httplib::Client client(http.url(""));
  retry::httplib_client bank(server, client);
  EXPECT_TRUE(
      bank.Post(retry::post("pay"), "/charges", "order", "text/x-pay").ok());
  auto posts = http.seen();
  ASSERT_EQ(posts.size(), 3u);
  EXPECT_EQ(keysOf(posts).size(), 1u);
  EXPECT_EQ(posts[0].key.size(), 36u);
  for (const Request &one : posts) {
    EXPECT_EQ(one.method, "POST");
    EXPECT_EQ(one.body, "order");
    EXPECT_EQ(one.contentType, "text/x-pay");
  }
  EXPECT_TRUE(
      bank.Patch(retry::patch("mend"), "/charges/1", "order", "text/x-pay")
          .ok());
  EXPECT_EQ(http.seen()[3].method, "PATCH");
  EXPECT_EQ(http.seen()[3].key, http.seen()[4].key);
  EXPECT_NE(http.seen()[3].key, posts[0].key);
  EXPECT_TRUE(
      bank.Put(retry::put("set"), "/charges/1", "order", "text/x-pay").ok());
  EXPECT_EQ(http.seen()[5].method, "PUT");
  EXPECT_EQ(http.seen()[5].key, "");
}

TEST_F(Httplib, I4_WhatCannotBeRepeatedIsSentOnce) {
  Server http({{503}, {200}});
  httplib::Client client(http.url(""));
  auto result = retry::httplib_client(server, client)
                    .Delete(retry::not_idempotent("pop"), "/queue");
  EXPECT_EQ(result.stop(), stop_reason::not_idempotent);
  EXPECT_EQ(http.seen().size(), 1u);
  EXPECT_EQ(http.seen()[0].method, "DELETE");
}

TEST_F(Httplib, ADroppedConnectionIsRepeated) {
  Server http({{200, "", "", Then::Drop}, {200, "", "done", Then::Cut}, {200}});
  httplib::Client client(http.url(""));
  client.set_keep_alive(true);
  auto result =
      retry::httplib_client(server, client).Get(retry::get("price"), "/");
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.answer()->body, "done");
  EXPECT_EQ(http.seen().size(), 3u);
}

TEST_F(Httplib, ARefusedConnectionIsRepeated) {
  ClosedPort nobody;
  httplib::Client client("127.0.0.1", nobody.port());
  auto result =
      retry::httplib_client(server, client).Get(retry::get("price"), "/");
  EXPECT_EQ(result.stop(), stop_reason::attempts_exhausted);
  EXPECT_EQ(result.answer().error(), httplib::Error::Connection);
  EXPECT_EQ(result.attempts(), 3u);
}

TEST_F(Httplib, AnAttemptEndsAtItsTimeout) {
  for (Then how : {Then::Hang, Then::Stall, Then::Drip}) {
    Server http({{200, "", "half", how}});
    httplib::Client client(http.url(""));
    auto result =
        retry::httplib_client(hasty, client).Get(retry::get("price"), "/");
    EXPECT_EQ(result.stop(), stop_reason::attempts_exhausted);
    EXPECT_EQ(result.attempts(), 3u);
  }
}

TEST_F(Httplib, L8_AStopEndsTheAttemptThatIsUnderWay) {
  retry::stop_source source;
  Server http([&](const Request &) {
    source.request_stop();
    return Answer{200, "", "", Then::Hang};
  });
  httplib::Client client(http.url(""));
  auto result = retry::httplib_client(server, client)
                    .Get(retry::get("price").unless(source.token()), "/");
  EXPECT_EQ(result.stop(), stop_reason::cancelled);
  EXPECT_EQ(http.seen().size(), 1u);
}

TEST_F(Httplib, TheTimeoutsAreTheClientsAgain) {
  retry::policy p = impatient();
  p.attempt_timeout = 1ms;
  retry::dependency hurried("server", p);
  hurried.use(env).use(nobody);
  Server http([](const Request &) {
    std::this_thread::sleep_for(Short); // longer than the attempt may take
    return Answer{};
  });
  httplib::Client client(http.url(""));
  retry::httplib_client prices(hurried, client);
  EXPECT_FALSE(prices.Get(retry::get("price"), "/").ok());
  EXPECT_TRUE(client.Get("/"));
}

/// Of versions that limit a whole request.
struct NewerClient {
  std::chrono::milliseconds most{};
  void set_max_timeout(std::chrono::milliseconds time) { most = time; }
};

TEST_F(Httplib, NewerVersionsLimitTheWholeRequest) {
  NewerClient client;
  int request = 0;
  bool late = false;
  retry::detail::limit(client, request, 70ms, late, 0);
  EXPECT_EQ(client.most, 70ms);
}

TEST_F(Httplib, S3_AWrongCertificateIsNotRepeated) {
  Server http({{200}}, true);
  httplib::Client client(http.url(""));
  retry::httplib_client bank(server, client);
  auto refused = bank.Get(retry::get("price"), "/");
  EXPECT_EQ(refused.stop(), stop_reason::permanent);
  EXPECT_EQ(refused.why().kind, retry::failure_kind::tls_certificate);
  EXPECT_EQ(refused.attempts(), 1u);
  EXPECT_TRUE(http.seen().empty());

  httplib::Client trusting(http.url(""));
  trusting.set_ca_cert_path(Certificate::get().certificate);
  EXPECT_TRUE(retry::httplib_client(server, trusting)
                  .Get(retry::get("price"), "/")
                  .ok());
}

} // namespace
