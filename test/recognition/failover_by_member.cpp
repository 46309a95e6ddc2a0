// RUN: %check_retry %s -- -std=c++20
// expect-none
// Each round takes another address out of a list and hands it to the object that
// connects: failover, although the call itself looks the same every time.
#include <string>
#include <vector>

struct Address {
  std::string Host;
  int Port;
};
struct Outcome {
  bool IsOK() const;
};
class Socket {
public:
  void setAddress(const Address &To) { Peer = To; }
  Outcome connect(int Window);

private:
  Address Peer;
};

class Stream {
public:
  Outcome enable() {
    Outcome St;
    while (!Addresses.empty()) {
      Sock->setAddress(Addresses.back());
      Addresses.pop_back();
      St = Sock->connect(30);
      if (St.IsOK())
        break;
    }
    return St;
  }

private:
  Socket *Sock;
  std::vector<Address> Addresses;
};
