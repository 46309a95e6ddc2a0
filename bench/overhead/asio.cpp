// A broker client on Boost.Asio: retries of many kinds, and loops that are
// none.
#include <boost/asio.hpp>
#include <chrono>
#include <deque>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace {

std::mt19937 &dice() {
  thread_local std::mt19937 engine{std::random_device{}()};
  return engine;
}

std::chrono::milliseconds fullJitter(int retry) {
  const auto ceiling =
      std::min<std::chrono::milliseconds>(30s, 1s * (1 << retry));
  return std::chrono::milliseconds(
      std::uniform_int_distribution<long>(0, ceiling.count())(dice()));
}

bool isTransient(const error_code &ec) {
  return ec == asio::error::connection_refused ||
         ec == asio::error::timed_out || ec == asio::error::connection_reset;
}

void pause(asio::io_context &io, std::chrono::milliseconds time) {
  asio::steady_timer timer(io);
  timer.expires_after(time);
  timer.wait();
}

} // namespace

// --- retries -----------------------------------------------------------------

bool connectFixed(tcp::socket &socket, const tcp::endpoint &to) {
  for (int i = 0; i < 5; ++i) {
    error_code ec;
    socket.connect(to, ec);
    if (!ec)
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}

void connectForEver(tcp::socket &socket, const tcp::endpoint &to) {
  while (true) {
    try {
      socket.connect(to);
      return;
    } catch (const boost::system::system_error &e) {
      std::cerr << e.what() << "\n";
      std::this_thread::sleep_for(500ms);
    }
  }
}

bool connectAtOnce(tcp::socket &socket, const tcp::endpoint &to) {
  error_code ec;
  int left = 10;
  do {
    socket.connect(to, ec);
  } while (ec && --left > 0);
  return !ec;
}

void connectDoubling(tcp::socket &socket, const tcp::endpoint &to) {
  auto delay = 100ms;
  for (int i = 0;; ++i) {
    error_code ec;
    socket.connect(to, ec);
    if (!ec)
      return;
    if (i == 6)
      throw boost::system::system_error(ec);
    std::this_thread::sleep_for(delay);
    delay = std::min<std::chrono::milliseconds>(delay * 2, 10s);
  }
}

error_code connectWell(tcp::socket &socket, const tcp::endpoint &to,
                       Clock::time_point deadline) {
  for (int attempt = 1;; ++attempt) {
    error_code ec;
    socket.connect(to, ec);
    if (!isTransient(ec) || attempt == 3)
      return ec;
    const auto wait = fullJitter(attempt - 1);
    if (Clock::now() + wait + 50ms >= deadline)
      return ec;
    std::clog << "connect: attempt " << attempt << ": " << ec.message() << "\n";
    socket.close();
    std::this_thread::sleep_for(wait);
  }
}

tcp::resolver::results_type resolve(asio::io_context &io,
                                    const std::string &host) {
  tcp::resolver resolver(io);
  int tries = 0;
again:
  error_code ec;
  auto found = resolver.resolve(host, "5672", ec);
  if (ec == asio::error::host_not_found_try_again && ++tries < 3) {
    pause(io, 250ms);
    goto again;
  }
  return found;
}

size_t sendHeartbeat(tcp::socket &socket, const std::string &frame) {
  unsigned tries = 0;
  while (tries < 4) {
    try {
      return asio::write(socket, asio::buffer(frame));
    } catch (const std::exception &) {
      ++tries;
      std::this_thread::sleep_for(std::chrono::milliseconds(tries * 100));
    }
  }
  throw std::runtime_error("no heartbeat");
}

class Session {
public:
  explicit Session(asio::io_context &io) : Io(io), Socket(io), Timer(io) {}
  bool open();
  bool authenticate(const std::string &user);
  bool subscribe(const std::string &topic);
  void run();
  void rearm();
  void stop() { Stopping = true; }

private:
  error_code handshake();
  asio::io_context &Io;
  tcp::socket Socket;
  asio::steady_timer Timer;
  tcp::endpoint Peer;
  std::atomic<bool> Stopping{false};
  int MaxTries = 5;
  std::chrono::milliseconds Delay{200};
};

bool Session::open() {
  for (int i = 0; i < MaxTries; ++i) {
    error_code ec;
    Socket.connect(Peer, ec);
    if (!ec)
      ec = handshake();
    if (!ec)
      return true;
    Socket.close();
    std::this_thread::sleep_for(Delay);
  }
  return false;
}

bool Session::authenticate(const std::string &user) {
  for (int tries = 3; tries > 0; --tries) {
    error_code ec;
    asio::write(Socket, asio::buffer("AUTH " + user), ec);
    if (!ec)
      return true;
    if (!isTransient(ec))
      return false;
    pause(Io, Delay * (4 - tries));
  }
  return false;
}

bool Session::subscribe(const std::string &topic) {
  const auto deadline = Clock::now() + 10s;
  while (Clock::now() < deadline) {
    error_code ec;
    asio::write(Socket, asio::buffer("SUB " + topic), ec);
    if (!ec)
      return true;
    std::this_thread::sleep_for(fullJitter(0));
  }
  return false;
}

void Session::run() {
  while (!Stopping) {
    error_code ec;
    Socket.connect(Peer, ec);
    if (ec) {
      std::this_thread::sleep_for(5s);
      continue;
    }
    Io.run();
  }
}

void Session::rearm() {
  Timer.expires_after(Delay);
  Timer.async_wait([this](error_code ec) {
    if (ec)
      return;
    Socket.async_connect(Peer, [this](error_code failed) {
      if (failed && !Stopping)
        rearm();
    });
  });
}

bool recurse(tcp::socket &socket, const tcp::endpoint &to, int left) {
  error_code ec;
  socket.connect(to, ec);
  if (!ec)
    return true;
  if (left == 0)
    return false;
  std::this_thread::sleep_for(2s);
  return recurse(socket, to, left - 1);
}

template <typename Operation>
bool withRetries(Operation operation, int attempts) {
  for (int i = 0; i < attempts; ++i) {
    if (operation())
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100 << i));
  }
  return false;
}

