// REQUIRES: httplib, boost
// RUN: %check_retry %s --checks=retry-idempotency-key,retry-non-idempotent -- -std=c++20

#include <atomic>
#include <boost/beast/http.hpp>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fmt/format.h>
#include <httplib.h>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <thread>

void pause_before(int round);
std::string generate_uuid();
std::string random_hex(int digits);
std::string current_operation();

static const char *const Json = "application/json";

// ---- A new key for each attempt.

bool charge(httplib::Client &cli, const std::string &body) {
  for (int i = 0; i < 3; ++i) {
    httplib::Headers headers = {
        {"Idempotency-Key", generate_uuid()}}; // expect: retry-idempotency-key "makes a new Idempotency-Key"
    auto res = cli.Post("/charges", headers, body, Json);
    if (res && res->status == 201)
      return true;
    pause_before(i);
  }
  return false;
}

bool refund(httplib::Client &cli, const std::string &form) {
  boost::uuids::random_generator gen;
  int n = 0;
  while (n++ < 4) {
    const auto id = boost::uuids::to_string(gen());
    httplib::Headers h;
    h.emplace("idempotency-key", id); // expect: retry-idempotency-key "makes a new"
    if (auto r = cli.Post("/refunds", h, form, Json); r && r->status < 300)
      return true;
    pause_before(n);
  }
  return false;
}

bool book(httplib::Client &c, const std::string &doc) {
  for (int left = 3; left; --left) {
    httplib::Request rq;
    rq.method = "POST";
    rq.path = "/bookings";
    rq.body = doc;
    rq.set_header("Idempotency-Key", boost::uuids::to_string(boost::uuids::random_generator()())); // expect: retry-idempotency-key
    auto res = c.send(rq);
    if (res && res->status == 200)
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
struct Rest {
  Reply post(const std::string &url, const std::string &doc, const HeaderMap &h);
  Reply charge(const std::string &order, const std::string &idempotency_key);
};

// The key is made where the request is built, which is inside the loop.
static Reply submit_once(Rest &r, const std::string &doc) {
  HeaderMap h;
  h["Idempotency-Key"] = random_hex(32); // expect: retry-idempotency-key "makes a new"
  return r.post("https://pay.example/orders", doc, h);
}
Reply submit(Rest &r, const std::string &doc) {
  Reply a{};
  for (int k = 0; k != 5; ++k) {
    a = submit_once(r, doc);
    if (a.status < 500)
      break;
    pause_before(k);
  }
  return a;
}

// A parameter that is called so is the key of an in-house client.
Reply pay(Rest &rest, const std::string &order) {
  Reply got{};
  int tries = 3;
  do {
    got = rest.charge(order, generate_uuid()); // expect: retry-idempotency-key "'charge'"
    if (got.status == 200)
      return got;
    pause_before(tries);
  } while (--tries > 0);
  return got;
}

// Random digits, drawn again each time.
bool top_up(httplib::Client &cli, const std::string &body) {
  std::mt19937_64 rng{std::random_device{}()};
  std::uniform_int_distribution<long> draw(0, 1L << 60);
  for (int i = 0; i < 3; ++i) {
    std::string id = std::to_string(draw(rng));
    httplib::Headers headers{{"Idempotency-Key", id}}; // expect: retry-idempotency-key "makes a new"
    auto res = cli.Post("/topups", headers, body, Json);
    if (res && res->status == 200)
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1 << i));
  }
  return false;
}

