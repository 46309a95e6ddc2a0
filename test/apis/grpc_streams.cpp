// Streams tell at their end how they went.
// REQUIRES: grpc
// RUN: %check_retry %s --checks=retry-fixed-interval,retry-immediate,retry-unbounded,retry-missing-jitter,retry-unclassified-error,retry-permanent-error -- -std=c++20
#include <atomic>
#include <chrono>
#include <cstdio>
#include <google/protobuf/wrappers.pb.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/impl/codegen/proto_utils.h>
#include <grpcpp/support/sync_stream.h>
#include <memory>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using Line = google::protobuf::StringValue;
using Shard = google::protobuf::Int32Value;

struct Archive {
  std::unique_ptr<grpc::ClientReader<Line>> Get(grpc::ClientContext *c, const Line &name);
  std::unique_ptr<grpc::ClientReaderInterface<Line>> Tail(grpc::ClientContext *c, const Line &name);
  std::unique_ptr<grpc::ClientReader<Line>> Scan(grpc::ClientContext *c, const Shard &which);
  std::unique_ptr<grpc::ClientWriter<Line>> Append(grpc::ClientContext *c, Line *receipt);
};

bool load(Archive &archive, const Line &name, std::vector<Line> &lines) {
  for (int i = 0; i < 3; ++i) {
    if (i)
      std::this_thread::sleep_for(200ms * (1 << i)); // expect: retry-missing-jitter "400 ms, 800 ms"
    lines.clear();
    grpc::ClientContext context;
    auto reader = archive.Get(&context, name);
    Line line;
    while (reader->Read(&line))
      lines.push_back(line);
    grpc::Status status = reader->Finish(); // expect: retry-unclassified-error "'Finish'"
    if (status.ok())
      return true;
    std::fprintf(stderr, "load: %s\n", status.error_message().c_str());
  }
  return false;
}

class Follower {
public:
  explicit Follower(Archive &a) : archive_(a) {}
  // A stream that ended well is opened again, too.
  void follow(const Line &name) {
    while (on_) { // expect: retry-unbounded "until shutdown"
      grpc::ClientContext context;
      auto reader = archive_.Tail(&context, name);
      Line line;
      while (reader->Read(&line))
        show(line);
      grpc::Status status = reader->Finish(); // expect: retry-unclassified-error
      if (status.ok())
        continue;
      std::fprintf(stderr, "follow: %s\n", status.error_message().c_str());
      std::this_thread::sleep_for(3s); // expect: retry-fixed-interval "3 s"
    }
  }

private:
  void show(const Line &line);
  Archive &archive_;
  std::atomic<bool> on_{true};
};

grpc::Status append(Archive &archive, const std::vector<Line> &lines) {
  grpc::Status status;
  for (int i = 0; i < 3; ++i) {
    grpc::ClientContext context;
    Line receipt;
    auto writer = archive.Append(&context, &receipt);
    for (const Line &line : lines)
      writer->Write(line);
    writer->WritesDone();
    status = writer->Finish(); // expect: retry-permanent-error "INVALID_ARGUMENT"
    if (status.ok() || status.error_code() == grpc::StatusCode::UNIMPLEMENTED)
      break;
    std::fprintf(stderr, "append: %s\n", status.error_message().c_str());
  }
  return status;
}

// Each shard is read once.
int scan(Archive &archive, int shards) {
  int bad = 0;
  for (int n = 0; n < shards; ++n) {
    grpc::ClientContext context;
    Shard which;
    which.set_value(n);
    auto reader = archive.Scan(&context, which);
    Line line;
    while (reader->Read(&line))
      std::puts(line.value().c_str());
    if (!reader->Finish().ok()) {
      ++bad;
      std::this_thread::sleep_for(1s);
    }
  }
  return bad;
}

// One stream that is read to its end.
std::vector<Line> list(Archive &archive, const Line &name) {
  grpc::ClientContext context;
  auto reader = archive.Get(&context, name);
  std::vector<Line> lines;
  Line line;
  while (reader->Read(&line))
    lines.push_back(line);
  if (!reader->Finish().ok())
    lines.clear();
  return lines;
}

// Watched again when it has ended, in the same rhythm however it ended.
void sample(Archive &archive, const Line &name, const std::atomic<bool> &on) {
  while (on) {
    grpc::ClientContext context;
    auto reader = archive.Get(&context, name);
    Line line;
    while (reader->Read(&line))
      std::puts(line.value().c_str());
    reader->Finish();
    std::this_thread::sleep_for(10s);
  }
}

// What a stream brings is answered.
void converse(grpc::ClientReaderWriter<Line, Line> &talk) {
  Line line;
  while (talk.Read(&line))
    if (!talk.Write(line))
      break;
  if (grpc::Status status = talk.Finish(); !status.ok())
    std::fprintf(stderr, "converse: %s\n", status.error_message().c_str());
}
