// RUN: %check_retry %s --checks=retry-fixed-interval -- -std=c++20
#include <chrono>
#include <string>
#include <thread>
#include <vector>

struct Reply {
  int code;
  char text[64];
};
struct Answer {
  std::string body;
  int code = 0;
};
bool fetchReply(const char *host, Reply *out);
bool fetchCount(const char *host, int *out);
bool fetchBytes(const char *host, char *out, int n);
bool fetchText(const char *host, std::string &out);
bool fetchAnswer(const char *host, Answer &out);
bool fetchList(const char *host, std::vector<int> *out);
static void restABit() { std::this_thread::sleep_for(std::chrono::seconds(1)); }

bool reply(const char *host) {
  for (int i = 0; i < 3; ++i) {
    Reply r;
    if (fetchReply(host, &r))
      return true;
    restABit(); // expect: retry-fixed-interval
  }
  return false;
}

bool count(const char *host) {
  for (int i = 0; i < 3; ++i) {
    int n;
    if (fetchCount(host, &n))
      return true;
    restABit(); // expect: retry-fixed-interval
  }
  return false;
}

bool bytes(const char *host) {
  for (int i = 0; i < 3; ++i) {
    char b[64];
    if (fetchBytes(host, b, sizeof b))
      return true;
    restABit(); // expect: retry-fixed-interval
  }
  return false;
}

bool text(const char *host) {
  for (int i = 0; i < 3; ++i) {
    std::string s;
    if (fetchText(host, s))
      return true;
    restABit(); // expect: retry-fixed-interval
  }
  return false;
}

bool answer(const char *host) {
  for (int i = 0; i < 3; ++i) {
    Answer a;
    if (fetchAnswer(host, a))
      return true;
    restABit(); // expect: retry-fixed-interval
  }
  return false;
}

bool list(const char *host) {
  for (int i = 0; i < 3; ++i) {
    std::vector<int> v;
    if (fetchList(host, &v))
      return true;
    restABit(); // expect: retry-fixed-interval
  }
  return false;
}
