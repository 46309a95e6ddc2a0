// RUN: %check_retry %s --checks=retry-fixed-interval,retry-unclassified-error -- -std=c++20
#include <chrono>
#include <stdexcept>
#include <thread>

class Wire {
public:
  void connect();
  void dial(int n);
  void adopt(int fd);

private:
  int fd_ = -1;
};

void note(const char *);

// What the failed attempt left behind is reset before the next one.
void Wire::adopt(int fd) {
  fd_ = fd;
  for (int i = 0; i < 4; ++i) {
    try {
      connect(); // expect: retry-unclassified-error
    } catch (const std::runtime_error &e) {
      note(e.what());
      fd_ = -1;
      std::this_thread::sleep_for(std::chrono::seconds(1)); // expect: retry-fixed-interval
      continue;
    }
    return;
  }
  throw std::runtime_error("gave up");
}
