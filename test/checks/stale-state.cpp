// RUN: %check_retry %s --checks=retry-stale-state -- -std=c++20

#include <chrono>
#include <cstdio>
#include <curl/curl.h>
#include <fstream>
#include <functional>
#include <grpcpp/grpcpp.h>
#include <httplib.h>
#include <iostream>
#include <iterator>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

static void nap() { std::this_thread::sleep_for(500ms); }

// --- libcurl: what the write callback appends to ---------------------------

static size_t append_body(char *data, size_t size, size_t n, void *to) {
  static_cast<std::string *>(to)->append(data, size * n);
  return size * n;
}

bool fetch(CURL *h, std::string &out) {
  std::string body;
  curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, append_body);
  curl_easy_setopt(h, CURLOPT_WRITEDATA, &body);
  for (int i = 0; i < 3; ++i) {
    if (curl_easy_perform(h) == CURLE_OK) { // expect: retry-stale-state "every attempt at 'curl_easy_perform' appends to 'body'"
      out = body;
      return true;
    }
    nap();
  }
  return false;
}

bool fetch_cleared(CURL *h, std::string &out) {
  std::string body;
  curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, append_body);
  curl_easy_setopt(h, CURLOPT_WRITEDATA, &body);
  for (int i = 0; i < 3; ++i) {
    body.clear();
    if (curl_easy_perform(h) == CURLE_OK) {
      out = body;
      return true;
    }
    nap();
  }
  return false;
}

bool fetch_declared(CURL *h, std::string &out) {
  for (int i = 0; i < 3; ++i) {
    std::string body;
    curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, append_body);
    curl_easy_setopt(h, CURLOPT_WRITEDATA, &body);
    if (curl_easy_perform(h) == CURLE_OK) {
      out = body;
      return true;
    }
    nap();
  }
  return false;
}

// Emptied by assignment after the failure.
bool fetch_assigned(CURL *h, std::string &body) {
  curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, append_body);
  curl_easy_setopt(h, CURLOPT_WRITEDATA, &body);
  for (int i = 0; i < 3; ++i) {
    if (curl_easy_perform(h) == CURLE_OK)
      return true;
    body = "";
    nap();
  }
  return false;
}

struct Chunk {
  char *memory;
  size_t size;
};
static size_t grow(void *data, size_t size, size_t n, void *user) {
  auto *mem = static_cast<Chunk *>(user);
  mem->memory = static_cast<char *>(realloc(mem->memory, mem->size + size * n + 1));
  memcpy(mem->memory + mem->size, data, size * n);
  mem->size += size * n;
  return size * n;
}

bool fetch_chunk(CURL *h, Chunk &chunk) {
  curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, grow);
  curl_easy_setopt(h, CURLOPT_WRITEDATA, &chunk);
  int n = 0;
  while (curl_easy_perform(h) != CURLE_OK) { // expect: retry-stale-state "appends to 'chunk'"
    if (++n == 3)
      return false;
    nap();
  }
  return true;
}

bool fetch_chunk_reset(CURL *h, Chunk &chunk) {
  curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, grow);
  curl_easy_setopt(h, CURLOPT_WRITEDATA, &chunk);
  int n = 0;
  while (curl_easy_perform(h) != CURLE_OK) {
    if (++n == 3)
      return false;
    chunk.size = 0;
    nap();
  }
  return true;
}

// The answer is only measured.
static size_t last_size;
static size_t measure(char *, size_t size, size_t n, void *) {
  last_size = size * n;
  return size * n;
}

bool ping(CURL *h) {
  std::string unused;
  curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, measure);
  curl_easy_setopt(h, CURLOPT_WRITEDATA, &unused);
  for (int i = 0; i < 3; ++i) {
    if (curl_easy_perform(h) == CURLE_OK)
      return true;
    nap();
  }
  return false;
}

// Straight into a file.
bool save(CURL *h, FILE *to) {
  curl_easy_setopt(h, CURLOPT_WRITEDATA, to);
  for (int i = 0; i < 3; ++i) {
    if (curl_easy_perform(h) == CURLE_OK) // expect: retry-stale-state "appends to 'to'"
      return true;
    nap();
  }
  return false;
}

