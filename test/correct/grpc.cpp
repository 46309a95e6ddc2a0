// RUN: %check_retry %s -- -std=c++20
// expect-none
#include <algorithm>
#include <chrono>
#include <grpcpp/grpcpp.h>
#include <iostream>
#include <random>
#include <string>
#include <thread>

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using Deadline = std::chrono::system_clock::time_point;

struct UserRequest {
  long id;
};
struct User {
  std::string name;
};
class UserStub {
public:
  grpc::Status GetUser(grpc::ClientContext *context, const UserRequest &request,
                       User *reply);
};

static milliseconds draw(milliseconds ceiling) {
  thread_local std::mt19937 engine{std::random_device{}()};
  return milliseconds(
      std::uniform_int_distribution<long>(0, ceiling.count())(engine));
}

grpc::Status getUser(UserStub &stub, const UserRequest &request, User *reply,
                     Deadline deadline) {
  constexpr int kMaxAttempts = 3;
  milliseconds ceiling = 1s;
  grpc::Status status;
  for (int attempt = 1; attempt <= kMaxAttempts; ++attempt) {
    grpc::ClientContext context;
    context.set_deadline(deadline);
    status = stub.GetUser(&context, request, reply);
    if (status.error_code() != grpc::StatusCode::UNAVAILABLE &&
        status.error_code() != grpc::StatusCode::RESOURCE_EXHAUSTED)
      return status;
    if (attempt == kMaxAttempts)
      break;
    const milliseconds wait = draw(ceiling);
    if (std::chrono::system_clock::now() + wait + 50ms >= deadline)
      break;
    std::clog << "GetUser: attempt " << attempt << " of " << kMaxAttempts
              << ", code " << status.error_code() << ", next in "
              << wait.count() << " ms\n";
    std::this_thread::sleep_for(wait);
    ceiling = std::min<milliseconds>(30s, ceiling * 2);
  }
  return status;
}

static bool worthRepeating(grpc::StatusCode code) {
  switch (code) {
  case grpc::StatusCode::UNAVAILABLE:
  case grpc::StatusCode::RESOURCE_EXHAUSTED:
  case grpc::StatusCode::ABORTED:
    return true;
  default:
    return false;
  }
}

template <typename Call>
grpc::Status unary(const char *name, Call call, Deadline deadline) {
  for (int n = 0;; ++n) {
    grpc::ClientContext context;
    context.set_deadline(deadline);
    grpc::Status status = call(context);
    if (status.ok() || !worthRepeating(status.error_code()) || n == 2)
      return status;
    const auto wait = draw(std::min<milliseconds>(30s, 1000ms * (1 << n)));
    if (std::chrono::system_clock::now() + wait + 50ms >= deadline)
      return status;
    std::clog << name << ": retry " << n + 1 << " of 2 in " << wait.count()
              << " ms after code " << status.error_code() << '\n';
    std::this_thread::sleep_for(wait);
  }
}

struct Position {
  double lat, lon;
};
class FleetStub {
public:
  grpc::Status GetPosition(grpc::ClientContext *context,
                           const std::string &vehicle, Position *out);
};

grpc::Status locate(FleetStub &stub, const std::string &vehicle, Position *out,
                    Deadline deadline) {
  return unary(
      "GetPosition",
      [&](grpc::ClientContext &context) {
        return stub.GetPosition(&context, vehicle, out);
      },
      deadline);
}
