#include <chrono>
#include <thread>

struct Client {
  bool send(const char *Text);
};

void deliver(Client &C) {
  while (!C.send("hello"))
    std::this_thread::sleep_for(std::chrono::seconds(1));
}
