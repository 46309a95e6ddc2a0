// RUN: %check_retry %s -- -std=c++20
// expect-none
// What is done for one command or event after the other is not tried again, if
// the next one is of another kind or names something else.
#include <cstdio>
#include <string>
#include <unistd.h>

enum class Kind { Dial, Hang, Quit };
struct Command {
  Kind kind;
  std::string to;
  int port;
};

class Phone {
public:
  void obey() {
    for (;;) {
      Command c = next_command();
      if (c.kind == Kind::Quit)
        return;
      if (c.kind == Kind::Dial && !connected()) {
        if (!connect(c.to)) {
          std::fprintf(stderr, "dialling failed\n");
          sleep(1);
        }
      } else {
        hang();
      }
    }
  }

private:
  Command next_command();
  bool connect(const std::string &to);
  bool connected() const;
  void hang();
};
void obey(Phone &p) { p.obey(); }

struct Order {
  std::string address;
};
Order take_order();
bool submit_order(const std::string &address);
void desk(bool &open) {
  while (open) {
    const Order order = take_order();
    if (!submit_order(order.address)) {
      std::fprintf(stderr, "error: order failed\n");
      usleep(200000);
      continue;
    }
    open = false;
  }
}

struct Book {
  Command pop_entry();
  bool empty() const;
};
bool call_number(const std::string &to, int port);
bool reach_any(Book &book) {
  while (!book.empty()) {
    Command entry = book.pop_entry();
    if (call_number(entry.to, entry.port))
      return true;
    sleep(2);
  }
  return false;
}
