// RUN: %check_retry %s -- -std=c++20
// expect-none
// A call that a signal or a full buffer interrupted is taken up again.
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <time.h>
#include <unistd.h>

template <typename Call> auto retryOnInterrupt(Call call) {
  decltype(call()) r;
  do {
    r = call();
  } while (r == -1 && errno == EINTR);
  return r;
}

int openLog(const char *path) {
  return retryOnInterrupt(
      [&] { return ::open(path, O_WRONLY | O_APPEND | O_CLOEXEC); });
}

class Pipe {
public:
  long read(void *buffer, size_t size);

private:
  int Fd = -1;
};

long Pipe::read(void *buffer, size_t size) {
  constexpr int maxRetries = 5;
  for (int retries = 0;; ++retries) {
    long n = ::read(Fd, buffer, size);
    if (n >= 0)
      return n;
    if (errno != EINTR || retries == maxRetries)
      throw std::system_error(errno, std::generic_category(), "read");
  }
}

bool readable(int fd, int timeoutMs) {
  pollfd p{fd, POLLIN, 0};
  while (true) {
    int n = ::poll(&p, 1, timeoutMs);
    if (n >= 0)
      return n == 1;
    if (errno == EINTR)
      continue;
    return false;
  }
}

void snooze(long milliseconds) {
  timespec left{milliseconds / 1000, milliseconds % 1000 * 1'000'000};
  while (::nanosleep(&left, &left) == -1 && errno == EINTR) {
  }
}

int joinProcess(pid_t pid) {
  int status = 0;
again:
  if (::waitpid(pid, &status, 0) == -1) {
    if (errno == EINTR)
      goto again;
    return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
