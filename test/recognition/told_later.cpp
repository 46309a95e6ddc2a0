// RUN: %check_retry %s --checks=retry-fixed-interval,retry-unbounded,retry-immediate -- -std=c++20
// The attempt only begins something. A later call on the same object, descriptor
// or future tells how it ended.
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <future>
#include <poll.h>
#include <string>
#include <sys/select.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace std::chrono_literals;

struct Reply {
  int status;
  std::string body;
};
std::future<Reply> send_async(const std::string &url);
struct Client {
  std::future<int> publish(const std::string &text);
  std::future<void> send(const std::string &text);
  std::future<bool> connect();
};

bool ready_and_good(const std::string &url) {
  for (int i = 0; i < 3; ++i) {
    auto reply = send_async(url);
    if (reply.wait_for(2s) == std::future_status::ready && reply.get().status == 200)
      return true;
    std::this_thread::sleep_for(1s); // expect: retry-fixed-interval "1 s, 1 s"
  }
  return false;
}

bool throws_later(Client &client, const std::string &text) {
  for (int i = 0; i < 3; ++i) {
    auto sent = client.send(text);
    try {
      sent.get();
      return true;
    } catch (const std::exception &) {
      std::this_thread::sleep_for(1s); // expect: retry-fixed-interval
    }
  }
  return false;
}

int gives_a_code(Client &client, const std::string &text) {
  int rc = -1;
  for (int i = 0; i < 3; ++i) {
    rc = client.publish(text).get();
    if (rc == 0)
      break;
    std::this_thread::sleep_for(1s); // expect: retry-fixed-interval
  }
  return rc;
}

void gives_a_bool(Client &client) {
  while (!client.connect().get()) // expect: retry-unbounded
    std::this_thread::sleep_for(5s); // expect: retry-fixed-interval
}

bool in_time_or_again(Client &client, const std::string &text) {
  for (int i = 0; i < 3; ++i) {
    std::future<void> sent = client.send(text);
    if (sent.wait_until(std::chrono::steady_clock::now() + 3s) != std::future_status::timeout)
      return true;
    std::this_thread::sleep_for(1s); // expect: retry-fixed-interval
  }
  return false;
}

bool at_once(Client &client) {
  for (int i = 0; i < 3; ++i)
    if (client.connect().get()) // expect: retry-immediate
      return true;
  return false;
}

// ---- descriptors

int poll_then_ask(const sockaddr *to, socklen_t size) {
  for (int i = 0; i < 5; ++i) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    connect(fd, to, size);
    pollfd p = {fd, POLLOUT, 0};
    int error = 0;
    socklen_t length = sizeof error;
    if (poll(&p, 1, 3000) > 0 && getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) == 0 && !error)
      return fd;
    close(fd);
    sleep(1); // expect: retry-fixed-interval
  }
  return -1;
}

static int wait_writable(int fd, int seconds) {
  fd_set writable;
  FD_ZERO(&writable);
  FD_SET(fd, &writable);
  timeval limit = {seconds, 0};
  return select(fd + 1, nullptr, &writable, nullptr, &limit);
}

int select_in_a_helper(const sockaddr *to, socklen_t size) {
  int tries = 0;
retry:
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  fcntl(fd, F_SETFL, O_NONBLOCK);
  int rc = connect(fd, to, size);
  if (rc == 0 || errno == EINPROGRESS) {
    int error = 0;
    socklen_t length = sizeof error;
    if (wait_writable(fd, 2) > 0 && getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) == 0 && error == 0)
      return fd;
  }
  close(fd);
  if (++tries < 4) {
    sleep(2); // expect: retry-fixed-interval
    goto retry;
  }
  return -1;
}

int readable_events(const sockaddr *to, socklen_t size) {
  for (;;) { // expect: retry-unbounded
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    connect(fd, to, size);
    pollfd p{};
    p.fd = fd;
    p.events = POLLOUT;
    if (poll(&p, 1, 500) == 1 && !(p.revents & (POLLERR | POLLHUP)))
      return fd;
    close(fd);
    sleep(3); // expect: retry-fixed-interval
  }
}

// A request that is sent again when no answer comes in time.
ssize_t ask_again(int fd, const std::string &query, char *answer, size_t room) {
  for (int tries = 0; tries < 3; ++tries) {
    if (send(fd, query.data(), query.size(), 0) < 0)
      return -1;
    pollfd p = {fd, POLLIN, 0};
    if (poll(&p, 1, 1000) > 0)
      return recv(fd, answer, room, 0);
    sleep(1); // expect: retry-fixed-interval
  }
  return -1;
}

// ---- no retries

// Waits for something else.
void other_descriptor(int fd, int keyboard, const std::string &text) {
  for (;;) {
    send(fd, text.data(), text.size(), 0);
    pollfd p = {keyboard, POLLIN, 0};
    if (poll(&p, 1, 1000) > 0)
      return;
  }
}

// Asks until the one thing that was begun is there.
int until_ready(Client &client, const std::string &text) {
  auto sent = client.publish(text);
  while (sent.wait_for(100ms) != std::future_status::ready)
    std::this_thread::yield();
  return sent.get();
}

// One for each.
int all_of_them(Client &client, const std::vector<std::string> &texts) {
  int failed = 0;
  for (const std::string &text : texts)
    failed += client.publish(text).get() != 0;
  return failed;
}

// Goes round when it worked.
void heartbeat(Client &client) {
  while (client.connect().get())
    std::this_thread::sleep_for(30s);
}
