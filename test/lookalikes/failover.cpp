// RUN: %check_retry %s -- -std=c++20
// expect-none
// Failover: every round asks somebody else, and each is asked once.
#include <chrono>
#include <httplib.h>
#include <iostream>
#include <list>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

struct Session;
struct ConnectError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
std::shared_ptr<Session> dial(const std::string &endpoint);

std::shared_ptr<Session> dialAny(const std::vector<std::string> &endpoints) {
  for (const auto &endpoint : endpoints) {
    try {
      return dial(endpoint);
    } catch (const ConnectError &e) {
      std::clog << endpoint << " is down, trying the next: " << e.what()
                << '\n';
    }
  }
  throw ConnectError("no endpoint left");
}

std::string fetchManifest(const std::list<std::string> &mirrors) {
  for (const auto &mirror : mirrors) {
    httplib::Client client(mirror);
    auto res = client.Get("/manifest.json");
    if (res && res->status == 200)
      return res->body;
    std::this_thread::sleep_for(100ms);
  }
  return {};
}

struct Resolver {
  bool query(const std::string &server, const std::string &name,
             std::string &out);
};

bool lookup(Resolver &resolver, const std::vector<std::string> &servers,
            size_t start, const std::string &name, std::string &out) {
  for (size_t attempt = 0; attempt < servers.size(); ++attempt) {
    const auto &server = servers[(start + attempt) % servers.size()];
    if (resolver.query(server, name, out))
      return true;
  }
  return false;
}

class BrokerClient {
public:
  bool connectOnce();

private:
  struct Node {
    std::string host;
    int port;
  };
  bool open(const Node &node);
  std::vector<Node> Nodes;
  size_t Current = 0;
};

bool BrokerClient::connectOnce() {
  size_t retriesLeft = Nodes.size();
  while (retriesLeft-- > 0) {
    if (open(Nodes[Current]))
      return true;
    Current = (Current + 1) % Nodes.size();
  }
  return false;
}

struct Carrier {
  virtual ~Carrier() = default;
  virtual int request_rate(long grams, double &price) = 0;
};

// Carriers are asked in order of preference until one answers.
int firstRate(std::vector<std::unique_ptr<Carrier>> &carriers, long grams,
              double &price) {
  int status = 503;
  for (auto it = carriers.begin(); it != carriers.end() && status >= 500; ++it)
    status = (*it)->request_rate(grams, price);
  return status;
}

bool tryHosts(const std::vector<std::string> &hosts, size_t attempt) {
  if (attempt == hosts.size())
    return false;
  httplib::Client client(hosts[attempt], 8500);
  if (auto res = client.Put("/v1/agent/leave"); res && res->status < 300)
    return true;
  return tryHosts(hosts, attempt + 1);
}
