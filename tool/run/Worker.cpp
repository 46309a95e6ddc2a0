#include "tool/run/Worker.h"
#include "clang/Basic/Stack.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <new>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

using namespace retrylint;

namespace {

/// A worker that holds more than this makes room for a fresh one.
constexpr long LargeInKilobytes = 512 << 10;

void limit(int Resource, rlim_t Value) {
  rlimit Limit;
  getrlimit(__rlimit_resource_t(Resource), &Limit);
  Limit.rlim_cur = std::min(Value, Limit.rlim_max);
  setrlimit(__rlimit_resource_t(Resource), &Limit);
}

/// The code that is analysed, and how, may be a stranger's: it writes no file,
/// leaves no core dump, prints nothing, and ends with its parent.
void confine(uint64_t Memory) {
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_DATA, Memory);
  signal(SIGXFSZ, SIG_IGN);
  signal(SIGINT, SIG_IGN); // the parent decides
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  int Nowhere = open("/dev/null", O_RDWR);
  for (int Standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    dup2(Nowhere, Standard);
  std::set_new_handler([] { _exit(OutOfMemory); });
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { _exit(OutOfMemory); });
}

bool receiveBytes(int Socket, void *Bytes, size_t Size) {
  return recv(Socket, Bytes, Size, MSG_WAITALL) == static_cast<ssize_t>(Size);
}

} // namespace

bool retrylint::sendBytes(int Socket, const void *Bytes, size_t Size) {
  auto *At = static_cast<const char *>(Bytes);
  while (Size) {
    ssize_t Sent = send(Socket, At, Size, MSG_NOSIGNAL);
    if (Sent < 0 && errno == EINTR)
      continue;
    if (Sent <= 0)
      return false;
    At += Sent;
    Size -= Sent;
  }
  return true;
}

void retrylint::serve(int Socket, uint64_t Memory,
                      llvm::function_ref<std::string(size_t Job)> Work) {
  confine(Memory);
  clang::noteBottomOfStack();
  size_t Job = 0;
  while (receiveBytes(Socket, &Job, sizeof(Job))) {
    std::string Answer = Work(Job);
    rusage Used;
    getrusage(RUSAGE_SELF, &Used);
    AnswerHeader Header{Answer.size(), Used.ru_maxrss > LargeInKilobytes};
    if (!sendBytes(Socket, &Header, sizeof(Header)) ||
        !sendBytes(Socket, Answer.data(), Answer.size()) || Header.Last)
      break;
  }
  _exit(0); // nothing of the parent's is to be flushed or torn down
}
