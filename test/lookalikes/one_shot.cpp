// RUN: %check_retry %s -- -std=c++20
// expect-none
// A single repeat after something changed: a token, a connection, an address.
#include <httplib.h>
#include <memory>
#include <stdexcept>
#include <string>

struct TokenCache {
  std::string current();
  std::string renew();
};

httplib::Result getProfile(httplib::Client &http, TokenCache &tokens) {
  std::string bearer = tokens.current();
  bool retried = false;
  for (;;) {
    auto res = http.Get("/me", {{"Authorization", "Bearer " + bearer}});
    if (!res || res->status != 401 || retried)
      return res;
    bearer = tokens.renew();
    retried = true;
  }
}

struct StaleConnection : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct Connection {
  std::string query(const std::string &sql);
};
struct Pool {
  std::shared_ptr<Connection> get();
  std::shared_ptr<Connection> fresh();
};

std::string readSetting(Pool &pool, const std::string &name) {
  auto conn = pool.get();
  const std::string sql = "SELECT value FROM settings WHERE name = " + name;
  try {
    return conn->query(sql);
  } catch (const StaleConnection &) {
    conn = pool.fresh();
  }
  return conn->query(sql);
}

struct Script {
  std::string sha, text;
};
struct Cache {
  // False with noscript set when the server does not have the script.
  bool evalsha(const std::string &sha, std::string &out, bool &noscript);
  bool load_script(const std::string &text);
};

bool runScript(Cache &cache, const Script &script, std::string &out) {
  bool loaded = false;
again:
  bool noscript = false;
  if (cache.evalsha(script.sha, out, noscript))
    return true;
  if (noscript && !loaded) {
    loaded = true;
    if (cache.load_script(script.text))
      goto again;
  }
  return false;
}

class Dialer {
public:
  int connect(const std::string &host, bool retried = false);

private:
  std::string resolve(const std::string &host, bool bypassCache);
  int open(const std::string &address);
};

int Dialer::connect(const std::string &host, bool retried) {
  int fd = open(resolve(host, retried));
  if (fd < 0 && !retried)
    return connect(host, true);
  return fd;
}

struct Reply {
  int status;
  std::string body;
};
struct Http2Session {
  Reply get(const std::string &path);
  bool reused() const;
  void reconnect();
};

Reply getOnLiveSession(Http2Session &session, const std::string &path) {
  Reply reply = session.get(path);
  if (reply.status == 0 && session.reused()) {
    session.reconnect();
    reply = session.get(path);
  }
  return reply;
}
