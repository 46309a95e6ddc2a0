// RUN: %check_retry %s -- -std=c++20
// expect-none
// Something hands out one after the other, for as long as there are any.
#include <iostream>
#include <memory>
#include <unistd.h>

struct Peer;
struct Server;
struct Cluster;
struct PeerList {
  Peer *candidate();
  std::shared_ptr<Peer> bestOf(int group);
  void failed(Peer *peer);
};
bool connectTo(Peer *peer);
enum Result { Ok, Failed, End, Timeout };
Result fetchResponse(Server *server, char *buffer, int size);
extern "C" Server *readable_server(Cluster *cluster, int *error);

bool connectAny(PeerList &list) {
  while (Peer *peer = list.candidate()) {
    if (connectTo(peer))
      return true;
    std::cerr << "no connection\n";
    list.failed(peer);
  }
  return false;
}

bool connectBest(PeerList &list) {
  while (auto peer = list.bestOf(1)) {
    if (connectTo(peer.get()))
      return true;
    std::cerr << "no connection\n";
    usleep(1000);
  }
  return false;
}

Result dump(Cluster *cluster) {
  char buffer[100];
  int error;
  Server *server;
  while ((server = readable_server(cluster, &error))) {
    Result result = fetchResponse(server, buffer, sizeof buffer);
    if (result == Ok)
      return Ok;
    if (result == Failed || result == Timeout)
      continue;
    return result;
  }
  return End;
}

bool someOf(PeerList &list) {
  Peer *peer;
  for (int i = 0; i < 10 && (peer = list.candidate()); ++i) {
    if (connectTo(peer))
      return true;
    std::cerr << "no connection\n";
    usleep(1000);
  }
  return false;
}

// Who chooses is told who failed, and chooses another.
struct Chooser {
  Peer *best(long now);
  Peer *choose();
  void countFailure(Peer *peer);
  void ban(Peer *peer);
};
long now();

class Torrent {
public:
  bool connectSome() {
    for (int i = 0; i < 10; ++i) {
      Peer *peer = List->best(now());
      if (!peer)
        return false;
      if (connectToPeer(peer))
        return true;
      ++Missed;
      List->ban(peer);
    }
    return false;
  }

  void fill() {
    for (int steps = 0; steps < 10; ++steps)
      if (tryConnect())
        return;
  }

private:
  bool connectToPeer(Peer *peer);
  bool tryConnect() {
    Peer *peer = List->best(now());
    if (!peer)
      return false;
    if (!connectToPeer(peer)) {
      std::cerr << "no connection\n";
      List->countFailure(peer);
      return false;
    }
    return true;
  }
  Chooser *List;
  int Missed = 0;
};

bool chosen(Chooser &chooser) {
  for (int i = 0; i < 5; ++i) {
    Peer *peer = chooser.choose();
    if (connectTo(peer))
      return true;
    std::cerr << "no connection\n";
    chooser.countFailure(peer);
    usleep(1000);
  }
  return false;
}
