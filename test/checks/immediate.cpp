// RUN: %check_retry %s --checks=retry-immediate -- -std=c++20
#include <algorithm>
#include <arpa/inet.h>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <curl/curl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <grpcpp/grpcpp.h>
#include <httplib.h>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

struct HttpReply {
  int status;
  std::string body;
};
struct Timeout : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct Throttled : std::runtime_error {
  using std::runtime_error::runtime_error;
};
class HttpClient {
public:
  HttpReply get(const std::string &url);
};
struct UserRequest {
  std::string name;
};
struct UserReply {
  std::string mail;
};
class DirectoryStub {
public:
  grpc::Status GetUser(grpc::ClientContext *context, const UserRequest &request, UserReply *reply);
};
void log_warn(const char *format, ...);

// --- no wait between attempts ---

std::string read_tariff(httplib::Client &grid) {
  for (int i = 0; i < 3; ++i) {
    auto res = grid.Get("/tariff/today"); // expect: retry-immediate
    if (res && res->status == 200)
      return res->body;
  }
  throw std::runtime_error("tariff unavailable");
}

bool mirror_package(CURL *session) {
  int spare = 4;
  CURLcode rc;
  do {
    rc = curl_easy_perform(session); // expect: retry-immediate
  } while (rc != CURLE_OK && spare-- > 0);
  return rc == CURLE_OK;
}

grpc::Status user_by_name(DirectoryStub &stub, const std::string &name, UserReply *reply) {
  grpc::Status st;
  for (int round = 0;; ++round) {
    grpc::ClientContext ctx;
    ctx.set_deadline(std::chrono::system_clock::now() + 2s);
    st = stub.GetUser(&ctx, UserRequest{name}, reply); // expect: retry-immediate
    if (st.error_code() != grpc::StatusCode::UNAVAILABLE || round == 2)
      return st;
    std::cerr << "directory: " << st.error_message() << '\n';
  }
}

HttpReply weather(HttpClient &http, const std::string &city) {
  unsigned errors = 0;
  while (true) {
    try {
      return http.get("https://wx.example/now/" + city); // expect: retry-immediate
    } catch (...) {
      if (++errors >= 3)
        throw;
    }
  }
}

bool healthy(httplib::Client &c, int left) {
  if (auto res = c.Get("/healthz")) // expect: retry-immediate
    return res->status == 200;
  return left > 0 && healthy(c, left - 1);
}

auto make_catalogue_loader(httplib::Client &shop) {
  return [&shop](int limit) {
    httplib::Result page = shop.Get("/catalogue"); // first try
    while (limit-- > 0 && page && page->status >= 500)
      page = shop.Get("/catalogue"); // expect: retry-immediate
    return page;
  };
}

template <class Client> bool exists(Client &client, const std::string &key) {
  for (size_t n = 0; n < 5; n++) {
    auto res = client.Head(key.c_str()); // expect: retry-immediate
    if (res)
      return res->status == 200;
  }
  return false;
}
bool blob_exists(const std::string &key) {
  httplib::Client blobs("blobs.example", 80);
  return exists(blobs, key);
}

// A time bound is no pause.
int dial_until(const sockaddr_in &peer, std::chrono::steady_clock::time_point deadline) {
  while (std::chrono::steady_clock::now() < deadline) {
    int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    if (::connect(fd, reinterpret_cast<const sockaddr *>(&peer), sizeof peer) == 0) // expect: retry-immediate
      return fd;
    ::close(fd);
  }
  return -1;
}

// yield() gives up a time slice, it does not wait.
CURLcode push_trace(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int n = 0; n != 5; ++n) {
    rc = curl_easy_perform(h); // expect: retry-immediate
    if (rc == CURLE_OK)
      break;
    std::this_thread::yield();
  }
  return rc;
}

// Half a second, cast to whole seconds, is none.
bool subscribe(httplib::Client &hub) {
  const auto pause = std::chrono::duration_cast<std::chrono::seconds>(500ms);
  for (int n = 0; n < 4; ++n) {
    if (hub.Put("/subscriptions/me", "", "text/plain")) // expect: retry-immediate
      return true;
    std::this_thread::sleep_for(pause);
  }
  return false;
}

// Twice nothing is nothing.
httplib::Result read_quota(httplib::Client &billing) {
  auto gap = std::chrono::milliseconds::zero();
  for (int n = 1;; ++n) {
    auto res = billing.Get("/quota"); // expect: retry-immediate
    if (res || n == 6)
      return res;
    std::this_thread::sleep_for(gap);
    gap = std::min<std::chrono::milliseconds>(gap * 2, 10s);
  }
}

