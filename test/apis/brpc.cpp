// RUN: %check_retry %s --checks=%model_checks --
#include "Inputs/brpc.h"
#include <cerrno>
#include <iostream>
#include <vector>

bool echo(EchoService_Stub &stub, const EchoRequest &request, EchoResponse &response) {
  for (int i = 0; i < 5; ++i) {
    brpc::Controller cntl;
    stub.Echo(&cntl, &request, &response, nullptr);
    if (!cntl.Failed())
      return true;
    std::cerr << cntl.ErrorText() << "\n";
    bthread_usleep(100000); // expect: retry-fixed-interval "100 ms"
  }
  return false;
}

void echo_for_ever(EchoService_Stub &stub, const EchoRequest &request, EchoResponse &response) {
  brpc::Controller cntl;
  while (true) { // expect: retry-unbounded "Echo"
    cntl.Reset();
    stub.Echo(&cntl, &request, &response, nullptr); // expect: retry-immediate
    if (!cntl.Failed())
      break;
  }
}

int grow(EchoService_Stub &stub, const EchoRequest &request, EchoResponse &response) {
  uint64_t wait = 1000;
  for (int n = 0; n < 4; ++n) {
    brpc::Controller cntl;
    stub.Echo(&cntl, &request, &response, nullptr);
    if (cntl.ErrorCode() == 0)
      return 0;
    bthread_usleep(wait); // expect: retry-missing-jitter
    wait *= 2;
  }
  return -1;
}

// Another server each time.
bool any(std::vector<EchoService_Stub> &stubs, const EchoRequest &request, EchoResponse &response) {
  for (auto &stub : stubs) {
    brpc::Controller cntl;
    stub.Echo(&cntl, &request, &response, nullptr);
    if (!cntl.Failed())
      return true;
  }
  return false;
}

// Another request each time.
int all(EchoService_Stub &stub, const std::vector<EchoRequest> &requests) {
  int bad = 0;
  for (const auto &request : requests) {
    brpc::Controller cntl;
    EchoResponse response;
    stub.Echo(&cntl, &request, &response, nullptr);
    if (cntl.Failed())
      ++bad;
  }
  return bad;
}

bool with_care(EchoService_Stub &stub, const EchoRequest &request, EchoResponse &response) {
  for (int i = 0; i < 3; ++i) {
    brpc::Controller cntl;
    stub.Echo(&cntl, &request, &response, nullptr);
    if (!cntl.Failed())
      return true;
    if (cntl.ErrorCode() != ECONNREFUSED || i == 2)
      return false;
    std::cerr << "refused, attempt " << i + 1 << " of 3\n";
    bthread_usleep(butil::fast_rand_less_than(500000u << i));
  }
  return false;
}
