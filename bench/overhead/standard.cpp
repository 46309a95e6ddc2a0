// Sockets, threads and streams with nothing but POSIX and the standard library:
// retries of many kinds, and loops that are none.
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <future>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <netdb.h>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <sys/file.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <variant>
#include <vector>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

enum class Status { Ok, Busy, Refused, NotFound, Broken };

struct NetworkError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

Status sendOrder(const std::string &order);
bool publishEvent(const std::string &event);
std::string fetchInvoice(int id); // throws NetworkError
std::optional<std::string> fetchProfile(const std::string &user);
int connectDatabase(const char *dsn);
int postReport(const std::string &url, const std::string &body); // HTTP status
void log_warning(const std::string &text);

// --- retries -----------------------------------------------------------------

Status orderFixed(const std::string &order) {
  Status s = Status::Busy;
  for (int i = 0; i < 5 && s != Status::Ok; ++i) {
    s = sendOrder(order);
    if (s != Status::Ok)
      std::this_thread::sleep_for(1s);
  }
  return s;
}

bool publishAtOnce(const std::string &event) {
  for (int i = 0; i < 3; ++i)
    if (publishEvent(event))
      return true;
  return false;
}

std::string invoiceForEver(int id) {
  while (true) {
    try {
      return fetchInvoice(id);
    } catch (const NetworkError &e) {
      log_warning(e.what());
      std::this_thread::sleep_for(10s);
    }
  }
}

std::string invoiceDoubling(int id) {
  auto delay = 250ms;
  for (int left = 5;; --left) {
    try {
      return fetchInvoice(id);
    } catch (const NetworkError &) {
      if (left == 0)
        throw;
    }
    std::this_thread::sleep_for(delay);
    delay *= 2;
  }
}

std::string invoiceWell(int id, Clock::time_point deadline) {
  std::mt19937 dice{std::random_device{}()};
  for (int attempt = 1;; ++attempt) {
    try {
      return fetchInvoice(id);
    } catch (const NetworkError &e) {
      const milliseconds ceiling =
          std::min<milliseconds>(30s, 1s * (1 << (attempt - 1)));
      const milliseconds wait(
          std::uniform_int_distribution<long>(0, ceiling.count())(dice));
      if (attempt == 3 || Clock::now() + wait + 50ms >= deadline)
        throw;
      log_warning(e.what());
      std::this_thread::sleep_for(wait);
    }
  }
}

std::optional<std::string> profile(const std::string &user) {
  std::optional<std::string> found;
  int tries = 0;
  while (!(found = fetchProfile(user)) && ++tries < 4)
    std::this_thread::sleep_for(milliseconds(100 * tries));
  return found;
}

int database(const char *dsn) {
  int fd, tries = 0;
  while ((fd = connectDatabase(dsn)) < 0) {
    if (++tries > 10)
      return -1;
    sleep(3);
  }
  return fd;
}

bool report(const std::string &url, const std::string &body) {
  for (int i = 0; i < 4; ++i) {
    const int status = postReport(url, body);
    if (status >= 200 && status < 300)
      return true;
    usleep(500000);
  }
  return false;
}

bool reportTransient(const std::string &url, const std::string &body) {
  for (int i = 0; i < 3; ++i) {
    const int status = postReport(url, body);
    if (status == 200)
      return true;
    if (status != 503 && status != 429)
      return false;
    std::this_thread::sleep_for(std::chrono::seconds(1 << i));
  }
  return false;
}

int dial(int fd, const sockaddr *to, socklen_t size) {
  int left = 3;
again:
  if (connect(fd, to, size) == 0)
    return 0;
  if (errno == ECONNREFUSED && --left > 0) {
    sleep(1);
    goto again;
  }
  return -1;
}

int lookup(const char *host, addrinfo **found) {
  int rc = 0, n = 0;
  do {
    rc = getaddrinfo(host, nullptr, nullptr, found);
  } while (rc == EAI_AGAIN && n++ < 5);
  return rc;
}

bool lockFile(int fd) {
  const auto deadline = Clock::now() + 5s;
  while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK || Clock::now() > deadline)
      return false;
    std::this_thread::sleep_for(50ms);
  }
  return true;
}

void reconnect(const char *dsn, const std::atomic<bool> &stop,
               std::function<void(int)> work) {
  while (!stop) {
    const int fd = connectDatabase(dsn);
    if (fd < 0) {
      std::this_thread::sleep_for(5s);
      continue;
    }
    work(fd);
    close(fd);
  }
}

bool recursive(const std::string &event, int left) {
  if (publishEvent(event))
    return true;
  if (left <= 0)
    return false;
  std::this_thread::sleep_for(200ms);
  return recursive(event, left - 1);
}

template <typename F> auto attempt(F f, int n) {
  while (true) {
    try {
      return f();
    } catch (const NetworkError &) {
      if (--n == 0)
        throw;
      std::this_thread::sleep_for(1s);
    }
  }
}

