// RUN: %check_retry %s --checks=%model_checks --
#include "Inputs/folly.h"
#include <iostream>
#include <vector>

using namespace std::chrono_literals;

struct Reply {};
folly::Expected<Reply, int> sendRequest(const std::string &to);

bool ask(const std::string &server) {
  for (int i = 0; i < 5; ++i) {
    auto reply = sendRequest(server);
    if (reply.hasValue())
      return true;
    folly::futures::sleep(1s).wait(); // expect: retry-fixed-interval "1 s"
  }
  return false;
}

bool resolve(folly::SocketAddress &address) {
  for (int n = 0; n < 3; ++n) {
    try {
      address.setFromHostPort("db.example", 5432); // expect: retry-immediate "setFromHostPort"
      return true;
    } catch (const std::exception &) {
    }
  }
  return false;
}

bool grow(folly::SocketAddress &address) {
  auto wait = 100ms;
  for (int i = 0; i < 4; i++) {
    try {
      address.setFromHostPort("cache.example", 6379);
      return true;
    } catch (const std::exception &e) {
      std::cerr << e.what();
    }
    folly::futures::sleep(wait).wait(); // expect: retry-missing-jitter
    wait *= 2;
  }
  return false;
}

// A pause that grows and is random.
bool with_care(folly::SocketAddress &address) {
  for (int i = 0; i < 2; i++) {
    try {
      address.setFromHostPort("queue.example", 5672);
      return true;
    } catch (const std::runtime_error &e) {
      if (i == 1)
        throw;
      std::cerr << "attempt " << i + 1 << " of 2: " << e.what() << "\n";
    }
    folly::futures::sleep(std::chrono::milliseconds(folly::Random::rand32(1000u << i))).wait();
  }
  return false;
}

// Each of several.
int ask_all(const std::vector<std::string> &servers) {
  int good = 0;
  for (const auto &server : servers)
    if (sendRequest(server))
      ++good;
  return good;
}

// Waits for somebody.
void until(folly::Baton<> &done) {
  while (!done.try_wait_for(100ms))
    std::clog << "not yet\n";
}
