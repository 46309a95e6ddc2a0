// RUN: %check_retry %s -- -std=c++20
// expect-none
// Recursion over something that gets smaller.
#include <chrono>
#include <filesystem>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

struct Node {
  std::string key;
  std::unique_ptr<Node> left, right;
};

const Node *lookup(const Node *node, const std::string &key) {
  if (!node || node->key == key)
    return node;
  return lookup(key < node->key ? node->left.get() : node->right.get(), key);
}

struct Site {
  // Empty when the page could not be fetched.
  std::vector<std::string> fetch_links(const std::string &url);
};

void crawl(Site &site, const std::string &url, std::set<std::string> &seen,
           int attemptsLeft) {
  if (attemptsLeft == 0 || !seen.insert(url).second)
    return;
  for (const auto &link : site.fetch_links(url)) {
    std::this_thread::sleep_for(1s);
    crawl(site, link, seen, attemptsLeft - 1);
  }
}

struct RemoteDir {
  std::vector<std::string> list(const std::string &path);
  bool remove(const std::string &path);
};

bool removeTree(RemoteDir &dir, const std::string &path) {
  for (const auto &child : dir.list(path))
    if (!removeTree(dir, path + "/" + child))
      return false;
  return dir.remove(path);
}

struct Batch {
  std::vector<int> ids;
};
struct Bulk {
  bool send(const Batch &batch);
};

// A batch that is refused is split; a single item that is refused is reported.
void sendSplitting(Bulk &bulk, const Batch &batch, std::vector<int> &refused) {
  if (bulk.send(batch))
    return;
  if (batch.ids.size() <= 1) {
    refused.insert(refused.end(), batch.ids.begin(), batch.ids.end());
    return;
  }
  auto middle = batch.ids.begin() + static_cast<long>(batch.ids.size() / 2);
  sendSplitting(bulk, Batch{{batch.ids.begin(), middle}}, refused);
  sendSplitting(bulk, Batch{{middle, batch.ids.end()}}, refused);
}

class Solver {
public:
  bool solve(size_t row);

private:
  bool allowed(size_t row, int value) const;
  void set(size_t row, int value);
  void retract(size_t row);
  size_t Rows = 0;
};

// Backtracking.
bool Solver::solve(size_t row) {
  if (row == Rows)
    return true;
  for (int attempt = 0; attempt < 9; ++attempt) {
    if (!allowed(row, attempt))
      continue;
    set(row, attempt);
    if (solve(row + 1))
      return true;
    retract(row);
  }
  return false;
}

struct Resolver {
  bool query(const std::string &name, std::string &alias, std::string &address);
};

std::string resolve(Resolver &dns, const std::string &name, int depth = 0) {
  std::string alias, address;
  if (depth > 8 || !dns.query(name, alias, address))
    throw std::runtime_error("cannot resolve " + name);
  return alias.empty() ? address : resolve(dns, alias, depth + 1);
}
