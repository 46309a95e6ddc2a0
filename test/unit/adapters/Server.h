// An HTTP server on loopback that answers as it is told, request by request.
#ifndef RETRY_TEST_SERVER_H
#define RETRY_TEST_SERVER_H

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace loopback {

enum class Then {
  KeepOpen,
  Close, // after the answer, without having said so
  Cut,   // in the middle of the body
  Drop,  // without an answer
  Hang,  // no answer until the client goes away
  Stall, // half of the body, and then nothing
  Drip,  // a byte now and then, and there is no end to it
};

struct Answer {
  int status = 200;
  std::string retryAfter{}; // each line a header
  std::string body = "done";
  Then then = Then::KeepOpen;
};

struct Request {
  std::string method, target, body, key, contentType;
  int connection = 0; // counted from 1
};

/// A self-signed certificate for 127.0.0.1 and ledger.example, made by openssl
/// for this process.
struct Certificate {
  std::string certificate, key; // names of files
  static const Certificate &get();
};

class Server {
public:
  using Handler = std::function<Answer(const Request &)>;
  /// One answer for each request; the last one again for all that follow.
  explicit Server(std::vector<Answer> script, bool tls = false);
  explicit Server(Handler handler, bool tls = false);
  ~Server();

  int port() const;
  std::string url(const std::string &target = "/") const;
  /// What has been asked so far.
  std::vector<Request> seen() const;
  /// Returns when the server has closed `count` connections by itself.
  void awaitClosed(int count);

private:
  struct State;
  std::unique_ptr<State> state;
};

/// A port of 127.0.0.1 where nobody listens, and nobody else can.
class ClosedPort {
public:
  ClosedPort();
  ~ClosedPort();
  int port() const { return number; }

private:
  int socket, number;
};

} // namespace loopback

#endif
