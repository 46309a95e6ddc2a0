// RUN: %check_retry %s --checks=retry-fixed-interval,retry-unclassified-error -- -std=c++20
// The program's own word for success: whatever it looks at, it tells no more than that.
#include <functional>
#include <string>
#include <unistd.h>

class Outcome {
public:
  bool ok() const { return message_.empty(); }

private:
  std::string message_;
};
Outcome with_function(const std::function<Outcome()> &request, int times) {
  Outcome last;
  for (int i = 0; i < times; ++i) {
    last = request(); // expect: retry-unclassified-error
    if (last.ok())
      return last;
    sleep(2); // expect: retry-fixed-interval "2 s, 2 s"
  }
  return last;
}

class Coded {
public:
  bool ok() const { return code_ == 0; }
  int code() const { return code_; }

private:
  int code_ = 0;
};
Coded send_batch(const std::string &url);
Coded by_code(const std::string &url) {
  Coded c;
  for (int i = 0; i < 3; ++i) {
    c = send_batch(url); // expect: retry-unclassified-error
    if (c.ok())
      break;
    sleep(2); // expect: retry-fixed-interval
  }
  return c;
}

struct Transfer {
  int rc;
  explicit operator bool() const { return rc == 0; }
};
Transfer download_part(const std::string &url);
bool converted(const std::string &url) {
  for (int i = 0; i < 3; ++i) {
    if (download_part(url)) // expect: retry-unclassified-error
      return true;
    sleep(2); // expect: retry-fixed-interval
  }
  return false;
}

// Looks at the code as well: classified.
Coded looks(const std::string &url) {
  Coded c;
  for (int i = 0; i < 3; ++i) {
    c = send_batch(url);
    if (c.ok() || c.code() == 7)
      break;
    sleep(2); // expect: retry-fixed-interval
  }
  return c;
}

// Somebody may want to stop: that says nothing about the error.
bool isShuttingDown();
bool unless_stopped(const std::string &url) {
  bool go = true;
  for (int i = 0; i < 3 && go; ++i) {
    if (send_batch(url).ok()) // expect: retry-unclassified-error
      return true;
    go = !isShuttingDown();
    sleep(2); // expect: retry-fixed-interval
  }
  return false;
}

// Asked of somebody who knows: classified.
bool isRetriable(int code, int level);
bool asks(const std::string &url, int level) {
  for (int i = 0; i < 3; ++i) {
    Coded c = send_batch(url);
    if (!isRetriable(c.code(), level))
      return c.ok();
    sleep(2); // expect: retry-fixed-interval
  }
  return false;
}
