// RUN: %check_retry %s -- -std=c++20
// expect-none
// Who is asked changes places with another, or goes: each is asked in turn.
#include <algorithm>
#include <chrono>
#include <deque>
#include <iostream>
#include <list>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

struct Host {
  bool connect();
  std::string Name;
};
bool sendTo(const char *host);
void connectOrThrow(const std::string &host);

bool eitherEnd(int (&pipes)[2]) {
  for (int round = 0; round < 10; ++round) {
    if (write(pipes[0], "x", 1) == 1)
      return true;
    std::cerr << "write failed\n";
    std::swap(pipes[0], pipes[1]);
    usleep(1000);
  }
  return false;
}

bool primaryOrStandby(const char *primary, const char *standby) {
  for (int round = 0; round < 5; ++round) {
    if (sendTo(primary))
      return true;
    std::cerr << "send failed\n";
    std::swap(primary, standby);
    std::this_thread::sleep_for(100ms);
  }
  return false;
}

struct Pair {
  Host Active, Standby;
  bool send() {
    for (int round = 0; round < 4; ++round) {
      if (Active.connect())
        return true;
      std::cerr << "connect failed\n";
      std::swap(Active.Name, Standby.Name);
      std::this_thread::sleep_for(100ms);
    }
    return false;
  }
};

bool goAround(std::vector<const char *> &hosts) {
  for (int round = 0; round < 5; ++round) {
    if (sendTo(hosts[0]))
      return true;
    std::cerr << "send failed\n";
    std::rotate(hosts.begin(), hosts.begin() + 1, hosts.end());
    std::this_thread::sleep_for(100ms);
  }
  return false;
}

bool firstBecomesLast(std::deque<const char *> &hosts) {
  for (int round = 0; round < 5; ++round) {
    if (sendTo(hosts.front()))
      return true;
    std::cerr << "send failed\n";
    std::iter_swap(hosts.begin(), hosts.end() - 1);
    std::this_thread::sleep_for(100ms);
  }
  return false;
}

bool drawn(std::vector<const char *> &hosts, std::mt19937 &random) {
  for (int round = 0; round < 5; ++round) {
    if (sendTo(hosts.at(0)))
      return true;
    std::cerr << "send failed\n";
    std::shuffle(hosts.begin(), hosts.end(), random);
    std::this_thread::sleep_for(100ms);
  }
  return false;
}

bool whoFailsGoes(std::vector<std::string> &hosts) {
  for (auto it = hosts.begin(); it != hosts.end();) {
    try {
      connectOrThrow(*it);
      return true;
    } catch (const std::exception &e) {
      std::cerr << *it << " is down: " << e.what() << '\n';
      it = hosts.erase(it);
    }
  }
  return false;
}

bool whoFailsGoesAfterAWhile(std::list<Host> &hosts) {
  auto it = hosts.begin();
  while (it != hosts.end()) {
    if (it->connect())
      return true;
    std::cerr << "connect failed\n";
    it = hosts.erase(it);
    std::this_thread::sleep_for(100ms);
  }
  return false;
}

bool bestFirst(std::map<int, Host> &hosts) {
  while (!hosts.empty()) {
    auto it = hosts.begin();
    if (it->second.connect())
      return true;
    std::cerr << "connect failed\n";
    hosts.erase(it);
    std::this_thread::sleep_for(100ms);
  }
  return false;
}

bool lastFirst(std::vector<Host> &hosts) {
  while (!hosts.empty()) {
    if (hosts.back().connect())
      return true;
    std::cerr << "connect failed\n";
    hosts.pop_back();
    std::this_thread::sleep_for(100ms);
  }
  return false;
}

class Client {
public:
  bool connectAny() {
    for (int i = 0; i < 3 && !Hosts.empty(); ++i) {
      Current = Hosts.begin();
      try {
        connectOrThrow(*Current);
        return true;
      } catch (const std::exception &) {
        std::cerr << "connect failed\n";
        Current = Hosts.erase(Current);
        std::this_thread::sleep_for(100ms);
      }
    }
    return false;
  }

private:
  std::vector<std::string> Hosts;
  std::vector<std::string>::iterator Current;
};

// A list of one's own.
template <typename T> struct Ring {
  T *begin();
  T *end();
  T *erase(T *);
  bool empty() const;
};

bool ringOut(Ring<Host> &hosts) {
  for (Host *it = hosts.begin(); it != hosts.end();) {
    if (it->connect())
      return true;
    std::cerr << "connect failed\n";
    it = hosts.erase(it);
    std::this_thread::sleep_for(100ms);
  }
  return false;
}