// Hexadecimal digits one by one.
static std::string token_text() {
  static const char digits[] = "0123456789abcdef";
  std::string s;
  for (int i = 0; i < 32; ++i)
    s += digits[std::rand() % 16];
  return s;
}
bool donate(httplib::Client &cli, const std::string &body) {
  for (int i = 0; i < 3; ++i) {
    httplib::Headers hs;
    hs.insert({"Idempotency-Key", token_text()}); // expect: retry-idempotency-key
    if (auto res = cli.Post("/donations", hs, body, Json); res && res->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

// ---- The attempt's number or its time is in the key.

bool transfer(httplib::Client &cli, const std::string &order,
              const std::string &body) {
  for (int attempt = 0; attempt < 3; ++attempt) {
    std::string key = order + "-" + std::to_string(attempt);
    httplib::Headers headers{{"Idempotency-Key", key}}; // expect: retry-idempotency-key "a number that changes with each attempt"
    auto res = cli.Post("/transfers", headers, body, Json);
    if (res && res->status == 200)
      return true;
    pause_before(attempt);
  }
  return false;
}

bool invoice(httplib::Client &cli, const std::string &body, long account) {
  unsigned round = 0;
retry:
  httplib::Headers headers;
  headers.emplace("Idempotency-Key", fmt::format("{}:{}", account, round)); // expect: retry-idempotency-key "a number"
  if (auto res = cli.Post("/invoices", headers, body, Json);
      res && res->status == 201)
    return true;
  if (++round < 4) {
    pause_before(round);
    goto retry;
  }
  return false;
}

bool subscribe(httplib::Client &cli, const std::string &user,
               const std::string &body) {
  for (int i = 0; i < 3; i++) {
    std::ostringstream os;
    os << user << '-' << std::time(nullptr);
    httplib::Headers headers{{"Idempotency-Key", os.str()}}; // expect: retry-idempotency-key "the time of each attempt"
    if (auto r = cli.Post("/subscriptions", headers, body, Json); r && r->status == 200)
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return false;
}

bool renew(httplib::Client &cli, const std::string &user, const std::string &b) {
  for (int i = 0; i < 3; i++) {
    auto now = std::chrono::system_clock::now().time_since_epoch().count();
    std::string key = user;
    key += std::to_string(now);
    httplib::Headers headers{{"Idempotency-Key", key}}; // expect: retry-idempotency-key "the time"
    if (auto r = cli.Post("/renewals", headers, b, Json); r && r->status == 200)
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(2));
  }
  return false;
}

bool snprintf_key(httplib::Client &cli, const char *order, const std::string &b) {
  char key[48];
  for (int go = 1; go <= 3; go++) {
    std::snprintf(key, sizeof key, "%s/%d", order, go);
    httplib::Headers headers{{"Idempotency-Key", key}}; // expect: retry-idempotency-key "a number"
    if (auto r = cli.Post("/x", headers, b, Json); r && r->status == 200)
      return true;
    pause_before(go);
  }
  return false;
}

// ---- One key for everybody.

bool literal_key(httplib::Client &cli, const std::string &b) {
  httplib::Headers headers{{"Idempotency-Key", "payment-service"}}; // expect: retry-idempotency-key "the same Idempotency-Key with every operation"
  for (int i = 0; i < 3; ++i) {
    if (auto r = cli.Post("/x", headers, b, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

static constexpr const char *kKey = "8c2b7f0e-57a1-4b0e-9a6e-2f1f7a2f6b11";
static const std::string PerProcess = generate_uuid();

bool constexpr_key(httplib::Client &cli, const std::string &b) {
  for (int i = 0; i < 3; ++i) {
    httplib::Headers headers;
    headers.emplace("Idempotency-Key", kKey); // expect: retry-idempotency-key "with every operation"
    if (auto r = cli.Post("/x", headers, b, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

bool static_key(httplib::Client &cli, const std::string &b) {
  for (int i = 0; i < 3; ++i) {
    httplib::Headers headers{{"Idempotency-Key", PerProcess}}; // expect: retry-idempotency-key "with every operation"
    if (auto r = cli.Post("/x", headers, b, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

bool function_static(httplib::Client &cli, const std::string &b) {
  static const std::string key =
      boost::uuids::to_string(boost::uuids::random_generator()());
  httplib::Headers headers{{"Idempotency-Key", key}}; // expect: retry-idempotency-key "with every operation"
  for (int i = 0; i < 3; ++i) {
    if (auto r = cli.Post("/x", headers, b, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

// ---- Too long.

bool two_uuids(httplib::Client &cli, const std::string &b) {
  boost::uuids::random_generator gen;
  const std::string key = to_string(gen()) + to_string(gen());
  httplib::Headers headers{{"Idempotency-Key", key}}; // expect: retry-idempotency-key "more than 64 characters"
  for (int i = 0; i < 3; ++i) {
    if (auto r = cli.Post("/x", headers, b, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

bool long_prefix(httplib::Client &cli, const std::string &b, const std::string &order) {
  const std::string key = "com.example.payments.backend.europe-west.production.orders.v2/" + order + "/1";
  httplib::Headers headers{{"Idempotency-Key", key}};
  for (int i = 0; i < 3; ++i) {
    if (auto r = cli.Post("/x", headers, b, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

bool longer_prefix(httplib::Client &cli, const std::string &b, const std::string &order) {
  const std::string key = "com.example.payments.backend.europe-west.production.orders.v2/order/" + order;
  httplib::Headers headers{{"Idempotency-Key", key}}; // expect: retry-idempotency-key "more than 64"
  for (int i = 0; i < 3; ++i) {
    if (auto r = cli.Post("/x", headers, b, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

// ---- Beast and gRPC-like metadata.

namespace http = boost::beast::http;
int exchange(const http::request<http::string_body> &request);

bool beast(const std::string &body) {
  for (int i = 0; i < 3; ++i) {
    http::request<http::string_body> rq{http::verb::post, "/orders", 11};
    rq.set("Idempotency-Key", generate_uuid()); // expect: retry-idempotency-key "makes a new"
    rq.body() = body;
    if (exchange(rq) < 300)
      return true;
    pause_before(i);
  }
  return false;
}

// ==== What is right.

bool made_once(httplib::Client &cli, const std::string &body) {
  const std::string key = generate_uuid();
  for (int i = 0; i < 3; ++i) {
    httplib::Headers headers{{"Idempotency-Key", key}};
    if (auto r = cli.Post("/x", headers, body, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

bool headers_outside(httplib::Client &cli, const std::string &body) {
  httplib::Headers headers{
      {"Idempotency-Key", boost::uuids::to_string(boost::uuids::random_generator()())}};
  for (int i = 0; i < 3; ++i) {
    if (auto r = cli.Post("/x", headers, body, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

bool from_caller(httplib::Client &cli, const std::string &body, const std::string &key) {
  for (int i = 0; i < 3; ++i) {
    httplib::Headers headers{{"Idempotency-Key", key}};
    if (auto r = cli.Post("/x", headers, body, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

// The same from the same: derived from the order.
bool derived(httplib::Client &cli, const std::string &body, const std::string &order) {
  for (int i = 0; i < 3; ++i) {
    httplib::Headers headers{{"Idempotency-Key", "order-" + order}};
    if (auto r = cli.Post("/x", headers, body, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

std::string uuid_v5(const std::string &name);
bool named_uuid(httplib::Client &cli, const std::string &body, const std::string &order) {
  for (int i = 0; i < 3; ++i) {
    httplib::Headers headers{{"Idempotency-Key", uuid_v5(order)}};
    if (auto r = cli.Post("/x", headers, body, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

// A request id for each attempt beside the one key.
bool request_id_too(httplib::Client &cli, const std::string &body) {
  const std::string key = generate_uuid();
  for (int i = 0; i < 3; ++i) {
    httplib::Headers headers{{"Idempotency-Key", key},
                             {"X-Request-Id", generate_uuid()},
                             {"X-Attempt", std::to_string(i)}};
    if (auto r = cli.Post("/x", headers, body, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

// A method that may be repeated anyway.
bool put_with_key(httplib::Client &cli, const std::string &body) {
  for (int i = 0; i < 3; ++i) {
    httplib::Headers headers{{"Idempotency-Key", generate_uuid()}};
    if (auto r = cli.Put("/x", headers, body, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

// Nothing is known of what gives it.
bool given_by_somebody(httplib::Client &cli, const std::string &body) {
  for (int i = 0; i < 3; ++i) {
    httplib::Headers headers{{"Idempotency-Key", current_operation()}};
    if (auto r = cli.Post("/x", headers, body, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

// A key for each operation: the loop over operations is not the retry.
struct Order {
  std::string id, json;
};
int each_order(httplib::Client &cli, const std::vector<Order> &orders) {
  int ok = 0;
  for (const Order &o : orders) {
    const std::string key = generate_uuid();
    for (int i = 0; i < 3; ++i) {
      httplib::Headers headers{{"Idempotency-Key", key}};
      auto r = cli.Post("/x", headers, o.json, Json);
      if (r && r->status == 200) {
        ++ok;
        break;
      }
      pause_before(i);
    }
  }
  return ok;
}

// Each order once: no retry at all.
void no_retry(httplib::Client &cli, const std::vector<Order> &orders) {
  for (const Order &o : orders) {
    httplib::Headers headers{{"Idempotency-Key", generate_uuid()}};
    cli.Post("/x", headers, o.json, Json);
  }
}

struct Job {
  std::string key, doc;
};
class Sender {
public:
  bool send(const Job &job) {
    for (int i = 0; i < Max; ++i) {
      httplib::Headers headers{{"Idempotency-Key", job.key}};
      if (auto r = Http.Post("/x", headers, job.doc, Json); r && r->status == 200)
        return true;
      pause_before(i);
    }
    return false;
  }

private:
  httplib::Client Http{"pay.example"};
  int Max = 3;
};

// Made once, on the first round.
bool lazily(httplib::Client &cli, const std::string &body) {
  std::string key;
  for (int i = 0; i < 3; ++i) {
    if (key.empty())
      key = generate_uuid();
    httplib::Headers headers{{"Idempotency-Key", key}};
    if (auto r = cli.Post("/x", headers, body, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

// The time of the operation, not of the attempt.
bool time_of_operation(httplib::Client &cli, const std::string &user, const std::string &body) {
  const auto begun = std::time(nullptr);
  for (int i = 0; i < 3; ++i) {
    httplib::Headers headers{{"Idempotency-Key", user + std::to_string(begun)}};
    if (auto r = cli.Post("/x", headers, body, Json); r && r->status == 200)
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return false;
}

// A number that was drawn before the loop.
bool drawn_before(httplib::Client &cli, const std::string &body) {
  std::random_device rd;
  const unsigned id = rd();
  for (int i = 0; i < 3; ++i) {
    httplib::Headers headers{{"Idempotency-Key", std::to_string(id)}};
    if (auto r = cli.Post("/x", headers, body, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

// A server may call the header otherwise; that is for the policy to say.
bool other_header(httplib::Client &cli, const std::string &body) {
  const std::string key = generate_uuid();
  httplib::Headers headers{{"Idempotency-Key", key}};
  for (int i = 0; i < 3; ++i) {
    headers.erase("X-Try");
    headers.emplace("X-Try", std::to_string(i));
    if (auto r = cli.Post("/x", headers, body, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

// A UUID and a short prefix fit.
bool fits(httplib::Client &cli, const std::string &body) {
  const std::string key = "orders-" + to_string(boost::uuids::random_generator()());
  for (int i = 0; i < 3; ++i) {
    httplib::Headers headers{{"Idempotency-Key", key}};
    if (auto r = cli.Post("/x", headers, body, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

// The other half of the key depends on the operation.
bool half_constant(httplib::Client &cli, const std::string &body, long order) {
  static const std::string Prefix = generate_uuid();
  for (int i = 0; i < 3; ++i) {
    httplib::Headers headers{{"Idempotency-Key", Prefix.substr(0, 8) + std::to_string(order)}};
    if (auto r = cli.Post("/x", headers, body, Json); r && r->status == 200)
      return true;
    pause_before(i);
  }
  return false;
}

// ---- the scope stands in a constant ------------------------------------------
constexpr char kScope[] = "com.example.payments.core.settlement.v2:";
bool scoped(httplib::Client &cli) {
  const std::string key = kScope + boost::uuids::to_string(boost::uuids::random_generator()());
  const httplib::Headers with{{"Idempotency-Key", key}}; // expect: retry-idempotency-key "more than 64 characters"
  for (int i = 0; i < 3; ++i) {
    auto r = cli.Post("/capture", with, "", "text/plain");
    if (r && r->status == 200)
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1 << i));
  }
  return false;
}

static const char *const kLongPrefix = "a-prefix-that-leaves-no-room-for-more/";
bool prefixed(httplib::Client &cli) {
  std::string key = kLongPrefix;
  key += boost::uuids::to_string(boost::uuids::random_generator()());
  const httplib::Headers with{{"Idempotency-Key", key}}; // expect: retry-idempotency-key "more than 64 characters"
  for (int i = 0; i < 3; ++i) {
    auto r = cli.Post("/capture", with, "", "text/plain");
    if (r && r->status == 200)
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1 << i));
  }
  return false;
}

static const char kShort[] = "pay-";
bool shortly(httplib::Client &cli) {
  const std::string key = kShort + boost::uuids::to_string(boost::uuids::random_generator()());
  const httplib::Headers with{{"Idempotency-Key", key}};
  for (int i = 0; i < 3; ++i) {
    auto r = cli.Post("/capture", with, "", "text/plain");
    if (r && r->status == 200)
      return true;
    std::this_thread::sleep_for(std::chrono::seconds(1 << i));
  }
  return false;
}

// ---- A pointer to a literal that nobody changes; one that somebody does.

static const char *Booking = "booking-service-v2";
static const char *const Seats = "seats";
static const char *Session = "none";
void begin_session(const char *id) { Session = id; }

bool reserve(httplib::Client &cli, const std::string &body) {
  for (int i = 0; i < 3; ++i) {
    httplib::Headers headers{{"Idempotency-Key", Booking}}; // expect: retry-idempotency-key "same"
    if (auto res = cli.Post("/bookings", headers, body, Json); res && res->status < 500)
      return true;
    pause_before(i);
  }
  return false;
}

bool reserve_seats(httplib::Client &cli, const std::string &body) {
  httplib::Headers headers;
  headers.emplace("Idempotency-Key", Seats); // expect: retry-idempotency-key "same"
  for (int i = 0; i < 3; ++i) {
    if (auto res = cli.Post("/seats", headers, body, Json); res && res->status < 500)
      return true;
    pause_before(i);
  }
  return false;
}

bool reserve_again(httplib::Client &cli, const std::string &body) {
  httplib::Headers headers;
  headers.emplace("Idempotency-Key", Booking); // expect: retry-idempotency-key "same"
  for (int i = 0; i < 3; ++i) {
    if (auto res = cli.Post("/bookings", headers, body, Json); res && res->status < 500)
      return true;
    pause_before(i);
  }
  return false;
}

bool reserve_in_session(httplib::Client &cli, const std::string &body) {
  httplib::Headers headers;
  headers.emplace("Idempotency-Key", Session);
  for (int i = 0; i < 3; ++i) {
    if (auto res = cli.Post("/bookings", headers, body, Json); res && res->status < 500)
      return true;
    pause_before(i);
  }
  return false;
}