static bool drop_once(httplib::Client &c, const std::string &path) {
  auto res = c.Delete(path.c_str());
  return res && (res->status == 204 || res->status == 404);
}
void purge(httplib::Client &cdn, const std::string &path) {
  bool gone = false;
  for (int n = 0; n < 3 && !gone; ++n)
    gone = drop_once(cdn, path); // expect: retry-immediate
  if (!gone)
    throw std::runtime_error("purge failed: " + path);
}

// Throttling is waited out, a time-out is not.
HttpReply geocode(HttpClient &maps, const std::string &address) {
  for (int n = 0; n < 5; ++n) {
    try {
      return maps.get("https://maps.example/geo?q=" + address); // expect: retry-immediate
    } catch (const Throttled &) {
      std::this_thread::sleep_for(5s);
    } catch (const Timeout &e) {
      log_warn("geocode: %s", e.what());
    }
  }
  throw Timeout("geocode");
}

// The pause belongs to the start-up, not to the rounds.
HttpReply first_config(HttpClient &http) {
  std::this_thread::sleep_for(2s);
  HttpReply r{};
  for (int n = 0; n < 3; ++n) {
    r = http.get("https://config.example/v2/agent"); // expect: retry-immediate
    if (r.status < 500)
      break;
    log_warn("config server answered %d, trying again", r.status);
  }
  return r;
}

// The pause sits behind a threshold that no round reaches.
bool upload_crash(httplib::Client &sink, const std::string &dump) {
  int failures = 0;
  while (failures < 4) {
    auto res = sink.Put("/crash/1", dump, "application/octet-stream"); // expect: retry-immediate
    if (res && res->status < 300)
      return true;
    if (++failures > 10)
      std::this_thread::sleep_for(1s);
  }
  return false;
}

#define UNTIL_OK(times, call)          \
  for (int k_ = 0; k_ < (times); ++k_) \
    if ((call) == CURLE_OK)            \
  break
void ping_collector(CURL *h) {
  UNTIL_OK(3, curl_easy_perform(h)); // expect: retry-immediate
}

// --- a wait, perhaps a wait, nothing remote, or no retry ---

httplib::Result tariff_full_jitter(httplib::Client &grid) {
  std::mt19937 rng(std::random_device{}());
  for (int attempt = 0;; ++attempt) {
    auto res = grid.Get("/tariff");
    if (res || attempt == 2)
      return res;
    std::uniform_int_distribution<int> ms(0, std::min(30000, 1000 << attempt));
    std::this_thread::sleep_for(std::chrono::milliseconds(ms(rng)));
  }
}

// Fixed, which is another fault.
httplib::Result tariff_pause_in_header(httplib::Client &grid) {
  auto res = grid.Get("/tariff");
  for (int retry = 0; !res && retry < 3; ++retry, std::this_thread::sleep_for(1s))
    res = grid.Get("/tariff");
  return res;
}

class Governor {
public:
  void on_failure(int status);
  bool may_go_on();
};
HttpReply weather_governed(HttpClient &http, Governor &governor) {
  for (int retries = 0; retries < 3; ++retries) {
    HttpReply r = http.get("https://wx.example/now");
    if (r.status == 200)
      return r;
    governor.on_failure(r.status);
  }
  return {504, {}};
}

std::optional<HttpReply> weather_while_allowed(HttpClient &http, Governor &governor) {
  do {
    try {
      return http.get("https://wx.example/now");
    } catch (const Timeout &) {
    }
  } while (governor.may_go_on());
  return std::nullopt;
}

void sleepMs(unsigned ms);
CURLcode trace_with_house_sleep(CURL *h) {
  CURLcode rc;
  int attempts = 0;
  while ((rc = curl_easy_perform(h)) != CURLE_OK && ++attempts < 3)
    sleepMs(200u << attempts);
  return rc;
}

// A token refreshed, then once more.
std::string refresh_token();
HttpReply get_with_token(const std::string &url, const std::string &token);
HttpReply list_devices(std::string token) {
  for (int attempt = 0;; ++attempt) {
    HttpReply r = get_with_token("https://iot.example/devices", token);
    if (r.status != 401 || attempt == 1)
      return r;
    token = refresh_token();
  }
}

// A kept-alive connection may be stale: a new one, once.
class Session {
public:
  httplib::Result get(const std::string &path) {
    bool fresh = !client_;
    while (true) {
      if (!client_)
        client_ = std::make_unique<httplib::Client>(host_);
      auto res = client_->Get(path.c_str());
      if (res || fresh)
        return res;
      client_.reset();
      fresh = true;
    }
  }

private:
  std::string host_ = "stock.example";
  std::unique_ptr<httplib::Client> client_;
};

