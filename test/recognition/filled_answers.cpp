// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter -- -std=c++20
// The answer is in what the call fills in; and what is opened is closed first if it is still open.
#include <map>
#include <memory>
#include <string>
#include <unistd.h>

struct Answer {
  int status = 0;
  std::string body;
};
class Session {
public:
  bool get(const std::string &url, Answer &answer, std::string &why);
  void load(const std::string &url, Answer *answer);
};

class Pages {
  std::unique_ptr<Session> session_;
  std::string token_;

public:
  bool withTable(const std::string &url, Answer &answer, std::string &why) {
    constexpr unsigned Seconds[4] = {0, 2, 5, 10};
    for (int i = 0; i < 4; ++i) {
      if (Seconds[i] > 0)
        sleep(Seconds[i]); // expect: retry-missing-jitter "2 s, 5 s, 10 s"
      if (!session_->get(url + "?" + token_, answer, why))
        return false;
      if (answer.status >= 500 && answer.status <= 599)
        continue;
      return true;
    }
    return false;
  }
  bool byPointer(const std::string &url) {
    for (int i = 0; i < 3; ++i) {
      Answer answer;
      session_->load(url, &answer);
      if (answer.status != 503)
        return answer.status == 200;
      sleep(1); // expect: retry-fixed-interval
    }
    return false;
  }
};

extern "C" {
int dev_open(void **device, const char *name);
int dev_init(void *device);
int dev_close(void *device);
}
struct Item {
  int index;
  std::string text;
};
bool take(Item &item);

class Device {
  void *handle_ = nullptr;
  const char *name_ = "";

public:
  bool start() {
    for (int i = 1; i <= 3; ++i) {
      if (handle_) {
        dev_close(handle_);
        handle_ = nullptr;
      }
      if (dev_open(&handle_, name_) != 0) {
        sleep(i); // expect: retry-missing-jitter
        continue;
      }
      if (dev_init(handle_) == 0)
        return true;
      sleep(i);
    }
    return false;
  }
  bool restart() {
    for (int i = 0; i < 3; ++i) {
      if (handle_)
        dev_close(handle_);
      if (dev_open(&handle_, name_) == 0 && dev_init(handle_) == 0)
        return true;
      sleep(1); // expect: retry-fixed-interval
    }
    return false;
  }
};

// What is filled in is no answer: the next item.
void consume(void (*use)(const Item &)) {
  for (;;) {
    Item item;
    if (!take(item)) {
      sleep(1);
      continue;
    }
    use(item);
  }
}
