// RUN: %check_retry %s -- -std=c++20
// expect-none
// One try per item: what is asked for depends on the loop variable.
#include <array>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

struct Mailer {
  bool send(const std::string &to, const std::string &text);
};

std::vector<std::string> notify_all(Mailer &mailer,
                                    const std::vector<std::string> &recipients,
                                    const std::string &text) {
  std::vector<std::string> failed;
  for (const auto &to : recipients) {
    if (!mailer.send(to, text)) {
      failed.push_back(to);
      continue;
    }
    std::this_thread::sleep_for(200ms);
  }
  return failed;
}

struct BucketClient {
  void put(const std::filesystem::path &file);
};

int uploadTree(BucketClient &bucket, const std::filesystem::path &root) {
  int errors = 0;
  for (const auto &entry :
       std::filesystem::recursive_directory_iterator(root)) {
    try {
      bucket.put(entry.path());
    } catch (const std::runtime_error &e) {
      ++errors;
      std::cerr << entry.path() << ": " << e.what() << '\n';
    }
  }
  return errors;
}

struct Scenario;
bool run_against_staging(const Scenario &s);

size_t firstPassing(const std::vector<Scenario *> &scenarios) {
  size_t attempt = 0;
  while (attempt < scenarios.size() &&
         !run_against_staging(*scenarios[attempt]))
    ++attempt;
  return attempt;
}

struct Probe {
  bool connect(const std::string &ip, int port);
};

std::vector<std::string> sweep(Probe &probe, const std::string &prefix) {
  std::vector<std::string> up;
  for (int last = 1; last < 255; ++last) {
    const std::string ip = prefix + std::to_string(last);
    if (!probe.connect(ip, 22)) {
      std::this_thread::sleep_for(10ms);
      continue;
    }
    up.push_back(ip);
  }
  return up;
}

enum class Codec { Zstd, Gzip, Plain };
struct Archive {
  int fd;
};
std::unique_ptr<Archive> open_archive(const std::string &path, Codec codec);

std::unique_ptr<Archive> openAny(const std::string &path) {
  static constexpr std::array kAttempts{Codec::Zstd, Codec::Gzip, Codec::Plain};
  for (Codec codec : kAttempts)
    if (auto archive = open_archive(path, codec))
      return archive;
  return nullptr;
}

struct PriceFeed {
  std::optional<double> get_quote(const std::string &symbol);
};

std::map<std::string, double> quotes(PriceFeed &feed,
                                     const std::vector<std::string> &symbols) {
  std::map<std::string, double> out;
  for (auto it = symbols.begin(); it != symbols.end(); ++it) {
    auto quote = feed.get_quote(*it);
    if (!quote) {
      std::clog << *it << ": no quote, not retried\n";
      continue;
    }
    out[*it] = *quote;
  }
  return out;
}
