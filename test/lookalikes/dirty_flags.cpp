// RUN: %check_retry %s -- -std=c++20
// expect-none
// What has changed is saved in the next round of a loop that goes on anyway.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

bool save_remote(const std::string &state);

class Keeper {
public:
  void run() {
    while (on_) {
      if (dirty_) {
        if (save_remote(state_))
          dirty_ = false;
        else
          std::fprintf(stderr, "save failed\n");
      }
      std::this_thread::sleep_for(std::chrono::seconds(10));
    }
  }

private:
  std::atomic<bool> on_{true};
  bool dirty_ = false;
  std::string state_;
};
void keep(Keeper &k) { k.run(); }

int publish_config(const char *text);
void publisher(const char *text) {
  bool published = false;
  for (;;) {
    if (!published && publish_config(text) == 0)
      published = true;
    sleep(60);
  }
}

struct Uplink {
  bool connected();
  bool connect(const char *to);
  void tick();
};
void housekeeping(Uplink &u, const std::atomic<bool> &on) {
  while (on) {
    if (!u.connected() && !u.connect("hub"))
      std::fprintf(stderr, "no uplink\n");
    u.tick();
    usleep(1000000);
  }
}

// One of several, and all of them in each round.
struct Player {
  std::string name;
  bool dirty;
};
bool save_player(const Player &p);
void ticks(std::vector<Player> &all, const bool &on) {
  while (on) {
    for (Player &p : all)
      if (p.dirty) {
        if (save_player(p))
          p.dirty = false;
        else
          std::fprintf(stderr, "could not save %s\n", p.name.c_str());
      }
    std::this_thread::sleep_for(std::chrono::seconds(5));
  }
}

struct Slot {
  int sequence;
  bool taken;
};
int upload_slot(const Slot *slot);
void pace(Slot *slot, const std::atomic<bool> &on) {
  while (on) {
    if (upload_slot(slot) == 0)
      ++slot->sequence;
    else
      std::fprintf(stderr, "upload failed\n");
    sleep(30);
  }
}
