// RUN: %check_retry %s --checks=retry-fixed-interval -- -std=c++20
// What happens after the loop, and may throw, says nothing about the attempt.
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

class Listener {
  int fd_ = -1, retries_ = 5;
  unsigned delay_ = 1;
  sockaddr address_{};

public:
  void bindThenListen() {
    int tries = 0;
    do {
      if (0 == ::bind(fd_, &address_, sizeof address_))
        break;
    } while (tries++ < retries_ && sleep(delay_) == 0); // expect: retry-fixed-interval
    if (tries > retries_)
      throw std::runtime_error("cannot bind");
    if (-1 == ::listen(fd_, 16))
      throw std::runtime_error("cannot listen");
  }

  void connectThenGreet(int (*greet)(int)) {
    int rc = -1;
    for (int i = 0; i < 4 && rc != 0; ++i) {
      if (i)
        sleep(3); // expect: retry-fixed-interval "3 s, 3 s"
      rc = ::connect(fd_, &address_, sizeof address_);
    }
    if (rc != 0 || greet(fd_) != 0)
      throw std::runtime_error("no greeting");
  }
};
