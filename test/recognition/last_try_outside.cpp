// RUN: %check_retry %s --checks=retry-swallowed-exhaustion -- -std=c++20
// A last try without a handler around it throws, if all others did.
#include <chrono>
#include <string>
#include <thread>

using namespace std::chrono_literals;
void send_order(const std::string &text);
std::string fetch_order(int id);

void once_more(const std::string &text) {
  for (int i = 0; i < 3; ++i) {
    try {
      send_order(text);
      return;
    } catch (...) {
      std::this_thread::sleep_for(1s);
    }
  }
  send_order(text);
}

std::string once_more_for_the_answer(int id) {
  for (int i = 0; i < 3; ++i) {
    try {
      return fetch_order(id);
    } catch (const std::exception &) {
      std::this_thread::sleep_for(1s);
    }
  }
  return fetch_order(id);
}

class Device {
public:
  virtual ~Device() = default;
  virtual void send_command(int code) = 0;
};
class Patient : public Device {
  Device &inner;

public:
  explicit Patient(Device &inner) : inner(inner) {}
  void send_command(int code) override {
    int left = 5;
    while (left-- > 0) {
      try {
        return inner.send_command(code);
      } catch (...) {
        std::this_thread::sleep_for(50ms);
      }
    }
    inner.send_command(code);
  }
};

void not_once_more(const std::string &text) {
  for (int i = 0; i < 3; ++i) { // expect: retry-swallowed-exhaustion
    try {
      send_order(text);
      return;
    } catch (...) {
      std::this_thread::sleep_for(1s);
    }
  }
}

void once_more_in_silence(const std::string &text) {
  for (int i = 0; i < 3; ++i) { // expect: retry-swallowed-exhaustion
    try {
      send_order(text);
      return;
    } catch (...) {
      std::this_thread::sleep_for(1s);
    }
  }
  try {
    send_order(text);
  } catch (...) {
  }
}
