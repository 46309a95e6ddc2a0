// RUN: %check_retry %s --checks=retry-non-idempotent -- -std=c++20

#include <chrono>
#include <cstdio>
#include <functional>
#include <httplib.h>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

void pause_before(int round);
std::string make_uuid();

static const char *const Json = "application/json";

bool charge(httplib::Client &cli, const std::string &body) {
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Post("/charges", body, Json); // expect: retry-non-idempotent
    if (res && res->status == 201)
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}

class AddressBook {
public:
  explicit AddressBook(const std::string &host) : Http(host) {}

  int rename(const std::string &P, const std::string &Doc) {
    int N = 0;
    while (true) {
      auto R = Http.Patch(P, Doc, Type); // expect: retry-non-idempotent "PATCH"
      if (R && R->status < 500)
        return R->status;
      if (++N == MaxTries)
        return -1;
      pause_before(N);
    }
  }

private:
  httplib::Client Http;
  std::string Type = "application/merge-patch+json";
  int MaxTries = 4;
};

// Headers, but no key among them.
bool open_ticket(httplib::Client &cli, const std::string &token,
                 const httplib::Params &p) {
  httplib::Headers h{{"Authorization", "Bearer " + token},
                     {"X-Request-Id", make_uuid()}};
  for (int left = 3; left > 0; --left) {
    if (cli.Post("/t", h, p)) // expect: retry-non-idempotent "Idempotency-Key"
      return true;
    pause_before(left);
  }
  return false;
}

using HeaderMap = std::map<std::string, std::string>;

struct Reply {
  int status;
  std::string body;
};
struct RestClient {
  Reply request(const char *method, const std::string &path,
                const std::string &body, const HeaderMap &headers = {});
  Reply send(std::string_view verb, const std::string &path);
};

Reply place_order(RestClient &c, const std::string &order) {
  Reply r{};
  int round = 0;
  do {
    r = c.request("POST", "/o", order); // expect: retry-non-idempotent "POST"
    if (r.status < 500)
      break;
    pause_before(round);
  } while (++round < 3);
  return r;
}

static constexpr std::string_view kUpdate = "PATCH";

bool dim_light(RestClient *hub, int lamp) {
  const std::string path = "/lamps/" + std::to_string(lamp);
  for (auto wait : {200ms, 400ms, 800ms}) {
    Reply r = hub->send(kUpdate, path); // expect: retry-non-idempotent "PATCH"
    if (r.status == 200)
      return true;
    std::this_thread::sleep_for(wait);
  }
  return false;
}

struct NetError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
std::string post(const std::string &url, const std::string &body);

std::string notify_chat(const std::string &text) {
  for (int n = 1;; ++n) {
    try {
      return post("https://chat.example/hook", // expect: retry-non-idempotent
                  text);
    } catch (const NetError &) {
      if (n == 5)
        throw;
      std::this_thread::sleep_for(std::chrono::seconds(n));
    }
  }
}

// No literal URL, but the reply has an HTTP status.
struct ApiAnswer {
  int statusCode() const;
};
ApiAnswer patchDocument(const std::string &uri, const std::string &diff);

bool apply_diff(const std::string &uri, const std::string &diff) {
  int left = 3;
  ApiAnswer a = patchDocument(uri, diff); // the first try
  while (a.statusCode() == 503 && left-- > 0) {
    pause_before(left);
    a = patchDocument(uri, diff); // expect: retry-non-idempotent "PATCH"
  }
  return a.statusCode() == 200;
}

static bool submit(httplib::Client &cli, const std::string &span) {
  auto res = cli.Post("/v1/spans", span, "application/json");
  return res && res->status == 202;
}

void export_span(httplib::Client &cli, const std::string &span) {
  int fails = 0;
  while (!submit(cli, span)) { // expect: retry-non-idempotent
    if (++fails > 4)
      throw std::runtime_error("span lost");
    pause_before(fails);
  }
}

// A key is there, but another request carries it.
bool transfer(httplib::Client &cli, const std::string &body) {
  httplib::Headers keyed{{"Idempotency-Key", make_uuid()}};
  httplib::Headers plain{{"Accept", "application/json"}};
  if (!cli.Get("/limits", keyed))
    return false;
  for (int i = 0; i < 3; ++i) {
    if (cli.Post("/moves", plain, body, Json)) // expect: retry-non-idempotent
      return true;
    std::this_thread::sleep_for(2s);
  }
  return false;
}

std::optional<std::string> enqueue_build(httplib::Client &ci) {
  unsigned tries = 0;
rerun:
  auto res = ci.Post("/builds"); // expect: retry-non-idempotent "POST"
  if (!res || res->status == 503) {
    if (++tries >= 3)
      return std::nullopt;
    std::this_thread::sleep_for(3s);
    goto rerun;
  }
  return res->body;
}

