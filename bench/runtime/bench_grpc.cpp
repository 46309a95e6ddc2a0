// gRPC's own retries against retry::call on a channel without them, with a
// server in this process on loopback. Both wait up to a millisecond before the
// second attempt.
#include "retry/adapters/grpcpp.h"
#include <atomic>
#include <benchmark/benchmark.h>
#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

namespace {

/// Answers UNAVAILABLE while failures are ahead, else what it was sent.
class service final : public grpc::CallbackGenericService {
public:
  std::atomic<int> failures_ahead{0};

private:
  class reaction final : public grpc::ServerGenericBidiReactor {
  public:
    explicit reaction(bool failing) : fails(failing) {
      if (fails)
        Finish({grpc::StatusCode::UNAVAILABLE, "busy"});
      else
        StartRead(&message);
    }
    void OnReadDone(bool ok) override {
      if (ok)
        StartWriteAndFinish(&message, {}, grpc::Status::OK);
      else if (!fails)
        Finish(grpc::Status::CANCELLED);
    }
    void OnDone() override { delete this; }

  private:
    const bool fails;
    grpc::ByteBuffer message;
  };

  grpc::ServerGenericBidiReactor *
  CreateReactor(grpc::GenericCallbackServerContext *) override {
    return new reaction(failures_ahead > 0 && failures_ahead-- > 0);
  }
};

class loopback {
public:
  loopback() {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    builder.RegisterCallbackGenericService(&answers);
    server = builder.BuildAndStart();
  }
  ~loopback() { server->Shutdown(); }

  service answers;
  std::shared_ptr<grpc::Channel> channel(bool own_retries) const {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, own_retries);
    if (own_retries)
      arguments.SetServiceConfigJSON(
          R"({"methodConfig": [{"name": [{}], "retryPolicy": {
              "maxAttempts": 3, "initialBackoff": "0.001s",
              "maxBackoff": "0.001s", "backoffMultiplier": 1,
              "retryableStatusCodes": ["UNAVAILABLE"]}}]})");
    return grpc::CreateCustomChannel("127.0.0.1:" + std::to_string(port),
                                     grpc::InsecureChannelCredentials(),
                                     arguments);
  }

private:
  int port = 0;
  std::unique_ptr<grpc::Server> server;
};

class client {
public:
  explicit client(const std::shared_ptr<grpc::Channel> &channel)
      : stub(channel) {}
  grpc::Status ask() {
    grpc::ClientContext context;
    return ask(context);
  }
  grpc::Status ask(grpc::ClientContext &context) {
    grpc::ByteBuffer answer;
    grpc::Status status;
    auto call = stub.PrepareUnaryCall(&context, "/bench/Ask", request, &queue);
    call->StartCall();
    call->Finish(&answer, &status, nullptr);
    void *tag;
    bool ok;
    queue.Next(&tag, &ok);
    return status;
  }

private:
  grpc::Slice text{"hello"};
  grpc::ByteBuffer request{&text, 1};
  grpc::CompletionQueue queue;
  grpc::GenericStub stub;
};

loopback &server() {
  static loopback one;
  return one;
}

template <typename Ask>
void measure(benchmark::State &state, bool own_retries, Ask ask) {
  client one(server().channel(own_retries));
  for (auto _ : state) {
    server().answers.failures_ahead = static_cast<int>(state.range(0));
    grpc::Status status = ask(one);
    if (!status.ok())
      state.SkipWithError(status.error_message().c_str());
  }
}

void none(benchmark::State &state) {
  measure(state, false, [](client &one) { return one.ask(); });
}
void grpcs_own(benchmark::State &state) {
  measure(state, true, [](client &one) { return one.ask(); });
}
void ours(benchmark::State &state) {
  retry::policy quick = retry::grpc_unary;
  quick.base = quick.cap = std::chrono::milliseconds(1);
  retry::dependency asked("bench", quick);
  retry::null_observer quiet;
  retry::token_bucket endless(1000);
  asked.use(quiet).use(endless);
  measure(state, false, [&](client &one) {
    return retry::unary(
               asked, retry::idempotent("ask"),
               [&](grpc::ClientContext &context) { return one.ask(context); })
        .answer();
  });
}

BENCHMARK(none)->Name("no_retries")->Arg(0)->UseRealTime();
BENCHMARK(grpcs_own)->Name("grpc_retries")->Arg(0)->Arg(1)->UseRealTime();
BENCHMARK(ours)->Name("ours")->Arg(0)->Arg(1)->UseRealTime();

} // namespace

BENCHMARK_MAIN();
