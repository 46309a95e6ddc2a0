// RUN: %check_retry %s --checks=retry-unclassified-error -- -std=c++17
// A member that is called an error, and is only asked whether it is 0, tells
// success from failure and no more.
#include <memory>
#include <unistd.h>

struct Context {
  int err;
  char errstr[128];
};
struct Answer {
  int error = 0;
  int length = 0;
};
struct Release {
  void operator()(Context *) const;
};
Context *connectTo(const char *host);
Answer query_db(const char *what);

std::unique_ptr<Context, Release> opened(const char *host) {
  std::unique_ptr<Context, Release> c;
  for (int i = 0; i < 3; ++i) {
    c.reset(connectTo(host)); // expect: retry-unclassified-error
    if (c && !c->err)
      return c;
    usleep(1000 * 1000);
  }
  return nullptr;
}

bool asked(const char *what) {
  for (int i = 0; i < 4; ++i) {
    Answer a = query_db(what); // expect: retry-unclassified-error
    if (a.error == 0)
      return true;
    sleep(1);
  }
  return false;
}

bool listed(const char *what) {
  for (int i = 0; i < 4; ++i) {
    Answer a = query_db(what);
    if (a.error == 0)
      return true;
    if (a.error != 11 && a.error != 104)
      return false;
    sleep(1);
  }
  return false;
}
