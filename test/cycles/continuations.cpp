// RUN: %check_retry %s --checks=retry-immediate,retry-fixed-interval,retry-unbounded,retry-permanent-error -- -std=c++20
// What is to be done with the answer is told to the answer: request().then(...).
#include <chrono>
#include <cpprest/http_client.h>
#include <functional>
#include <memory>
#include <pplx/pplxtasks.h>
#include <string>

using namespace std::chrono_literals;
using web::http::http_response;
using web::http::methods;
using web::http::client::http_client;

class Quotes {
public:
  pplx::task<http_response> ask(const std::string &path, int left) {
    return client_->request(methods::GET, path).then([this, path, left](http_response r) { // expect: retry-immediate
      if (r.status_code() >= 500 && left > 1)
        return ask(path, left - 1);
      return pplx::task_from_result(r);
    });
  }

private:
  std::shared_ptr<http_client> client_;
};

class Rates {
public:
  void refresh() {
    client_.request(methods::GET, "/rates").then([this](http_response r) { // expect: retry-immediate, retry-unbounded, retry-permanent-error "400"
      if (r.status_code() != 200)
        refresh();
    });
  }

private:
  http_client client_;
};

// Under another name, with a timer of its own.
template <typename T> class Promise {
public:
  template <typename F> void onDone(F next) const;
};
struct Reply {
  int status() const;
};
struct Api {
  Promise<Reply> fetch(const std::string &path);
};
struct Timers {
  void runAfter(std::chrono::milliseconds time, std::function<void()> what);
};
class Feed {
public:
  void load(const std::string &path) {
    api_.fetch(path).onDone([this, path](Reply r) {
      if (r.status() == 503)
        timers_.runAfter(2s, [this, path] { load(path); }); // expect: retry-fixed-interval "2 s", retry-unbounded
    });
  }

private:
  Api api_;
  Timers timers_;
};

// Not a retry: the next page.
class Pages {
public:
  void page(int number) {
    client_.request(methods::GET, "/list?page=" + std::to_string(number)).then([this, number](http_response r) {
      if (r.status_code() == 200)
        page(number + 1);
    });
  }

private:
  http_client client_;
};

// Not a retry: one step after the other.
class Chain {
public:
  void first() {
    client_.request(methods::GET, "/token").then([this](http_response r) {
      if (r.status_code() == 200)
        second();
    });
  }
  void second() {
    client_.request(methods::GET, "/data").then([](http_response) {});
  }

private:
  http_client client_;
};
