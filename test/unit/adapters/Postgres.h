// A PostgreSQL server of this process's own, which listens on a socket in a
// temporary folder.
#ifndef RETRY_TEST_POSTGRES_H
#define RETRY_TEST_POSTGRES_H

#include <filesystem>
#include <libpq-fe.h>
#include <string>
#include <sys/types.h>
#include <vector>

namespace loopback {

class Postgres {
public:
  /// Started when first asked for. Throws if it does not start.
  static Postgres &get();
  ~Postgres();

  PGconn *connect() const; // the caller closes it
  std::string conninfo() const;

private:
  Postgres();
  pid_t run(const std::vector<std::string> &command) const;
  std::filesystem::path folder;
  pid_t server = -1;
};

} // namespace loopback

#endif
