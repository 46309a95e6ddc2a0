// Schedulers, thread pools and clients of this program: no model says what they do.
// RUN: %check_retry %s --checks=retry-fixed-interval,retry-immediate,retry-unbounded,retry-missing-jitter,retry-permanent-error
#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <random>
#include <string>

using namespace std::chrono_literals;

struct EventLoop {
  void runAfter(std::chrono::milliseconds delay, std::function<void()> task);
  void post(std::function<void()> task);
  void runEvery(std::chrono::seconds interval, std::function<void()> task);
};
struct Pool {
  template <typename F> void enqueue(F task);
};
struct Response {
  int status;
  std::string body;
};
struct HttpClient {
  void sendRequest(const std::string &url, std::function<void(const Response &)> done);
  bool publish(const std::string &text);
};
struct Connection {
  void connectAsync(const std::string &host, std::function<void(bool ok)> done);
};
void log_line(const std::string &text);

// A client whose callback gets a bool.
class Uplink {
public:
  void open() {
    connection_.connectAsync("gateway", [this](bool ok) {
      if (ok)
        return run();
      loop_.runAfter(2s, [this] { open(); }); // expect: retry-fixed-interval "2 s", retry-unbounded
    });
  }

private:
  void run();
  Connection connection_;
  EventLoop &loop_;
};

// A status that is read.
class Report {
public:
  void send() {
    client_.sendRequest("http://reports/new", [this](const Response &r) { // expect: retry-permanent-error "400-407"
      if (r.status == 200 || ++failures_ == 3)
        return;
      loop_.runAfter(std::chrono::milliseconds(250 * (1 << failures_)), [this] { send(); }); // expect: retry-missing-jitter "500 ms, 1 s"
    });
  }

private:
  int failures_ = 0;
  HttpClient client_;
  EventLoop &loop_;
};

// A task that puts itself back when it fails.
class Outbox {
public:
  void push(std::shared_ptr<std::string> text) {
    pool_.enqueue([this, text] {
      if (!client_.publish(*text)) // expect: retry-immediate, retry-unbounded
        push(text);
    });
  }

private:
  Pool pool_;
  HttpClient client_;
};

// The task is kept in a member.
class Kept {
public:
  explicit Kept(EventLoop &loop) : loop_(loop) {
    again_ = [this] { attempt(); };
  }
  void attempt() {
    if (client_.publish("hello"))
      return;
    loop_.runAfter(5s, [this] { attempt(); }); // expect: retry-fixed-interval "5 s", retry-unbounded
  }

private:
  std::function<void()> again_;
  HttpClient client_;
  EventLoop &loop_;
};

// With a context pointer, as C does it.
typedef void (*TaskFn)(void *context);
void schedule_timer(int milliseconds, TaskFn fn, void *context);
struct Upload {
  HttpClient *client;
  int left;
};
void upload_step(void *context) {
  auto *u = static_cast<Upload *>(context);
  if (u->client->publish("chunk"))
    return;
  if (u->left-- > 0)
    schedule_timer(100, upload_step, u); // expect: retry-fixed-interval
}

// Not a retry: every ten seconds.
class Beat {
public:
  void beat() {
    client_.publish("alive");
    loop_.runAfter(10s, [this] { beat(); });
  }

private:
  HttpClient client_;
  EventLoop &loop_;
};

// Not a retry: a periodic task.
void watch(EventLoop &loop, HttpClient &client) {
  loop.runEvery(30s, [&client] {
    if (!client.publish("state"))
      log_line("not published");
  });
}

// Not a retry: the next page.
class Pages {
public:
  void next() {
    client_.sendRequest("http://list/" + std::to_string(page_), [this](const Response &r) {
      if (r.status != 200)
        return;
      ++page_;
      next();
    });
  }

private:
  int page_ = 0;
  HttpClient client_;
};

// Not a retry: the next task from a queue.
class Worker {
public:
  void step() {
    std::string text;
    if (!take(text))
      return;
    client_.publish(text);
    loop_.post([this] { step(); });
  }

private:
  bool take(std::string &text);
  HttpClient client_;
  EventLoop &loop_;
};

// Not a retry: the callback is told, nothing begins again.
void once(HttpClient &client, std::function<void(bool)> done) {
  client.sendRequest("http://state", [done](const Response &r) { done(r.status == 200); });
}

// A retry that is right.
class Right {
public:
  void start(std::function<void(bool)> done) {
    done_ = std::move(done);
    go();
  }

private:
  void go() {
    client_.sendRequest("http://state", [this](const Response &r) {
      bool transient = r.status == 503 || r.status == 429;
      if (!transient || tries_ == 3)
        return done_(r.status == 200);
      long cap = std::min(30000L, 1000L << tries_++);
      loop_.runAfter(std::chrono::milliseconds(std::uniform_int_distribution<long>(0, cap)(random_)),
                     [this] { go(); });
    });
  }
  int tries_ = 0;
  std::function<void(bool)> done_;
  std::mt19937 random_{std::random_device{}()};
  HttpClient client_;
  EventLoop &loop_;
};