bool save_rewound(CURL *h, FILE *to) {
  curl_easy_setopt(h, CURLOPT_WRITEDATA, to);
  for (int i = 0; i < 3; ++i) {
    std::rewind(to);
    if (curl_easy_perform(h) == CURLE_OK)
      return true;
    nap();
  }
  return false;
}

// The file to send has been read.
bool upload(CURL *h, const char *path) {
  FILE *source = fopen(path, "rb");
  if (!source)
    return false;
  curl_easy_setopt(h, CURLOPT_UPLOAD, 1L);
  curl_easy_setopt(h, CURLOPT_READDATA, source);
  bool ok = false;
  for (int i = 0; i < 3 && !ok; ++i) {
    ok = curl_easy_perform(h) == CURLE_OK; // expect: retry-stale-state "uses 'source', which the failed one has used up"
    if (!ok)
      nap();
  }
  fclose(source);
  return ok;
}

bool upload_rewound(CURL *h, const char *path) {
  FILE *source = fopen(path, "rb");
  if (!source)
    return false;
  curl_easy_setopt(h, CURLOPT_UPLOAD, 1L);
  curl_easy_setopt(h, CURLOPT_READDATA, source);
  bool ok = false;
  for (int i = 0; i < 3 && !ok; ++i) {
    fseek(source, 0, SEEK_SET);
    ok = curl_easy_perform(h) == CURLE_OK;
    if (!ok)
      nap();
  }
  fclose(source);
  return ok;
}

// One header more with every attempt.
bool post(CURL *h) {
  struct curl_slist *headers = curl_slist_append(nullptr, "Accept: text/plain");
  for (int i = 0; i < 3; ++i) {
    headers = curl_slist_append(headers, "X-Client: billing"); // expect: retry-stale-state "appends to 'headers'"
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, headers);
    if (curl_easy_perform(h) == CURLE_OK)
      return true;
    nap();
  }
  return false;
}

bool post_fresh(CURL *h) {
  for (int i = 0; i < 3; ++i) {
    struct curl_slist *headers = curl_slist_append(nullptr, "Accept: text/plain");
    headers = curl_slist_append(headers, "X-Client: billing");
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, headers);
    bool ok = curl_easy_perform(h) == CURLE_OK;
    curl_slist_free_all(headers);
    if (ok)
      return true;
    nap();
  }
  return false;
}

// --- cpp-httplib -----------------------------------------------------------

bool stream(httplib::Client &cli, std::string &body) {
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Get("/export", [&](const char *data, size_t n) { // expect: retry-stale-state "appends to 'body'"
      body.append(data, n);
      return true;
    });
    if (res && res->status == 200)
      return true;
    nap();
  }
  return false;
}

bool stream_fresh(httplib::Client &cli, std::string &out) {
  for (int i = 0; i < 3; ++i) {
    std::string body;
    auto res = cli.Get("/export", [&](const char *data, size_t n) {
      body.append(data, n);
      return true;
    });
    if (res && res->status == 200) {
      out = std::move(body);
      return true;
    }
    nap();
  }
  return false;
}

bool submit(httplib::Client &cli, const std::string &id) {
  httplib::Params params;
  for (int i = 0; i < 3; ++i) {
    params.emplace("id", id); // expect: retry-stale-state "appends to 'params'"
    auto res = cli.Post("/submit", params);
    if (res && res->status == 200)
      return true;
    nap();
  }
  return false;
}

bool submit_once(httplib::Client &cli, const std::string &id) {
  httplib::Params params;
  params.emplace("id", id);
  for (int i = 0; i < 3; ++i) {
    auto res = cli.Post("/submit", params);
    if (res && res->status == 200)
      return true;
    nap();
  }
  return false;
}

// --- gRPC ------------------------------------------------------------------

struct Request {};
struct Reply {};
struct Stub {
  grpc::Status Charge(grpc::ClientContext *ctx, const Request &in, Reply *out);
};

grpc::Status charge(Stub &stub, const Request &in, Reply *out) {
  grpc::ClientContext ctx;
  grpc::Status s;
  for (int i = 0; i < 3; ++i) {
    s = stub.Charge(&ctx, in, out); // expect: retry-stale-state "'ctx' serves one attempt at 'Charge' only"
    if (s.ok())
      break;
    nap();
  }
  return s;
}

