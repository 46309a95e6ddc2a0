// RUN: %check_retry %s --checks=retry-fixed-interval -- -std=c++20
// The same request over another connection of a pool is a retry.
#include <iostream>
#include <unistd.h>

struct Connection {
  bool sendRequest(const char *request);
};
struct Pool {
  Connection *get();
  void discard(Connection *connection);
};
bool sendOver(Connection *connection, const char *request);
struct Peer;
struct Chooser {
  Peer *best();
  void count(int failures);
};
bool connectTo(Peer *peer);

bool byMethod(Pool &pool, const char *request) {
  for (int i = 0; i < 5; ++i) {
    Connection *connection = pool.get();
    if (connection->sendRequest(request))
      return true;
    std::cerr << "request failed\n";
    pool.discard(connection);
    sleep(2); // expect: retry-fixed-interval
  }
  return false;
}

bool byFunction(Pool &pool, const char *request) {
  for (int i = 0; i < 5; ++i) {
    Connection *connection = pool.get();
    if (sendOver(connection, request))
      return true;
    std::cerr << "request failed\n";
    pool.discard(connection);
    sleep(2); // expect: retry-fixed-interval
  }
  return false;
}

// Nobody says that it was this one.
bool sameChoice(Chooser &chooser) {
  for (int i = 0; i < 5; ++i) {
    if (connectTo(chooser.best()))
      return true;
    std::cerr << "no connection\n";
    chooser.count(i);
    sleep(2); // expect: retry-fixed-interval
  }
  return false;
}
