// RUN: %check_retry %s -- -std=c++20
// expect-none
// Pages, cursors and redirects: the next request differs from the last.
#include <chrono>
#include <httplib.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

struct Page {
  std::vector<std::string> keys;
  std::string next_token;
};
struct ObjectStore {
  Page list(const std::string &bucket, const std::string &token);
};

std::vector<std::string> listAll(ObjectStore &store,
                                 const std::string &bucket) {
  std::vector<std::string> keys;
  std::string token;
  do {
    Page page = store.list(bucket, token);
    keys.insert(keys.end(), page.keys.begin(), page.keys.end());
    token = page.next_token;
  } while (!token.empty());
  return keys;
}

std::vector<std::string> exportIssues(httplib::Client &http) {
  std::vector<std::string> pages;
  for (int page = 1;; ++page) {
    auto res = http.Get("/api/issues?page=" + std::to_string(page));
    if (!res || res->status != 200)
      throw std::runtime_error("export stopped at page " +
                               std::to_string(page));
    if (res->body == "[]")
      return pages;
    pages.push_back(res->body);
    std::this_thread::sleep_for(500ms);
  }
}

// Follows redirects; the number of hops is limited.
std::optional<std::string> resolveShortLink(httplib::Client &http,
                                            std::string path) {
  for (int attempt = 0; attempt < 5; ++attempt) {
    auto res = http.Get(path);
    if (!res)
      return std::nullopt;
    if (res->status < 300 || res->status >= 400)
      return path;
    path = res->get_header_value("Location");
  }
  return std::nullopt;
}

class Cursor {
public:
  bool fetch(std::vector<std::string> &rows);
  bool failed() const;
};

size_t drainCursor(Cursor &cursor) {
  size_t total = 0;
  std::vector<std::string> rows;
  while (cursor.fetch(rows)) {
    total += rows.size();
    rows.clear();
  }
  if (cursor.failed())
    throw std::runtime_error("cursor closed by the server");
  return total;
}

struct FeedReply {
  int status;
  long last_sequence;
};
FeedReply get_changes(const std::string &db, long since);

long followChanges(const std::string &db, long since, int retries) {
  while (retries-- > 0) {
    FeedReply reply = get_changes(db, since);
    if (reply.status != 200)
      break;
    since = reply.last_sequence;
    std::this_thread::sleep_for(5s);
  }
  return since;
}