int invite(RestClient &c, const std::string &mail, int depth = 0) {
  Reply r = c.request("POST", "/invites", mail); // expect: retry-non-idempotent
  if (r.status != 429 || depth > 2)
    return r.status;
  pause_before(depth);
  return invite(c, mail, depth + 1);
}

std::function<bool()> vote_task(RestClient &rest, int poll) {
  return [&rest, path = "/polls/" + std::to_string(poll)] {
    auto until = std::chrono::steady_clock::now() + 10s;
    const HeaderMap h{{"Content-Type", "text/plain"}};
    Reply r{};
    while (std::chrono::steady_clock::now() < until) {
      r = rest.request("POST", path, "+1", h); // expect: retry-non-idempotent
      if (r.status == 204)
        return true;
      std::this_thread::sleep_for(500ms);
    }
    return false;
  };
}

template <int Tries, typename Client>
bool append_row(Client &cli, const std::string &row) {
  for (int i = 0; i < Tries; ++i) {
    if (i > 0)
      pause_before(i);
    auto res = cli.Post("/rows", row, Json); // expect: retry-non-idempotent
    if (res)
      return res->status == 201;
  }
  return false;
}

bool append_csv(httplib::Client &cli, const std::string &row) {
  return append_row<3>(cli, row);
}

// The status of the reply tells that this post is an HTTP one.
struct Gateway {
  Reply post(const std::string &path, const std::string &body);
};

struct Enrolment {
  std::string Secret;

  Enrolment(Gateway &gw, const std::string &path, const std::string &csr) {
    for (int n = 0; Secret.empty(); ++n) {
      if (n == 4)
        throw std::runtime_error("not enrolled");
      const Reply r = gw.post(path, csr); // expect: retry-non-idempotent "POST"
      if (r.status == 201)
        Secret = r.body;
      else
        std::this_thread::sleep_for(1s * n);
    }
  }
};

// ---- What follows may be repeated, has a key, or is not known to be a POST.

bool charge_keyed(httplib::Client &cli, const std::string &body) {
  const httplib::Headers headers{{"Idempotency-Key", make_uuid()}};
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Post("/charges", headers, body, "application/json");
    if (res && res->status == 201)
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}

// Header names know no case.
bool open_ticket_keyed(httplib::Client &cli, const std::string &key,
                       const httplib::Params &form) {
  httplib::Headers headers;
  headers.emplace("accept", "application/json");
  headers.emplace("idempotency-key", key);
  auto res = cli.Post("/tickets", headers, form);
  for (int left = 3; left > 0 && !res; --left) {
    pause_before(left);
    res = cli.Post("/tickets", headers, form);
  }
  return res && res->status == 201;
}

constexpr const char *kKeyHeader = "Idempotency-Key";

Reply place_order_keyed(RestClient &rest, const std::string &order) {
  HeaderMap headers;
  headers[kKeyHeader] = make_uuid();
  Reply r{};
  int round = 0;
  do {
    r = rest.request("POST", "/orders", order, headers);
    if (r.status < 500)
      break;
    pause_before(round);
  } while (++round < 3);
  return r;
}

static HeaderMap headers_for(const std::string &operation) {
  HeaderMap h{{"Accept", "application/json"}};
  h.insert({"Idempotency-Key", operation});
  return h;
}

int invite_keyed(RestClient &rest, const std::string &mail) {
  const auto h = headers_for(make_uuid());
  for (int n = 0;; ++n) {
    Reply r = rest.request("POST", "/invites", mail, h);
    if (r.status != 429 || n == 3)
      return r.status;
    pause_before(n);
  }
}

bool transfer_keyed(const std::string &host, const std::string &body) {
  httplib::Client cli(host);
  cli.set_default_headers({{"Idempotency-Key", make_uuid()}});
  int tries = 3;
  while (tries-- > 0) {
    if (cli.Post("/transfers", body, "application/json"))
      return true;
    std::this_thread::sleep_for(2s);
  }
  return false;
}

// The client takes the key as an argument.
Reply post_payment(const std::string &url, const std::string &body,
                   const std::string &idempotency_key);

Reply pay(const std::string &body) {
  const std::string op = make_uuid();
  Reply r = post_payment("https://pay.example/v1", body, op);
  for (int i = 0; i < 2 && r.status == 503; ++i) {
    pause_before(i);
    r = post_payment("https://pay.example/v1", body, op);
  }
  return r;
}

