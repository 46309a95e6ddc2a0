// RUN: %check_retry %s --checks=retry-unclassified-error,retry-permanent-error -- -std=c++20
// A client that every round makes and sets up: whom it talks to was said when
// it was made, or by any of the calls that set it up.
#include <httplib.h>
#include <string>
#include <vector>

struct Peer {
  std::string host;
  int port;
};

struct PeerClient {
  PeerClient(const std::string &host, int port);
  void set_timeout(int seconds);
  void set_keepalive(bool on);
  void use_peer(const std::string &host);
  bool send_request(const std::string &text);
};

class Ring {
  std::vector<Peer> Peers;
  size_t Start = 0;

public:
  // The peer is in the constructor, and two calls come after it.
  bool ask(const std::string &text) {
    for (size_t i = 0; i < Peers.size(); ++i) {
      const Peer &peer = Peers[(Start + i) % Peers.size()];
      PeerClient link(peer.host, peer.port);
      link.set_timeout(2);
      link.set_keepalive(true);
      if (link.send_request(text))
        return true;
    }
    return false;
  }
};

// The peer is set first, on a link that lasts.
bool askOneByOne(PeerClient &link, const std::vector<Peer> &peers,
                 const std::string &text) {
  for (size_t i = 0; i < peers.size(); ++i) {
    link.use_peer(peers[i].host);
    link.set_timeout(2);
    if (link.send_request(text))
      return true;
  }
  return false;
}

bool fromAnyMirror(const std::vector<Peer> &mirrors, std::string &body) {
  for (size_t i = 0; i != mirrors.size(); ++i) {
    httplib::Client client(mirrors[i].host, mirrors[i].port);
    client.set_connection_timeout(1, 0);
    client.set_read_timeout(5, 0);
    auto res = client.Get("/index");
    if (res && res->status == 200) {
      body = res->body;
      return true;
    }
  }
  return false;
}

// The same peer in every round, however it is set up.
bool askAgain(const Peer &peer, const std::string &text) {
  for (int i = 0; i < 3; ++i) {
    PeerClient link(peer.host, peer.port);
    link.set_timeout(2);
    link.set_keepalive(true);
    if (link.send_request(text)) // expect: retry-unclassified-error
      return true;
  }
  return false;
}

bool askTheSameLink(PeerClient &link, const std::string &text) {
  for (int i = 0; i < 3; ++i) {
    link.set_keepalive(false);
    link.set_timeout(2);
    if (link.send_request(text)) // expect: retry-unclassified-error
      return true;
  }
  return false;
}

bool askTheOneInUse(PeerClient &link, const Peer &peer,
                    const std::string &text) {
  for (int i = 0; i < 3; ++i) {
    link.use_peer(peer.host);
    link.set_timeout(2);
    if (link.send_request(text)) // expect: retry-unclassified-error
      return true;
  }
  return false;
}

bool fetchAgain(const Peer &mirror, std::string &body) {
  for (int i = 0; i < 3; ++i) {
    httplib::Client client(mirror.host, mirror.port);
    client.set_connection_timeout(1, 0);
    client.set_read_timeout(5, 0);
    auto res = client.Get("/index"); // expect: retry-permanent-error
    if (res && res->status == 200) {
      body = res->body;
      return true;
    }
  }
  return false;
}
