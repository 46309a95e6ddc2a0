// RUN: %check_retry %s --checks=retry-silent -- -std=c++20
// Nobody hears of an answer that the next round overwrites.
#include <atomic>
#include <grpcpp/grpcpp.h>
#include <string>
#include <unistd.h>

grpc::Status send_vote(int term);
int send_state(const std::string &text);

template <typename Call>
bool by_reference(Call call, grpc::Status &status, int most) {
  for (int i = 0; i < most; ++i) { // expect: retry-silent
    status = call();
    if (status.error_code() != grpc::StatusCode::UNAVAILABLE)
      return true;
    sleep(1);
  }
  return false;
}
bool vote(int term, grpc::Status &status) {
  return by_reference([&] { return send_vote(term); }, status, 4);
}

bool by_pointer(const std::string &text, int *rc) {
  for (int i = 0; i < 4; ++i) { // expect: retry-silent
    *rc = send_state(text);
    if (*rc == 0)
      return true;
    sleep(1);
  }
  return false;
}

bool in_brackets(const std::string &text, int &rc) {
  int left = 4;
  while ((rc = send_state(text)) < 0 && --left > 0) // expect: retry-silent
    sleep(1);
  return rc == 0;
}

// Somebody counts.
bool counted(const std::string &text, int &rc, int &failures) {
  for (int i = 0; i < 4; ++i) {
    rc = send_state(text);
    if (rc == 0)
      return true;
    ++failures;
    sleep(1);
  }
  return false;
}

// Who looks at it meanwhile can see it.
std::atomic<int> lastState;
bool shown(const std::string &text) {
  for (int i = 0; i < 4; ++i) {
    lastState = send_state(text);
    if (lastState == 0)
      return true;
    sleep(1);
  }
  return false;
}

bool added_up(const std::string &text, std::string &log) {
  for (int i = 0; i < 4; ++i) {
    int rc = send_state(text);
    if (rc == 0)
      return true;
    log += std::to_string(rc);
    sleep(1);
  }
  return false;
}
