// RUN: %check_retry %s -- -std=c++20
// expect-none
// Looks for a free id, port or name: each round tries another one.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <unordered_set>

struct UserTable {
  bool exists(const std::string &handle);
  // False when the code is taken.
  bool insert_invite(const std::string &code, uint64_t inviter);
};

std::string freeHandle(UserTable &users, const std::string &wish) {
  std::string handle = wish;
  for (int attempt = 2; users.exists(handle); ++attempt)
    handle = wish + std::to_string(attempt);
  return handle;
}

std::string random_code(std::mt19937_64 &rng);

std::string createInvite(UserTable &users, std::mt19937_64 &rng, uint64_t who) {
  constexpr int MaxAttempts = 8;
  for (int attempt = 0; attempt < MaxAttempts; ++attempt) {
    std::string code = random_code(rng);
    if (users.insert_invite(code, who))
      return code;
  }
  throw std::runtime_error("no free invite code");
}

class Listener {
public:
  bool bind(const std::string &host, int port);
};

int bindAnywhere(Listener &listener, int first, int last) {
  int port = first;
  while (!listener.bind("127.0.0.1", port)) {
    if (++port > last)
      return -1;
  }
  return port;
}

std::filesystem::path scratchDir(const std::filesystem::path &base) {
  static std::mt19937 rng{std::random_device{}()};
  std::filesystem::path dir;
  do {
    dir = base / ("scratch-" + std::to_string(rng()));
  } while (!std::filesystem::create_directory(dir));
  return dir;
}

struct SessionMap {
  std::unordered_set<uint32_t> Ids;
  uint32_t Last = 0;
};

uint32_t allocateSession(SessionMap &map) {
retry:
  uint32_t id = ++map.Last;
  if (id == 0 || !map.Ids.insert(id).second)
    goto retry;
  return id;
}

std::string rotateLog(const std::string &name) {
  int n = 0;
  std::string candidate;
  for (;;) {
    candidate = name + "." + std::to_string(++n);
    if (std::ifstream probe(candidate); !probe)
      break;
  }
  std::filesystem::rename(name, candidate);
  return candidate;
}