// A new key each time is another fault: idempotency-key.
bool charge_rekeyed(httplib::Client &cli, const std::string &body) {
  for (int i = 0; i < 3; ++i) {
    httplib::Headers headers{{"Idempotency-Key", make_uuid()}};
    if (cli.Post("/charges", headers, body, "application/json"))
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}

std::string read_posts(httplib::Client &cli) {
  for (int retry = 0; retry < 3; ++retry) {
    if (auto res = cli.Get("/posts?verb=POST"))
      return res->body;
    pause_before(retry);
  }
  return {};
}

bool replace_document(httplib::Client &cli, const std::string &doc) {
  int n = 0;
  for (;;) {
    auto res = cli.Put("/doc", doc, "text/plain");
    if (res && res->status < 300)
      return true;
    if (++n > 3)
      return false;
    pause_before(n);
  }
}

bool drop_lamp(RestClient *hub, int lamp) {
  for (auto wait : {200ms, 400ms, 800ms}) {
    if (hub->send("DELETE", "/lamps/" + std::to_string(lamp)).status == 204)
      return true;
    std::this_thread::sleep_for(wait);
  }
  return false;
}

// The method is the caller's.
Reply forward(RestClient &rest, const char *method, const std::string &path) {
  Reply r{};
  for (int i = 0; i < 3; ++i) {
    r = rest.request(method, path, "");
    if (r.status != 502)
      break;
    pause_before(i);
  }
  return r;
}

// Posting to a thread pool, a poster and a binary patch are not HTTP.
struct Pool {
  bool post(std::function<void()> task);
};

bool schedule(Pool &pool, const std::function<void()> &task) {
  for (int i = 0; i < 10; ++i) {
    if (pool.post(task))
      return true;
    std::this_thread::sleep_for(1ms);
  }
  return false;
}

int print_poster(int printer, const std::string &file);

void print_it(int printer, const std::string &file) {
  int attempts = 0;
  while (print_poster(printer, file) != 0 && ++attempts < 3)
    std::this_thread::sleep_for(10s);
}

bool patch_image(const std::string &image, const std::vector<char> &delta);

bool update_image(const std::string &image, const std::vector<char> &delta) {
  for (int i = 0; i < 2; ++i) {
    if (patch_image(image, delta))
      return true;
    std::this_thread::sleep_for(100ms);
  }
  return false;
}

// One POST per row, none of them repeated.
int append_rows(httplib::Client &cli, const std::vector<std::string> &rows) {
  int failed = 0;
  for (const auto &row : rows) {
    auto res = cli.Post("/rows", row, "text/csv");
    if (!res || res->status != 201)
      ++failed;
  }
  return failed;
}

// Posted once; only the reading is repeated.
std::string build_log(httplib::Client &ci) {
  auto started = ci.Post("/builds");
  if (!started)
    throw NetError("no build");
  for (int retry = 0; retry < 5; ++retry) {
    if (auto log = ci.Get("/builds/" + started->body))
      return log->body;
    pause_before(retry);
  }
  throw NetError("no log");
}

// The loop repeats the token, and leaves with the first POST.
std::optional<std::string> fetch_token();

bool vote_once(RestClient &rest) {
  for (int tries = 0; tries < 3; ++tries) {
    auto token = fetch_token();
    if (!token) {
      pause_before(tries);
      continue;
    }
    return rest.request("POST", "/votes", *token).status == 204;
  }
  return false;
}

// The method is a member that the constructor sets.
class Hook {
  httplib::Client &cli_;
  const std::string path_ = "/hooks/build";

public:
  explicit Hook(httplib::Client &cli) : cli_(cli) {}
  void fire(const std::string &json) {
    for (int n = 1;; ++n) {
      if (cli_.Post(path_, json, Json)) // expect: retry-non-idempotent "POST"
        return;
      if (n == 4)
        throw std::runtime_error("hook");
      pause_before(n);
    }
  }
};
void fire(httplib::Client &cli) { Hook(cli).fire("{}"); }

// ---- headers in a class that only this file knows -----------------------------
class Poster {
public:
  explicit Poster(const std::string &host) : client(host), with{{"Accept", "*/*"}} {}
  bool send(const std::string &body) {
    for (int i = 0; i < 3; ++i) {
      auto r = client.Post("/orders", with, body, "application/json"); // expect: retry-non-idempotent "POST"
      if (r && r->status == 201)
        return true;
      std::this_thread::sleep_for(std::chrono::seconds(1 << i));
    }
    return false;
  }

private:
  httplib::Client client;
  httplib::Headers with;
};

class DefaultPoster {
public:
  explicit DefaultPoster(const std::string &host) : client(host) {}
  bool send(const std::string &body) {
    for (int i = 0; i < 3; ++i) {
      auto r = client.Post("/orders", with, body, "application/json"); // expect: retry-non-idempotent "POST"
      if (r && r->status == 201)
        return true;
      std::this_thread::sleep_for(std::chrono::seconds(1 << i));
    }
    return false;
  }
  void trace(const std::string &id) { with.emplace("X-Trace", id); }

private:
  httplib::Client client;
  httplib::Headers with{{"Accept", "*/*"}};
};

class GivenPoster {
public:
  GivenPoster(const std::string &host, httplib::Headers all) : client(host), with(std::move(all)) {}
  bool send(const std::string &body) {
    for (int i = 0; i < 3; ++i) {
      auto r = client.Post("/orders", with, body, "application/json");
      if (r && r->status == 201)
        return true;
      std::this_thread::sleep_for(std::chrono::seconds(1 << i));
    }
    return false;
  }

private:
  httplib::Client client;
  httplib::Headers with;
};