bool useTemplate(tcp::socket &socket, const tcp::endpoint &to) {
  return withRetries(
      [&] {
        error_code ec;
        socket.connect(to, ec);
        return !ec;
      },
      4);
}

std::optional<std::string> request(tcp::socket &socket,
                                   const std::string &text) {
  int tries = 0;
  std::optional<std::string> answer;
  while (!answer && tries++ < 3) {
    error_code ec;
    asio::write(socket, asio::buffer(text), ec);
    if (ec) {
      std::this_thread::sleep_for(fullJitter(tries));
      continue;
    }
    std::string line;
    asio::read_until(socket, asio::dynamic_buffer(line), '\n', ec);
    if (!ec)
      answer = line;
  }
  return answer;
}

// --- no retries --------------------------------------------------------------

bool connectAny(tcp::socket &socket, const std::vector<tcp::endpoint> &all) {
  for (const tcp::endpoint &to : all) {
    error_code ec;
    socket.close(ec);
    socket.connect(to, ec);
    if (!ec)
      return true;
  }
  return false;
}

void acceptAll(asio::io_context &io, tcp::acceptor &acceptor) {
  while (true) {
    error_code ec;
    tcp::socket peer(io);
    acceptor.accept(peer, ec);
    if (ec == asio::error::operation_aborted)
      return;
    if (!ec)
      std::thread([s = std::move(peer)]() mutable { s.close(); }).detach();
  }
}

size_t writeAll(tcp::socket &socket, const char *data, size_t size) {
  size_t done = 0;
  while (done < size) {
    error_code ec;
    done += socket.write_some(asio::buffer(data + done, size - done), ec);
    if (ec)
      break;
  }
  return done;
}

std::string readLine(tcp::socket &socket) {
  std::string line;
  char c = 0;
  while (c != '\n') {
    error_code ec;
    if (socket.read_some(asio::buffer(&c, 1), ec) == 0)
      break;
    line += c;
  }
  return line;
}

void flush(tcp::socket &socket, std::deque<std::string> &queue) {
  while (!queue.empty()) {
    error_code ec;
    asio::write(socket, asio::buffer(queue.front()), ec);
    if (ec)
      return;
    queue.pop_front();
  }
}

void heartbeat(tcp::socket &socket, const std::atomic<bool> &stop) {
  while (!stop) {
    error_code ec;
    asio::write(socket, asio::buffer("\n", 1), ec);
    if (ec)
      break;
    std::this_thread::sleep_for(10s);
  }
}

bool waitReady(const std::atomic<bool> &ready) {
  for (int i = 0; i < 100; ++i) {
    if (ready)
      return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

void pump(asio::io_context &io, const std::atomic<bool> &stop) {
  while (!stop) {
    if (io.poll_one() == 0)
      std::this_thread::sleep_for(1ms);
  }
}

int freePort(asio::io_context &io) {
  for (unsigned short port = 20000; port < 20100; ++port) {
    tcp::acceptor acceptor(io);
    error_code ec;
    acceptor.open(tcp::v4(), ec);
    acceptor.bind({tcp::v4(), port}, ec);
    if (!ec)
      return port;
  }
  return -1;
}

size_t total(const std::map<std::string, std::vector<int>> &all) {
  size_t sum = 0;
  for (const auto &[name, values] : all)
    for (int v : values)
      sum += v > 0 ? v : 0;
  return sum;
}

std::vector<std::string> split(const std::string &text, char at) {
  std::vector<std::string> parts;
  size_t from = 0, to;
  while ((to = text.find(at, from)) != std::string::npos) {
    parts.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  parts.push_back(text.substr(from));
  return parts;
}

void spin(std::atomic_flag &lock) {
  while (lock.test_and_set(std::memory_order_acquire))
    std::this_thread::yield();
}

int increment(std::atomic<int> &value, int limit) {
  int seen = value.load();
  while (seen < limit && !value.compare_exchange_weak(seen, seen + 1)) {
  }
  return seen;
}

void broadcast(std::vector<std::shared_ptr<tcp::socket>> &peers,
               const std::string &text) {
  for (auto &peer : peers) {
    error_code ec;
    asio::write(*peer, asio::buffer(text), ec);
    if (ec)
      peer->close(ec);
  }
}