grpc::Status charge_shared(Stub &stub, grpc::ClientContext *ctx,
                           const Request &in, Reply *out) {
  for (int i = 1;; ++i) {
    grpc::Status s = stub.Charge(ctx, in, out); // expect: retry-stale-state "'ctx'"
    if (s.ok() || i == 4)
      return s;
    nap();
  }
}

grpc::Status charge_fresh(Stub &stub, const Request &in, Reply *out) {
  grpc::Status s;
  for (int i = 0; i < 3; ++i) {
    grpc::ClientContext ctx;
    s = stub.Charge(&ctx, in, out);
    if (s.ok())
      break;
    nap();
  }
  return s;
}

grpc::Status charge_heap(Stub &stub, const Request &in, Reply *out) {
  grpc::Status s;
  for (int i = 0; i < 3; ++i) {
    auto ctx = std::make_unique<grpc::ClientContext>();
    s = stub.Charge(ctx.get(), in, out);
    if (s.ok())
      break;
    nap();
  }
  return s;
}

static grpc::Status charge_step(Stub &stub, const Request &in, Reply *out) {
  grpc::ClientContext ctx;
  return stub.Charge(&ctx, in, out);
}

grpc::Status charge_helper(Stub &stub, const Request &in, Reply *out) {
  grpc::Status s;
  for (int i = 0; i < 3; ++i) {
    s = charge_step(stub, in, out);
    if (s.ok())
      break;
    nap();
  }
  return s;
}

// --- moved from ------------------------------------------------------------

struct Order {
  std::string id;
  std::vector<int> items;
};
bool send_order(Order order);
bool send_buffer(std::unique_ptr<std::string> buffer);
bool enqueue(Order &&order);

bool submit_moved(Order order) {
  for (int i = 0; i < 3; ++i) {
    if (send_order(std::move(order))) // expect: retry-stale-state "'order' is moved from in the first attempt at 'send_order'"
      return true;
    nap();
  }
  return false;
}

bool submit_pointer(std::unique_ptr<std::string> buffer) {
  int left = 3;
  do {
    if (send_buffer(std::move(buffer))) // expect: retry-stale-state "'buffer' is moved from"
      return true;
    nap();
  } while (--left > 0);
  return false;
}

void post_task(const Order &seen);
bool run_remote(const std::string &name);

// Into a local of the round.
bool submit_local(Order order) {
  for (int i = 0; i < 3; ++i) {
    Order mine = std::move(order); // expect: retry-stale-state "'order' is moved from"
    if (send_order(mine))
      return true;
    nap();
  }
  return false;
}

bool submit_copied(const Order &order) {
  for (int i = 0; i < 3; ++i) {
    if (send_order(order))
      return true;
    nap();
  }
  return false;
}

bool submit_copy_moved(const Order &order) {
  for (int i = 0; i < 3; ++i) {
    Order copy = order;
    if (send_order(std::move(copy)))
      return true;
    nap();
  }
  return false;
}

// Taken only when it is accepted: a queue that is full leaves it alone.
bool submit_queue(Order order) {
  for (int i = 0; i < 3; ++i) {
    if (enqueue(std::move(order)))
      return true;
    nap();
  }
  return false;
}

Order make_order(const std::string &id);

bool submit_remade(const std::string &id) {
  Order order = make_order(id);
  for (int i = 0; i < 3; ++i) {
    if (send_order(std::move(order)))
      return true;
    order = make_order(id);
    nap();
  }
  return false;
}

// --- streams and texts -----------------------------------------------------

bool send_text(const std::string &text);

bool report(int code) {
  std::ostringstream out;
  for (int i = 0; i < 3; ++i) {
    out << code; // expect: retry-stale-state "appends to 'out'"
    if (send_text(out.str()))
      return true;
    nap();
  }
  return false;
}

bool report_fresh(int code) {
  for (int i = 0; i < 3; ++i) {
    std::ostringstream out;
    out << "code " << code;
    if (send_text(out.str()))
      return true;
    nap();
  }
  return false;
}

bool send_file(const char *path) {
  std::ifstream in(path, std::ios::binary);
  for (int i = 0; i < 3; ++i) {
    std::string text((std::istreambuf_iterator<char>(in)), // expect: retry-stale-state "'in', which the failed one has used up"
                     std::istreambuf_iterator<char>());
    if (send_text(text))
      return true;
    nap();
  }
  return false;
}

