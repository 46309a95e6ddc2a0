#include "Fixture.h"
#include "retry/adapters/beast_tls.h"
#include <boost/asio/use_future.hpp>
#include <thread>

using namespace loopback;
using namespace std::chrono_literals;
using retry::stop_reason;
namespace http = boost::beast::http;
namespace asio = boost::asio;

namespace {

http::request<http::string_body> make(http::verb method,
                                      std::string body = "") {
  http::request<http::string_body> request(method, "/prices/1", 11);
  request.body() = std::move(body);
  return request;
}

/// Blocking and asynchronous do the same.
struct Blocking {
  static auto send(retry::dependency &to, int port, retry::operation what,
                   http::request<http::string_body> request) {
    retry::beast_client<> client(to, "127.0.0.1", std::to_string(port));
    return client.send(std::move(what), std::move(request));
  }
};
struct Asynchronous {
  static auto send(retry::dependency &to, int port, retry::operation what,
                   http::request<http::string_body> request) {
    asio::io_context io;
    retry::beast_connection<> connection(io.get_executor(), "127.0.0.1",
                                         std::to_string(port));
    std::optional<retry::result<retry::beast_answer<>>> given;
    retry::async_send(to, std::move(what), connection, std::move(request),
                      [&](auto result) { given.emplace(std::move(result)); });
    io.run();
    return std::move(*given);
  }
};

template <typename How> struct Beast : Adapter {
  auto send(retry::dependency &to, const Server &http,
            retry::operation what = retry::get("price"),
            http::request<http::string_body> request = make(http::verb::get)) {
    return How::send(to, http.port(), std::move(what), std::move(request));
  }
};
using Ways = testing::Types<Blocking, Asynchronous>;
TYPED_TEST_SUITE(Beast, Ways, );

TYPED_TEST(Beast, RecoversAndGivesTheLastAnswer) {
  Server http({{503, "", "busy"}, {502, "", "busy"}, {200, "", "done"}});
  auto result = this->send(this->server, http);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.attempts(), 3u);
  EXPECT_EQ(result.answer().response.body(), "done");
  EXPECT_EQ(http.seen()[0].target, "/prices/1");
  EXPECT_EQ(http.seen()[2].connection, 1); // all over one
}

TYPED_TEST(Beast, C2_APermanentStatusIsNotRepeated) {
  Server http({{404}});
  auto result = this->send(this->server, http);
  EXPECT_EQ(result.stop(), stop_reason::permanent);
  EXPECT_EQ(result.answer().response.result_int(), 404u);
  EXPECT_EQ(http.seen().size(), 1u);
}

TYPED_TEST(Beast, C8_WaitsAsLongAsTheServerAsks) {
  Server http({{429, "7"}, {503, "2\n9"}, {200}});
  EXPECT_TRUE(this->send(this->server, http).ok());
  EXPECT_EQ(this->env.waits, (std::vector<retry::duration>{7s, 9s}));
}

TYPED_TEST(Beast, I2_SendsOneKey) {
  Server http({{503}, {503}, {201}});
  EXPECT_TRUE(this->send(this->server, http, retry::post("pay"),
                         make(http::verb::post, "order"))
                  .ok());
  auto requests = http.seen();
  ASSERT_EQ(requests.size(), 3u);
  EXPECT_EQ(keysOf(requests).size(), 1u);
  EXPECT_EQ(requests[0].key.size(), 36u);
  EXPECT_EQ(requests[2].method, "POST");
  EXPECT_EQ(requests[2].body, "order");
}

TYPED_TEST(Beast, I4_WhatCannotBeRepeatedIsSentOnce) {
  Server http({{503}, {200}});
  auto result = this->send(this->server, http, retry::not_idempotent("pop"));
  EXPECT_EQ(result.stop(), stop_reason::not_idempotent);
  EXPECT_EQ(http.seen().size(), 1u);
}

TYPED_TEST(Beast, ADroppedConnectionIsRepeated) {
  Server http({{200, "", "", Then::Drop}, {200, "", "done", Then::Cut}, {200}});
  auto result = this->send(this->server, http);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.answer().response.body(), "done");
  EXPECT_EQ(http.seen().size(), 3u);
  EXPECT_EQ(http.seen()[2].connection, 3);
}

TYPED_TEST(Beast, ARefusedConnectionIsRepeated) {
  ClosedPort closed;
  auto result = TypeParam::send(this->server, closed.port(),
                                retry::get("price"), make(http::verb::get));
  EXPECT_EQ(result.stop(), stop_reason::attempts_exhausted);
  EXPECT_EQ(result.answer().error, asio::error::connection_refused);
  EXPECT_EQ(result.attempts(), 3u);
}

TYPED_TEST(Beast, AnAttemptEndsAtItsTimeout) {
  for (Then how : {Then::Hang, Then::Stall, Then::Drip}) {
    Server http({{200, "", "half", how}});
    auto result = this->send(this->hasty, http);
    EXPECT_EQ(result.stop(), stop_reason::attempts_exhausted);
    EXPECT_EQ(result.answer().error, boost::beast::error::timeout);
    EXPECT_EQ(result.attempts(), 3u);
  }
}

