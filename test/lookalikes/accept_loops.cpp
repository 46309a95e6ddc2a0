// RUN: %check_retry %s -- -std=c++20
// expect-none
// A server accepts one client after the other.
#include <atomic>
#include <cerrno>
#include <chrono>
#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <sys/socket.h>
#include <system_error>
#include <thread>
#include <unistd.h>

using namespace std::chrono_literals;

struct Client;
struct Acceptor {
  std::unique_ptr<Client> accept();
  std::shared_ptr<Client> accept(std::error_code &ec);
};
void serve(std::shared_ptr<Client> client);

void acceptUntilClosed(Acceptor &acceptor, const std::atomic<bool> &closing) {
  while (!closing) {
    std::error_code ec;
    auto client = acceptor.accept(ec);
    if (ec) {
      std::cerr << "accept: " << ec.message() << '\n';
      continue;
    }
    serve(client);
  }
}

class Gateway {
public:
  void run();

private:
  void spawn(int fd);
  int ListenFd = -1;
  bool Running = true;
};

// Out of descriptors: other clients have to leave first.
void Gateway::run() {
  auto backoff = 5ms;
  while (Running) {
    int fd = ::accept4(ListenFd, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0) {
      if (errno == EMFILE || errno == ENFILE) {
        std::this_thread::sleep_for(backoff);
        continue;
      }
      throw std::system_error(errno, std::generic_category(), "accept");
    }
    spawn(fd);
  }
}

struct Endpoint {
  // 0 for a peer that is not welcome, negative when the listener is closed.
  int wait_for_peer();
};

void pairing(Endpoint &endpoint, int maxClients) {
  int attempts = 0;
  for (int clients = 0; clients < maxClients; ++attempts) {
    int id = endpoint.wait_for_peer();
    if (id < 0)
      return;
    if (id == 0)
      continue;
    std::clog << "peer " << id << " after " << attempts << " knocks\n";
    ++clients;
  }
}

struct Ftp {
  int accept_data();
  void serve_data(int fd);
  bool quit() const;
};

void controlSession(Ftp &ftp) {
  do {
    int data = ftp.accept_data();
    if (data == -1)
      break;
    ftp.serve_data(data);
    ::close(data);
  } while (!ftp.quit());
}

void handle(int fd);

[[noreturn]] void preforked(int listener) {
retry:
  int fd = ::accept(listener, nullptr, nullptr);
  if (fd >= 0) {
    try {
      handle(fd);
    } catch (const std::exception &e) {
      std::cerr << e.what() << '\n';
    }
    ::close(fd);
  }
  goto retry;
}
