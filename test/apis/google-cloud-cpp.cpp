// RUN: %check_retry %s --checks=%model_checks --
#include "Inputs/google_cloud.h"
#include <chrono>
#include <iostream>
#include <random>
#include <thread>
#include <vector>

using namespace google::cloud;
using namespace std::chrono_literals;

bool find(storage::Client &client) {
  for (int i = 0; i < 5; ++i) {
    auto found = client.GetObjectMetadata("bucket", "object");
    if (found.ok())
      return true;
    std::cerr << found.status().message() << "\n";
    std::this_thread::sleep_for(500ms); // expect: retry-fixed-interval "500 ms"
  }
  return false;
}

bool count(bigtable::Table &table) {
  for (int n = 0; n < 3; ++n)
    if (table.ReadModifyWriteRow("visits", "+1")) // expect: retry-non-idempotent "ReadModifyWriteRow", retry-immediate
      return true;
  return false;
}

bool remove(storage::Client &client) {
  auto wait = 100ms;
  for (int i = 0; i < 4; i++) {
    Status s = client.DeleteObject("bucket", "old"); // expect: retry-permanent-error "NOT_FOUND"
    if (s.ok())
      return true;
    if (s.code() == StatusCode::kInvalidArgument)
      return false;
    std::this_thread::sleep_for(wait); // expect: retry-missing-jitter
    wait *= 2;
  }
  return false;
}

int remove_all(storage::Client &client, const std::vector<std::string> &names) {
  int bad = 0;
  for (const auto &name : names)
    if (!client.DeleteObject("bucket", name).ok())
      ++bad;
  return bad;
}

// Waits until somebody else has made it.
bool appears(storage::Client &client, const bool &stop) {
  while (!stop) {
    auto found = client.GetObjectMetadata("bucket", "flag");
    if (found)
      return true;
    if (found.status().code() != StatusCode::kNotFound)
      return false;
    return false;
  }
  return false;
}

bool with_care(storage::Client &client, std::mt19937 &gen) {
  for (int i = 0; i < 3; ++i) {
    auto made = client.InsertObject("bucket", "object", "data");
    if (made.ok())
      return true;
    if (made.status().code() != StatusCode::kUnavailable || i == 2)
      return false;
    std::cerr << "unavailable, attempt " << i + 1 << " of 3\n";
    std::uniform_int_distribution<int> wait(0, 1000 << i);
    std::this_thread::sleep_for(std::chrono::milliseconds(wait(gen)));
  }
  return false;
}