bool send_file_rewound(const char *path) {
  std::ifstream in(path, std::ios::binary);
  for (int i = 0; i < 3; ++i) {
    in.clear();
    in.seekg(0);
    std::string text((std::istreambuf_iterator<char>(in)),
                     std::istreambuf_iterator<char>());
    if (send_text(text))
      return true;
    nap();
  }
  return false;
}

bool send_file_once(const char *path) {
  std::ifstream in(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)),
                   std::istreambuf_iterator<char>());
  for (int i = 0; i < 3; ++i) {
    if (send_text(text))
      return true;
    nap();
  }
  return false;
}

// A list of what went wrong is meant to grow.
std::vector<std::string> errors_of(const std::string &text) {
  std::vector<std::string> errors;
  for (int i = 0; i < 3; ++i) {
    if (send_text(text))
      return errors;
    errors.push_back("attempt " + std::to_string(i));
    nap();
  }
  return errors;
}

// A helper that appends, called with an outer buffer.
static bool pull(httplib::Client &cli, std::vector<std::string> &rows) {
  auto res = cli.Get("/rows", [&rows](const char *data, size_t n) {
    rows.push_back(std::string(data, n));
    return true;
  });
  return res && res->status == 200;
}

bool load(httplib::Client &cli, std::vector<std::string> &rows) {
  for (int i = 0; i < 3; ++i) {
    if (pull(cli, rows)) // expect: retry-stale-state "appends to 'rows'"
      return true;
    nap();
  }
  return false;
}

bool load_cleared(httplib::Client &cli, std::vector<std::string> &rows) {
  for (int i = 0; i < 3; ++i) {
    rows.clear();
    if (pull(cli, rows))
      return true;
    nap();
  }
  return false;
}

// --- A log grows, a callback's own work is not sent, and what is given away is
// made anew.

struct EchoReq {
  int id;
};
struct EchoStub {
  grpc::Status Echo(grpc::ClientContext *c, const EchoReq &rq, std::string *rp);
};
void send_async(const std::string &text, std::function<void(bool)> done);
bool send_logged(const std::string &text, std::ostream &log);
std::unique_ptr<grpc::ClientContext> make_context(const std::string &user);

grpc::Status from_server(EchoStub &stub, const grpc::ServerContext &parent) {
  grpc::Status st;
  for (int i = 0; i < 3; ++i) {
    auto ctx = grpc::ClientContext::FromServerContext(parent);
    std::string rep;
    st = stub.Echo(ctx.get(), EchoReq{1}, &rep);
    if (st.ok())
      return st;
    nap();
  }
  return st;
}

grpc::Status from_factory(EchoStub &stub, const std::string &user) {
  grpc::Status st;
  for (int i = 0; i < 3; ++i) {
    std::unique_ptr<grpc::ClientContext> ctx = make_context(user);
    std::string rep;
    st = stub.Echo(ctx.get(), EchoReq{1}, &rep);
    if (st.ok())
      return st;
    nap();
  }
  return st;
}

// Made once, outside.
grpc::Status from_factory_once(EchoStub &stub, const std::string &user) {
  std::unique_ptr<grpc::ClientContext> ctx = make_context(user);
  grpc::Status st;
  for (int i = 0; i < 3; ++i) {
    std::string rep;
    st = stub.Echo(ctx.get(), EchoReq{1}, &rep); // expect: retry-stale-state
    if (st.ok())
      return st;
    nap();
  }
  return st;
}

bool logged(const std::string &text) {
  for (int i = 0; i < 3; ++i) {
    if (send_logged(text, std::cerr))
      return true;
    std::cerr << "attempt " << i << " failed\n";
    nap();
  }
  return false;
}

bool noted(const std::string &text) {
  for (int i = 0; i < 3; ++i) {
    bool ok = false;
    try {
      send_async(text, [](bool done) { std::clog << "sent: " << done; });
      ok = true;
    } catch (const std::runtime_error &) {
      std::clog << "attempt " << i << " failed\n";
    }
    if (ok)
      return true;
    nap();
  }
  return false;
}
