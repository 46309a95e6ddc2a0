// RUN: %check_retry %s -- -std=c++20
// expect-none
// Goes round because the state changed.
#include <chrono>
#include <string>
#include <string_view>
#include <thread>

using namespace std::chrono_literals;

enum class Phase { Join, Sync, Stable, Leave };
struct Group {
  Phase phase;
  bool send_join();
  bool send_sync();
  void leave();
};

void serveGroup(Group &group) {
retry:
  switch (group.phase) {
  case Phase::Join:
    if (!group.send_join())
      return;
    group.phase = Phase::Sync;
    goto retry;
  case Phase::Sync:
    if (!group.send_sync())
      return;
    group.phase = Phase::Stable;
    goto retry;
  case Phase::Leave:
    group.leave();
    return;
  case Phase::Stable:
    return;
  }
}

class SmtpDialog {
public:
  bool run();

private:
  enum State { Greeting, Hello, Auth, Mail, Done, Broken };
  int command(std::string_view line);
  State S = Greeting;
};

bool SmtpDialog::run() {
  while (S != Done && S != Broken) {
    switch (S) {
    case Greeting:
      S = command("") == 220 ? Hello : Broken;
      break;
    case Hello:
      S = command("EHLO relay") == 250 ? Auth : Broken;
      break;
    case Auth:
      S = command("AUTH EXTERNAL") == 235 ? Mail : Broken;
      break;
    case Mail:
      S = command("NOOP") == 250 ? Done : Broken;
      break;
    case Done:
    case Broken:
      break;
    }
  }
  return S == Done;
}

struct Handshake {
  int attempt = 0;
  bool finished() const;
  int step();
};

int drive(Handshake &hs) {
  for (; !hs.finished(); ++hs.attempt)
    if (int error = hs.step())
      return error;
  return 0;
}

struct Modem {
  std::string chat(const char *line);
};

// Every command is sent once; an unexpected answer ends the script.
bool dialUp(Modem &modem) {
  static const char *const script[][2] = {
      {"ATZ", "OK"}, {"ATE0", "OK"}, {"ATD*99#", "CONNECT"}};
  size_t step = 0;
next:
  if (modem.chat(script[step][0]) != script[step][1])
    return false;
  std::this_thread::sleep_for(100ms);
  if (++step < 3)
    goto next;
  return true;
}

struct Lexer {
  int peek() const;
  int get();
};

int skipBlanksAndComments(Lexer &in) {
again:
  while (in.peek() == ' ')
    in.get();
  if (in.peek() == '#') {
    while (in.peek() != '\n' && in.peek() != -1)
      in.get();
    goto again;
  }
  return in.peek();
}
