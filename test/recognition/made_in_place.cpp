// RUN: %check_retry %s --checks=retry-fixed-interval,retry-excessive-attempts,retry-unclassified-error -- -std=c++17
// A constructor that throws has failed, wherever it makes its object.
#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <thread>

struct Link {
  Link(const std::string &host, int port);
};
struct Parser {
  explicit Parser(const std::string &text);
};

std::unique_ptr<Link> unique(const std::string &host) {
  for (int n = 1; n <= 40; ++n) { // expect@+2: retry-unclassified-error
    try {
      return std::make_unique<Link>(host, 80);
    } catch (const std::exception &e) {
      if (n == 40) // expect: retry-excessive-attempts "40 times"
        throw;
      std::cout << e.what() << '\n';
      std::this_thread::sleep_for(std::chrono::milliseconds(500)); // expect: retry-fixed-interval
    }
  }
  return nullptr;
}

struct Keeps {
  std::shared_ptr<Link> link_;
  bool open() {
    for (int left = 3; left > 0; --left) {
      try {
        link_ = std::make_shared<Link>("peer", 1); // expect: retry-unclassified-error
        return true;
      } catch (...) {
        std::this_thread::sleep_for(std::chrono::seconds(1)); // expect: retry-fixed-interval
      }
    }
    return false;
  }
};

// One after the other.
int parsed(const std::string *texts, int count) {
  int good = 0;
  for (int i = 0; i < count; ++i) {
    try {
      auto p = std::make_unique<Parser>(texts[i]);
      ++good;
    } catch (const std::exception &) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  return good;
}
