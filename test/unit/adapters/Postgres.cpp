#include "Postgres.h"
#include <csignal>
#include <fcntl.h>
#include <pwd.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace loopback {

namespace {

/// PostgreSQL refuses to be run by root.
const passwd *otherUser() {
  return geteuid() == 0 ? getpwnam("postgres") : nullptr;
}

} // namespace

/// Ends with this process, however that ends.
pid_t Postgres::run(const std::vector<std::string> &command) const {
  const passwd *other = otherUser();
  pid_t parent = getpid(), child = fork();
  if (child != 0)
    return child;
  std::string log = folder / "log";
  int out = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  dup2(out, 1);
  dup2(out, 2);
  if (other && (setgid(other->pw_gid) != 0 || setuid(other->pw_uid) != 0))
    _exit(127);
  prctl(PR_SET_PDEATHSIG, SIGQUIT);
  if (getppid() != parent || chdir(folder.c_str()) != 0)
    _exit(127);
  std::vector<char *> words;
  for (const std::string &word : command)
    words.push_back(const_cast<char *>(word.c_str()));
  words.push_back(nullptr);
  execv(words[0], words.data());
  _exit(127);
}

Postgres::Postgres() {
  std::string name = "/tmp/retry-postgres-XXXXXX"; // the socket's name is short
  if (!mkdtemp(name.data()))
    throw std::runtime_error("no temporary folder");
  folder = name;
  if (const passwd *other = otherUser();
      other && chown(name.c_str(), other->pw_uid, other->pw_gid) != 0)
    throw std::runtime_error("cannot give the folder to the server");
  const std::string programs = POSTGRES_PROGRAMS, data = folder / "data";
  int status = 0;
  waitpid(run({programs + "/initdb", "-D", data, "-A", "trust", "-U", "test",
               "-E", "UTF8", "--no-locale", "--no-sync"}),
          &status, 0);
  if (status != 0)
    throw std::runtime_error("initdb failed: " + name + "/log");
  server =
      run({programs + "/postgres", "-D", data, "-k", name, "-c",
           "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=20"});
  // It says when it is ready; on a busy machine that takes its time.
  for (int tries = 0; PQping(conninfo().c_str()) != PQPING_OK; ++tries) {
    if (tries == 6000 || waitpid(server, &status, WNOHANG) != 0)
      throw std::runtime_error("postgres did not start: " + name + "/log");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

Postgres::~Postgres() {
  if (server > 0) {
    kill(server, SIGQUIT);
    waitpid(server, nullptr, 0);
  }
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

Postgres &Postgres::get() {
  static Postgres one;
  return one;
}

std::string Postgres::conninfo() const {
  return "host=" + folder.string() + " user=test dbname=postgres";
}

PGconn *Postgres::connect() const { return PQconnectdb(conninfo().c_str()); }

} // namespace loopback
