#include "Fixture.h"
#include "echo.grpc.pb.h"
#include "retry/adapters/grpcpp.h"
#include <condition_variable>
#include <fstream>
#include <grpcpp/grpcpp.h>
#include <mutex>
#include <thread>

using namespace loopback;
using namespace std::chrono_literals;
using grpc::StatusCode;
using retry::stop_reason;

namespace {

struct Reply {
  StatusCode code = StatusCode::OK;
  const char *pushback = nullptr;
};

/// Answers as it is told, call by call; the last again for all that follow.
/// DO_NOT_USE stands for no answer until the client has given up.
class Service final : public Echo::Service {
public:
  explicit Service(std::vector<Reply> replies,
                   std::shared_ptr<grpc::ServerCredentials> credentials =
                       grpc::InsecureServerCredentials())
      : script(std::move(replies)) {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", credentials, &port);
    builder.RegisterService(this);
    server = builder.BuildAndStart();
  }

  std::unique_ptr<Echo::Stub>
  stub(const grpc::ChannelArguments &arguments = retry::grpc_arguments()) {
    return Echo::NewStub(grpc::CreateCustomChannel(
        "127.0.0.1:" + std::to_string(port), grpc::InsecureChannelCredentials(),
        arguments));
  }
  std::unique_ptr<Echo::Stub> secureStub(const std::string &roots,
                                         const std::string &name) {
    grpc::ChannelArguments arguments = retry::grpc_arguments();
    arguments.SetSslTargetNameOverride(name);
    grpc::SslCredentialsOptions options;
    options.pem_root_certs = roots;
    return Echo::NewStub(
        grpc::CreateCustomChannel("127.0.0.1:" + std::to_string(port),
                                  grpc::SslCredentials(options), arguments));
  }
  std::vector<std::string> keys() {
    std::lock_guard lock(mutex);
    return seen;
  }
  void awaitCall() {
    std::unique_lock lock(mutex);
    called.wait(lock, [&] { return !seen.empty(); });
  }

private:
  grpc::Status Say(grpc::ServerContext *context, const Text *in,
                   Text *out) override {
    Reply reply = next(*context);
    if (reply.code == StatusCode::DO_NOT_USE) {
      while (!context->IsCancelled())
        std::this_thread::sleep_for(1ms);
      return grpc::Status::CANCELLED;
    }
    out->set_text(in->text());
    if (reply.pushback)
      context->AddTrailingMetadata("grpc-retry-pushback-ms", reply.pushback);
    return grpc::Status(reply.code, "");
  }

  Reply next(const grpc::ServerContext &context) {
    std::lock_guard lock(mutex);
    Reply reply = script[std::min(seen.size(), script.size() - 1)];
    auto key = context.client_metadata().find("idempotency-key");
    seen.push_back(key == context.client_metadata().end()
                       ? ""
                       : std::string(key->second.data(), key->second.size()));
    called.notify_all();
    return reply;
  }

  std::vector<Reply> script;
  std::mutex mutex;
  std::condition_variable called;
  std::vector<std::string> seen;
  int port = 0;
  std::unique_ptr<grpc::Server> server;
};

struct Grpc : Adapter {
  Text reply;

  auto say(retry::dependency &to, Echo::Stub &stub,
           retry::operation what = retry::idempotent("say")) {
    return retry::unary(to, std::move(what), [&](grpc::ClientContext &context) {
      Text request;
      request.set_text("hello");
      return stub.Say(&context, request, &reply);
    });
  }
};

TEST_F(Grpc, RecoversWithAFreshContextForEachAttempt) {
  Service service({{StatusCode::UNAVAILABLE}, {StatusCode::ABORTED}, {}});
  auto result = say(server, *service.stub());
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.attempts(), 3u);
  EXPECT_EQ(reply.text(), "hello");
  EXPECT_EQ(service.keys(), std::vector<std::string>(3, ""));
}

