// RUN: %check_retry %s --checks=retry-weak-jitter --policy=%S/../../rules/policy/lenient.yaml -- -std=c++20
#include <chrono>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>

using Ms = std::chrono::milliseconds;

bool upload_chunk(const std::string &name, int part);

// What the lenient policy accepts.

bool equal(const std::string &name, std::mt19937 &rng) {
  for (int n = 0; n < 4; ++n) {
    if (upload_chunk(name, 1))
      return true;
    long e = 1000L << n;
    std::this_thread::sleep_for(Ms(e / 2 + std::uniform_int_distribution<long>(0, e / 2)(rng)));
  }
  return false;
}

bool additive(const std::string &name) {
  for (int n = 0; n < 4; ++n) {
    if (upload_chunk(name, 1))
      return true;
    std::this_thread::sleep_for(Ms((1000 << n) + rand() % 1000));
  }
  return false;
}

bool full(const std::string &name) {
  for (int n = 0; n < 4; ++n) {
    if (upload_chunk(name, 1))
      return true;
    std::this_thread::sleep_for(Ms(rand() % (1000 << n)));
  }
  return false;
}

// Narrow is as good as none, and what never grows never eases.

bool narrow(const std::string &name) {
  for (int n = 0; n < 4; ++n) {
    if (upload_chunk(name, 1))
      return true;
    std::this_thread::sleep_for(Ms((1000 << n) + rand() % 100)); // expect: retry-weak-jitter "only 9 % of it is random"
  }
  return false;
}

bool constant(const std::string &name) {
  for (int n = 0; n < 4; ++n) {
    if (upload_chunk(name, 1))
      return true;
    std::this_thread::sleep_for(Ms(rand() % 1000)); // expect: retry-weak-jitter "never grows"
  }
  return false;
}
