// A member that waits are drawn from has the range that it was made with.
// RUN: %check_retry %s --checks=retry-weak-jitter,retry-missing-jitter,retry-fixed-interval -- -std=c++20
#include <random>
#include <string>
#include <unistd.h>

bool send_trace(const std::string &text);

class InClass {
public:
  bool ship(const std::string &text) {
    for (int n = 0; n < 3; ++n) {
      if (send_trace(text))
        return true;
      usleep(range_(dice_) * 1000); // expect: retry-weak-jitter "200 ms to 900 ms"
    }
    return false;
  }

private:
  std::mt19937 dice_;
  std::uniform_int_distribution<int> range_{200, 900};
};

class InConstructor {
public:
  explicit InConstructor(unsigned seed) : dice_(seed), range_(1, 4) {}
  InConstructor(const InConstructor &) = default;
  bool ship(const std::string &text) {
    for (int n = 0; n < 3; ++n) {
      if (send_trace(text))
        return true;
      sleep(range_(dice_)); // expect: retry-weak-jitter "1 s to 4 s"
    }
    return false;
  }

private:
  std::mt19937 dice_;
  std::uniform_int_distribution<unsigned> range_;
};

class Scaled {
public:
  bool ship(const std::string &text) {
    for (int n = 0; n < 3; ++n) {
      if (send_trace(text))
        return true;
      usleep((1 << n) * 1000000 * share_(dice_)); // expect: retry-weak-jitter
    }
    return false;
  }

private:
  std::mt19937 dice_;
  std::uniform_real_distribution<double> share_ = std::uniform_real_distribution<double>(0.9, 1.1);
};

// Full jitter, from a member.
class Full {
public:
  bool ship(const std::string &text) {
    for (int n = 0; n < 3; ++n) {
      if (send_trace(text))
        return true;
      usleep((1 << n) * 1000000 * share_(dice_));
    }
    return false;
  }

private:
  std::mt19937 dice_;
  std::uniform_real_distribution<double> share_;
};

// Some objects are made with another range.
class Various {
public:
  Various() = default;
  Various(int low, int high) : range_(low, high) {}
  bool ship(const std::string &text) {
    for (int n = 0; n < 3; ++n) {
      if (send_trace(text))
        return true;
      sleep(range_(dice_));
    }
    return false;
  }

private:
  std::mt19937 dice_;
  std::uniform_int_distribution<int> range_{1, 2};
};

// A range for this once, and one that is set in between.
class Widening {
public:
  bool ship(const std::string &text) {
    for (int n = 0; n < 3; ++n) {
      if (send_trace(text))
        return true;
      sleep(range_(dice_, Range(0, 1 << n)));
    }
    return false;
  }
  bool ship_anew(const std::string &text) {
    for (int n = 0; n < 3; ++n) {
      if (send_trace(text))
        return true;
      range_.param(Range(0, 1 << n));
      sleep(range_(dice_));
    }
    return false;
  }

private:
  using Range = std::uniform_int_distribution<int>::param_type;
  std::mt19937 dice_;
  std::uniform_int_distribution<int> range_{1, 2};
};
