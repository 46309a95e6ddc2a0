// RUN: %check_retry %s -- -std=c++20
// expect-none
// Searches: each round narrows, shrinks or refines what it tries.
#include <memory>
#include <exception>
#include <cstdint>
#include <chrono>
#include <cmath>
#include <functional>
#include <iostream>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

struct CiServer {
  bool run_build(const std::string &commit);
};

// Bisection: the first bad commit.
std::string bisect(CiServer &ci, const std::vector<std::string> &commits) {
  size_t good = 0, bad = commits.size() - 1;
  while (bad - good > 1) {
    size_t mid = good + (bad - good) / 2;
    if (ci.run_build(commits[mid]))
      good = mid;
    else
      bad = mid;
    std::this_thread::sleep_for(1s);
  }
  return commits[bad];
}

double newton(const std::function<double(double)> &f,
              const std::function<double(double)> &slope, double x) {
  constexpr int MaxAttempts = 50;
  for (int attempt = 0; attempt < MaxAttempts; ++attempt) {
    double step = f(x) / slope(x);
    x -= step;
    if (std::fabs(step) < 1e-12)
      break;
  }
  return x;
}

struct Link {
  bool send_probe(int bytes);
};

int pathMtu(Link &link) {
  int size = 9000;
  while (!link.send_probe(size)) {
    size -= 100;
    if (size < 576)
      return 576;
    std::this_thread::sleep_for(50ms);
  }
  return size;
}

struct LoadTarget {
  double measure_latency(int rps);
};

int findCapacity(LoadTarget &target) {
  int rps = 10;
  int backoff = 10;
  do {
    if (target.measure_latency(rps) > 0.2) {
      backoff /= 2;
      rps -= backoff;
    } else {
      rps += backoff;
    }
    std::this_thread::sleep_for(10s);
  } while (backoff > 0 && rps < 100000);
  return rps;
}

struct Sample {
  double x, y;
};

// Rejection sampling.
Sample pointInDisc(std::mt19937 &rng) {
  std::uniform_real_distribution<double> side(-1, 1);
retry:
  Sample s{side(rng), side(rng)};
  if (s.x * s.x + s.y * s.y > 1)
    goto retry;
  return s;
}

struct Model {
  double fit(double learningRate);
};

std::optional<double> lineSearch(Model &model, double target) {
  for (double rate = 1.0; rate > 1e-8; rate *= 0.5) {
    if (model.fit(rate) < target)
      return rate;
    std::clog << "rate " << rate << " is too large, backing off\n";
  }
  return std::nullopt;
}

// A free port among the candidates; the helper writes the one it got.
struct UdpSocket {
  void bind(const char *address, uint16_t port, int family);
  void nonblocking();
  uint16_t port() const;
};

struct Endpoint {
  std::shared_ptr<UdpSocket> socket;
  int family;

  bool bind(uint16_t &port, const std::string &address) {
    try {
      socket->bind(address.c_str(), port, family);
      socket->nonblocking();
      port = socket->port();
      return true;
    } catch (const std::exception &e) {
      std::cerr << "cannot bind port " << port << ": " << e.what() << '\n';
    }
    return false;
  }

  bool bindOneOf(uint16_t &port, const std::string &address,
                 const std::vector<uint16_t> &candidates) {
    for (const auto &p : candidates) {
      port = p;
      if (bind(port, address))
        return true;
    }
    return false;
  }
};

struct Session {
  void select(const std::string &name);
  void begin();
  void open();
};

std::string firstThatOpens(Session &session, const std::vector<std::string> &names) {
  for (const std::string &name : names) {
    try {
      session.select(name);
      session.begin();
      session.open();
      return name;
    } catch (const std::exception &e) {
      std::cerr << name << ": " << e.what() << '\n';
    }
  }
  return {};
}
