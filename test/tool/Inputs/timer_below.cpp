#include <chrono>
#include <functional>

struct Loop {
  void runAfter(std::chrono::milliseconds time, std::function<void()> what);
};
struct Client {
  void connect(std::function<void(bool ok)> done);
};
class Session {
public:
  void start() {
    client_.connect([this](bool ok) { done(ok); });
  }

private:
  void done(bool ok) {
    if (!ok)
      loop_.runAfter(std::chrono::seconds(2), [this] { start(); });
  }
  Client client_;
  Loop loop_;
};