TEST_F(Grpc, C3_APermanentStatusIsNotRepeated) {
  Service service({{StatusCode::NOT_FOUND}});
  auto result = say(server, *service.stub());
  EXPECT_EQ(result.stop(), stop_reason::permanent);
  EXPECT_EQ(result.answer().error_code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(service.keys().size(), 1u);
}

TEST_F(Grpc, C8_WaitsAsLongAsTheServerAsks) {
  Service service({{StatusCode::UNAVAILABLE, "7500"},
                   {StatusCode::RESOURCE_EXHAUSTED, "9000"},
                   {}});
  EXPECT_TRUE(say(server, *service.stub()).ok());
  EXPECT_EQ(env.waits, (std::vector<retry::duration>{7500ms, 9s}));
}

TEST_F(Grpc, C8_TheServerCanForbidAnotherAttempt) {
  for (const char *no : {"-1", "soon"}) {
    Service service({{StatusCode::UNAVAILABLE, no}});
    auto result = say(server, *service.stub());
    EXPECT_EQ(result.stop(), stop_reason::permanent) << no;
    EXPECT_STREQ(result.why().type, "server_pushback");
    EXPECT_EQ(service.keys().size(), 1u);
  }
}

TEST_F(Grpc, C8_APushbackBeyondTheDeadlineStopsAtOnce) {
  Service service({{StatusCode::UNAVAILABLE, "9223372036854775807"}});
  auto result = say(server, *service.stub());
  EXPECT_EQ(result.stop(), stop_reason::retry_after_beyond_deadline);
  EXPECT_TRUE(env.waits.empty());
}

TEST_F(Grpc, C8_ACallOfYourOwnIsClassifiedAlike) {
  Service service({{StatusCode::UNAVAILABLE}, {StatusCode::NOT_FOUND}});
  auto stub = service.stub();
  auto result = retry::call(server, retry::idempotent("say"), [&] {
    grpc::ClientContext context;
    return stub->Say(&context, Text(), &reply);
  });
  EXPECT_EQ(result.stop(), stop_reason::permanent);
  EXPECT_EQ(result.attempts(), 2u);
}

TEST_F(Grpc, I2_SendsOneKey) {
  Service service({{StatusCode::UNAVAILABLE}, {StatusCode::UNAVAILABLE}, {}});
  EXPECT_TRUE(say(server, *service.stub(), retry::post("say")).ok());
  auto keys = service.keys();
  ASSERT_EQ(keys.size(), 3u);
  EXPECT_EQ(keys[0].size(), 36u);
  EXPECT_EQ(std::set<std::string>(keys.begin(), keys.end()).size(), 1u);
}

TEST_F(Grpc, I4_WhatCannotBeRepeatedIsCalledOnce) {
  Service service({{StatusCode::UNAVAILABLE}, {}});
  auto result = say(server, *service.stub(), retry::not_idempotent("say"));
  EXPECT_EQ(result.stop(), stop_reason::not_idempotent);
  EXPECT_EQ(service.keys().size(), 1u);
}

TEST_F(Grpc, G3_TheChannelsOwnRetriesAreOff) {
  grpc::ChannelArguments arguments;
  arguments.SetServiceConfigJSON(R"({"methodConfig": [{"name": [{}],
      "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.01s",
                      "maxBackoff": "0.01s", "backoffMultiplier": 1,
                      "retryableStatusCodes": ["UNAVAILABLE"]}}]})");
  Service service({{StatusCode::UNAVAILABLE}});
  auto once = service.stub(arguments);
  EXPECT_FALSE(say(server, *once, retry::not_idempotent("say")).ok());
  EXPECT_EQ(service.keys().size(), 4u); // without the argument they are on

  Service other({{StatusCode::UNAVAILABLE}});
  auto result = say(server, *other.stub(retry::grpc_arguments(arguments)));
  EXPECT_EQ(result.attempts(), 3u);
  EXPECT_EQ(other.keys().size(), 3u);
}

TEST_F(Grpc, AnAttemptEndsAtItsTimeout) {
  Service service({{StatusCode::DO_NOT_USE}});
  auto result = say(hasty, *service.stub());
  EXPECT_EQ(result.stop(), stop_reason::attempts_exhausted);
  EXPECT_EQ(result.answer().error_code(), StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(result.attempts(), 3u);
}

TEST_F(Grpc, L3_TheDeadlineEndsAnAttempt) {
  Service service({{StatusCode::DO_NOT_USE}});
  retry::dependency real("server");
  real.use(nobody);
  auto result =
      say(real, *service.stub(),
          retry::idempotent("say").until(retry::clock::now() + Short));
  EXPECT_EQ(result.stop(), stop_reason::deadline);
  EXPECT_EQ(result.answer().error_code(), StatusCode::DEADLINE_EXCEEDED);
}

TEST_F(Grpc, L8_AStopEndsTheCallThatIsUnderWay) {
  Service service({{StatusCode::DO_NOT_USE}});
  retry::stop_source source;
  std::thread stopper([&] {
    service.awaitCall();
    source.request_stop();
  });
  auto result = say(server, *service.stub(),
                    retry::idempotent("say").unless(source.token()));
  stopper.join();
  EXPECT_EQ(result.stop(), stop_reason::cancelled);
  EXPECT_EQ(result.attempts(), 1u);
}

std::string contents(const std::string &name) {
  std::ifstream file(name);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_F(Grpc, S3_AWrongCertificateIsNotRepeated) {
  const std::string own = contents(Certificate::get().certificate);
  grpc::SslServerCredentialsOptions options;
  options.pem_key_cert_pairs.push_back({contents(Certificate::get().key), own});
  Service service({{}}, grpc::SslServerCredentials(options));
  // Nobody has vouched for it; somebody has, but for another name.
  for (auto &stub : {service.secureStub("", "ledger.example"),
                     service.secureStub(own, "other.example")}) {
    auto refused = say(server, *stub);
    EXPECT_EQ(refused.stop(), stop_reason::permanent);
    EXPECT_EQ(refused.why().kind, retry::failure_kind::tls_certificate);
    EXPECT_EQ(refused.attempts(), 1u);
  }
  EXPECT_TRUE(service.keys().empty());
  EXPECT_TRUE(say(server, *service.secureStub(own, "ledger.example")).ok());
}

TEST_F(Grpc, NobodyListens) {
  ClosedPort nobody;
  auto stub = Echo::NewStub(grpc::CreateCustomChannel(
      "127.0.0.1:" + std::to_string(nobody.port()),
      grpc::InsecureChannelCredentials(), retry::grpc_arguments()));
  auto result = say(server, *stub);
  EXPECT_EQ(result.stop(), stop_reason::attempts_exhausted);
  EXPECT_EQ(result.answer().error_code(), StatusCode::UNAVAILABLE);
}

} // namespace