std::string byTemplate(int id) {
  return attempt([id] { return fetchInvoice(id); }, 3);
}

Status bySwitch(const std::string &order) {
  for (unsigned n = 0;; ++n) {
    const Status s = sendOrder(order);
    switch (s) {
    case Status::Ok:
    case Status::NotFound:
    case Status::Broken:
      return s;
    case Status::Busy:
    case Status::Refused:
      if (n == 4)
        return s;
      std::this_thread::sleep_for(milliseconds(100u << n));
    }
  }
}

#define RETRY(call, times)                                                     \
  for (int n = 0; n < (times) && !(call); ++n)                                 \
  std::this_thread::sleep_for(100ms)

void byMacro(const std::string &event) { RETRY(publishEvent(event), 7); }

// --- no retries --------------------------------------------------------------

ssize_t readAll(int fd, char *data, size_t size) {
  size_t done = 0;
  while (done < size) {
    const ssize_t n = read(fd, data + done, size - done);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return n;
    done += size_t(n);
  }
  return ssize_t(done);
}

int acceptOne(int fd) {
  int peer;
  do
    peer = accept(fd, nullptr, nullptr);
  while (peer < 0 && errno == EINTR);
  return peer;
}

void publishEach(const std::vector<std::string> &events) {
  for (const std::string &event : events)
    if (!publishEvent(event))
      log_warning(event);
}

std::string firstProfile(const std::vector<std::string> &users) {
  for (const std::string &user : users)
    if (auto found = fetchProfile(user))
      return *found;
  return {};
}

template <typename T> class Queue {
public:
  void push(T value) {
    std::lock_guard<std::mutex> lock(Mutex);
    Items.push(std::move(value));
    Ready.notify_one();
  }
  T pop() {
    std::unique_lock<std::mutex> lock(Mutex);
    while (Items.empty())
      Ready.wait(lock);
    T value = std::move(Items.front());
    Items.pop();
    return value;
  }
  bool tryPop(T &value, milliseconds time) {
    std::unique_lock<std::mutex> lock(Mutex);
    while (Items.empty())
      if (Ready.wait_for(lock, time) == std::cv_status::timeout)
        return false;
    value = std::move(Items.front());
    Items.pop();
    return true;
  }

private:
  std::mutex Mutex;
  std::condition_variable Ready;
  std::queue<T> Items;
};

void consume(Queue<std::string> &queue, const std::atomic<bool> &stop) {
  std::string event;
  while (!stop)
    if (queue.tryPop(event, 100ms))
      publishEvent(event);
}

void frames(const std::atomic<bool> &stop, std::function<void(double)> draw) {
  auto last = Clock::now();
  while (!stop) {
    const auto now = Clock::now();
    draw(std::chrono::duration<double>(now - last).count());
    last = now;
    std::this_thread::sleep_for(16ms);
  }
}

bool waitFor(const std::function<bool()> &ready) {
  for (int i = 0; i < 50; ++i) {
    if (ready())
      return true;
    std::this_thread::yield();
  }
  return false;
}

int maximum(std::atomic<int> &most, int value) {
  int seen = most;
  while (seen < value && !most.compare_exchange_weak(seen, value)) {
  }
  return seen;
}

std::map<std::string, int> words(std::istream &in) {
  std::map<std::string, int> count;
  std::string word;
  while (in >> word)
    ++count[word];
  return count;
}

std::set<int> primes(int limit) {
  std::set<int> found;
  for (int n = 2; n < limit; ++n)
    if (std::none_of(found.begin(), found.end(),
                     [n](int p) { return n % p == 0; }))
      found.insert(n);
  return found;
}

std::vector<std::string> matches(const std::string &text) {
  static const std::regex number("[0-9]+");
  std::vector<std::string> all;
  for (std::sregex_iterator it(text.begin(), text.end(), number), end;
       it != end; ++it)
    all.push_back(it->str());
  return all;
}

double mean(const std::vector<std::variant<int, double>> &values) {
  double sum = 0;
  for (const auto &v : values)
    sum += std::visit([](auto n) { return double(n); }, v);
  return values.empty() ? 0 : sum / double(values.size());
}

int search(const std::array<int, 64> &sorted, int what) {
  int low = 0, high = 63;
  while (low <= high) {
    const int middle = low + (high - low) / 2;
    if (sorted[size_t(middle)] == what)
      return middle;
    if (sorted[size_t(middle)] < what)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

std::vector<int> gather(std::vector<std::future<int>> &futures) {
  std::vector<int> all;
  for (auto &f : futures) {
    while (f.wait_for(10ms) != std::future_status::ready)
      std::this_thread::yield();
    all.push_back(f.get());
  }
  return all;
}

std::string prompt(std::istream &in, std::ostream &out) {
  std::string answer;
  do {
    out << "yes or no? ";
  } while (std::getline(in, answer) && answer != "yes" && answer != "no");
  return answer;
}
