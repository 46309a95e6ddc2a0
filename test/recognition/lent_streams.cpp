// RUN: %check_retry %s --checks=retry-missing-jitter,retry-silent -- -std=c++20
// What an object for a log line lends is written to a log, whatever the
// function that lends it is called.
#include <ostream>
#include <string>
#include <unistd.h>

struct LogLine {
  std::ostream &os();
};
struct Logger {
  static std::ostream &channel(int level);
};
struct Socket {
  std::ostream &os();
};
#define NOTE(Text) LogLine().os() << Text << std::endl

struct Account {
  bool start(int port);
  int state(int port);
};

bool until_connected(Account &account, const bool &running) {
  bool connected = false;
  int pause = 0;
  while (!connected && running) {
    connected = account.start(1);
    if (!connected) {
      NOTE("retrying in " << ++pause << " seconds");
      usleep(pause * 1000); // expect: retry-missing-jitter
    }
  }
  return connected;
}

bool by_channel(Account &account) {
  for (int i = 1; i < 9; ++i) {
    if (account.start(2))
      return true;
    Logger::channel(3) << "failed to start\n";
    sleep(i); // expect: retry-missing-jitter
  }
  return false;
}

// It is told to the other side, and not to a log.
bool to_a_socket(Account &account, Socket &other) {
  for (int i = 1; i < 9; ++i) {
    if (account.start(3))
      return true;
    other.os() << "failed to start\n";
    sleep(i);
  }
  return false;
}

// Not yet started.
bool until_started(Account &account) {
  for (int i = 1; i < 9; ++i) {
    if (account.start(4))
      return true;
    LogLine().os() << "still starting\n";
    sleep(i);
  }
  return false;
}