TYPED_TEST(Beast, AHeadHasNoBody) {
  Server http({{200, "", ""}});
  auto result = this->send(this->server, http, retry::head("price"),
                           make(http::verb::head));
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(http.seen()[0].method, "HEAD");
}

TYPED_TEST(Beast, L8_AStopEndsTheAttemptThatIsUnderWay) {
  retry::stop_source source;
  Server http([&](const Request &) {
    source.request_stop();
    return Answer{200, "", "", Then::Hang};
  });
  auto result = this->send(this->server, http,
                           retry::get("price").unless(source.token()));
  EXPECT_EQ(result.stop(), stop_reason::cancelled);
  EXPECT_EQ(http.seen().size(), 1u);
}

struct BeastClient : Adapter {};

TEST_F(BeastClient, AConnectionThatWasClosedWhileIdleIsOpenedAnew) {
  Server http({{200, "", "one", Then::Close}, {200, "", "two"}});
  retry::beast_client<> client(server, "127.0.0.1",
                               std::to_string(http.port()));
  EXPECT_TRUE(client.send(retry::get("price"), make(http::verb::get)).ok());
  http.awaitClosed(1);
  // Even what is sent once: nothing was lost.
  auto result =
      client.send(retry::not_idempotent("pop"), make(http::verb::get));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.answer().response.body(), "two");
  EXPECT_EQ(result.attempts(), 1u);
  EXPECT_EQ(http.seen()[1].connection, 2);
}

TEST_F(BeastClient, AReusedConnectionThatIsDroppedIsNoFailureYet) {
  Server http({{200}, {200, "", "", Then::Drop}, {200, "", "two"}});
  retry::beast_client<> client(server, "127.0.0.1",
                               std::to_string(http.port()));
  EXPECT_TRUE(client.send(retry::get("price"), make(http::verb::get)).ok());
  auto result = client.send(retry::get("price"), make(http::verb::get));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.attempts(), 1u);
  EXPECT_EQ(http.seen().size(), 3u);

  Server other({{200}, {200, "", "", Then::Drop}, {200, "", "two"}});
  retry::beast_client<> careful(server, "127.0.0.1",
                                std::to_string(other.port()));
  EXPECT_TRUE(careful.send(retry::get("price"), make(http::verb::get)).ok());
  EXPECT_FALSE(
      careful.send(retry::not_idempotent("pop"), make(http::verb::get)).ok());
  EXPECT_EQ(other.seen().size(), 2u);
}

TEST_F(BeastClient, S3_AWrongCertificateIsNotRepeated) {
  Server http({{200}, {503}, {200}}, true);
  asio::ssl::context context(asio::ssl::context::tls_client);
  retry::beast_client<retry::beast_tls> wary(server, "127.0.0.1",
                                             std::to_string(http.port()),
                                             retry::beast_tls(context));
  auto refused = wary.send(retry::get("price"), make(http::verb::get));
  EXPECT_EQ(refused.stop(), stop_reason::permanent);
  EXPECT_EQ(refused.why().kind, retry::failure_kind::tls_certificate);
  EXPECT_EQ(refused.attempts(), 1u);
  EXPECT_TRUE(http.seen().empty());

  context.load_verify_file(Certificate::get().certificate);
  retry::beast_client<retry::beast_tls> trusting(server, "127.0.0.1",
                                                 std::to_string(http.port()),
                                                 retry::beast_tls(context));
  EXPECT_TRUE(trusting.send(retry::get("price"), make(http::verb::get)).ok());
  EXPECT_TRUE(trusting.send(retry::get("price"), make(http::verb::get)).ok());
  EXPECT_EQ(http.seen()[2].connection, http.seen()[0].connection);
}

TEST_F(BeastClient, S3_AnotherNameInTheCertificateIsNotRepeated) {
  Server http({{200}}, true);
  asio::ssl::context context(asio::ssl::context::tls_client);
  context.load_verify_file(Certificate::get().certificate);
  retry::beast_client<retry::beast_tls> client(server, "localhost",
                                               std::to_string(http.port()),
                                               retry::beast_tls(context));
  auto result = client.send(retry::get("price"), make(http::verb::get));
  EXPECT_EQ(result.why().kind, retry::failure_kind::tls_certificate);
  EXPECT_EQ(result.attempts(), 1u);
}

TEST_F(BeastClient, AFutureWillDo) {
  Server http({{503}, {200}});
  asio::io_context io;
  retry::beast_connection<> connection(io.get_executor(), "127.0.0.1",
                                       std::to_string(http.port()));
  auto future = retry::async_send(server, retry::get("price"), connection,
                                  make(http::verb::get), asio::use_future);
  std::thread worker([&] { io.run(); });
  auto result = future.get();
  worker.join();
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.attempts(), 2u);
}

} // namespace
