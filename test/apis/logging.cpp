// REQUIRES: spdlog, glog, fmt
// RUN: %check_retry %s --checks=%model_checks -- -DSPDLOG_FMT_EXTERNAL
#include <chrono>
#include <fmt/format.h>
#include <glog/logging.h>
#include <random>
#include <spdlog/spdlog.h>
#include <string>
#include <thread>

using namespace std::chrono_literals;

bool deliver(const std::string &message);
int fetch_status(const std::string &url);

bool with_spdlog(const std::string &m) {
  for (int i = 0; i < 3; ++i) {
    if (deliver(m))
      return true;
    spdlog::warn("delivery failed, attempt {}", i + 1);
    std::this_thread::sleep_for(1s); // expect: retry-fixed-interval "1 s"
  }
  return false;
}

bool with_macro(const std::string &m) {
  for (int i = 0; i < 3; ++i) {
    if (deliver(m))
      return true;
    SPDLOG_ERROR("attempt {} failed", i);
    std::this_thread::sleep_for(100ms * (1 << i)); // expect: retry-missing-jitter
  }
  return false;
}

bool with_glog(const std::string &url) {
  while (fetch_status(url) != 200) { // expect: retry-unbounded, retry-immediate, retry-permanent-error
    LOG(WARNING) << "no answer from " << url;
    PLOG(ERROR) << "still none";
  }
  return true;
}

bool with_fmt(const std::string &m) {
  int tries = 0;
  while (!deliver(m)) {
    if (++tries == 5)
      return false;
    fmt::print(stderr, "attempt {} failed\n", tries);
    std::this_thread::sleep_for(250ms); // expect: retry-fixed-interval "250 ms"
  }
  return true;
}

// Only logs.
void beat(const bool &stop) {
  while (!stop) {
    spdlog::info("alive");
    std::this_thread::sleep_for(10s);
  }
}

void list(const std::vector<std::string> &names) {
  for (const auto &name : names)
    LOG(INFO) << fmt::format("{:>10}", name);
}

void trace(spdlog::logger &log, int n) {
  while (n-- > 0)
    log.error("{} left", n);
}

bool with_care(const std::string &m, std::mt19937 &gen) {
  for (int i = 0; i < 3; ++i) {
    if (deliver(m))
      return true;
    if (i == 2)
      break;
    VLOG(1) << "attempt " << i + 1 << " of 3 failed";
    std::uniform_int_distribution<int> wait(0, 1000 << i);
    std::this_thread::sleep_for(std::chrono::milliseconds(wait(gen)));
  }
  return false;
}
