// RUN: %check_retry %s -- -std=c++20
// expect-none
// Receives messages and hands them on.
#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>

using namespace std::chrono_literals;

struct Message {
  std::string topic, payload;
};
struct Consumer {
  // Null when nothing came within the time.
  std::unique_ptr<Message> poll(std::chrono::milliseconds timeout);
  void commit(const Message &m);
};

void consume(Consumer &consumer, const std::atomic<bool> &running,
             const std::function<void(const Message &)> &handler) {
  while (running) {
    auto message = consumer.poll(100ms);
    if (!message)
      continue;
    handler(*message);
    consumer.commit(*message);
  }
}

struct Frame {
  int opcode;
  std::string data;
};
class WebSocket {
public:
  bool recv(Frame &frame);
  bool send(const Frame &frame);
};

void echo(WebSocket &ws) {
  Frame frame;
  int attempts = 0;
  while (ws.recv(frame)) {
    if (frame.opcode == 8)
      break;
    if (!ws.send(frame) && ++attempts == 3)
      break;
  }
}

struct Reader {
  bool Read(Message *out);
};

size_t watchTopic(Reader &stream, std::map<std::string, std::string> &view) {
  Message m;
  size_t seen = 0;
  for (; stream.Read(&m); ++seen)
    view[m.topic] = m.payload;
  return seen;
}

class Bus {
public:
  void dispatchLoop();

private:
  std::optional<Message> receive();
  std::map<std::string, std::function<void(const Message &)>> Handlers;
  unsigned Retries = 0;
};

void Bus::dispatchLoop() {
  for (;;) {
    std::optional<Message> m = receive();
    if (!m)
      return;
    auto handler = Handlers.find(m->topic);
    if (handler == Handlers.end()) {
      ++Retries;
      continue;
    }
    try {
      handler->second(*m);
    } catch (const std::exception &e) {
      std::cerr << m->topic << ": " << e.what() << '\n';
    }
  }
}

struct Rpc {
  bool recv_request(std::string &request);
  void send_reply(const std::string &reply);
};
std::string execute(const std::string &request);

void rpcServer(Rpc &rpc) {
  std::string request;
  do {
    if (!rpc.recv_request(request))
      break;
    std::string reply;
    try {
      reply = execute(request);
    } catch (const std::exception &) {
      reply = "500 retry later";
    }
    rpc.send_reply(reply);
  } while (request != "BYE");
}