std::string first_answer(const std::vector<std::string> &replicas) {
  for (const std::string &host : replicas) {
    httplib::Client replica(host);
    if (auto res = replica.Get("/snapshot"))
      return res->body;
  }
  return "";
}

std::vector<std::string> all_pages(HttpClient &http) {
  std::vector<std::string> pages;
  for (int attempt = 0; attempt < 100; ++attempt) {
    HttpReply r = http.get("https://shop.example/items?page=" + std::to_string(attempt));
    if (r.status != 200)
      break;
    pages.push_back(r.body);
  }
  return pages;
}

// Local: a scanner may hold the file for a moment.
bool replace_settings(const std::filesystem::path &from, const std::filesystem::path &to) {
  std::error_code ec;
  for (int retry = 0; retry < 5; ++retry) {
    std::filesystem::rename(from, to, ec);
    if (!ec)
      return true;
  }
  return false;
}

std::ofstream open_spool(const std::string &path) {
  std::ofstream out;
  for (int attempts = 3; attempts > 0 && !out.is_open(); --attempts)
    out.open(path, std::ios::app);
  return out;
}

bool grab(std::timed_mutex &m) {
  for (int attempt = 0; attempt < 1000; ++attempt)
    if (m.try_lock())
      return true;
  return false;
}

uint64_t claim_slot(std::atomic<uint64_t> &head) {
  uint64_t seen = head.load();
  while (!head.compare_exchange_weak(seen, seen + 1))
    ;
  return seen;
}

// What is called is not known to be remote.
bool try_n(const std::function<bool()> &action, int max_attempts) {
  for (int attempt = 0; attempt < max_attempts; ++attempt)
    if (action())
      return true;
  return false;
}

bool subscribe_until_stopped(std::stop_token stop, httplib::Client &hub) {
  std::mutex m;
  std::condition_variable_any cv;
  auto gap = 1s;
  while (!stop.stop_requested()) {
    if (hub.Put("/subscriptions/me", "", "text/plain"))
      return true;
    std::unique_lock lk(m);
    cv.wait_for(lk, stop, gap, [] { return false; });
    gap = std::min(gap * 2, 30s);
  }
  return false;
}

// A busy wait is a poor wait, but a wait.
CURLcode trace_busy_wait(CURL *h) {
  CURLcode rc = curl_easy_perform(h);
  for (int retry = 0; retry < 3 && rc != CURLE_OK; ++retry) {
    const auto resume = std::chrono::steady_clock::now() + 1s * (retry + 1);
    while (std::chrono::steady_clock::now() < resume) {
    }
    rc = curl_easy_perform(h);
  }
  return rc;
}

// The helper pauses before it reports failure.
static bool put_or_pause(httplib::Client &c, const std::string &body, int ms) {
  if (c.Put("/state", body, "application/json"))
    return true;
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
  return false;
}
bool save_state(httplib::Client &c, const std::string &body) {
  for (int ms = 100; ms < 2000; ms *= 2)
    if (put_or_pause(c, body, ms))
      return true;
  return false;
}

struct Cooldown {
  std::chrono::milliseconds length;
  ~Cooldown() { std::this_thread::sleep_for(length); }
};
httplib::Result read_quota_cooled(httplib::Client &billing) {
  for (int n = 0; n < 3; ++n) {
    auto res = billing.Get("/quota");
    if (res)
      return res;
    Cooldown cooldown{300ms * (n + 1)};
  }
  return billing.Get("/quota");
}

// A person types another password each time.
bool log_in(HttpClient &http, const std::string &user) {
  std::string password;
  for (int attempt = 0; attempt < 3; ++attempt) {
    std::cout << "password: " << std::flush;
    if (!std::getline(std::cin, password))
      return false;
    if (http.get("https://mail.example/login?u=" + user + "&p=" + password).status == 200)
      return true;
  }
  return false;
}

// Drives transfers; waits in curl_multi_poll and repeats on success.
void drive(CURLM *multi) {
  int running = 1;
  while (running) {
    if (curl_multi_perform(multi, &running) != CURLM_OK)
      break;
    curl_multi_poll(multi, nullptr, 0, 1000, nullptr);
  }
}

// To close what could not be opened takes no time; what else is called may be the wait.
struct Channel {
  bool Connect(const std::string &host, int port);
  void Close();
  void NextRound();
  void Clear(int seconds);
};
void closes(Channel &channel, const std::string &host) {
  while (!channel.Connect(host, 80)) // expect: retry-immediate
    channel.Close();
}
void mayWait(Channel &channel, const std::string &host) {
  while (!channel.Connect(host, 80))
    channel.NextRound();
}
void mayWaitSoLong(Channel &channel, const std::string &host) {
  while (!channel.Connect(host, 80))
    channel.Clear(3);
}
