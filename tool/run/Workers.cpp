#include "tool/run/Workers.h"
#include "tool/run/Worker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <cstring>
#include <optional>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace retrylint;
using Clock = std::chrono::steady_clock;

namespace {

volatile sig_atomic_t Caught = 0;

/// While it lives, SIGINT and SIGTERM are only noted, and only within poll.
class Signals {
public:
  Signals() {
    sigset_t Blocked;
    sigemptyset(&Blocked);
    struct sigaction Note = {};
    Note.sa_handler = [](int Signal) { Caught = Signal; };
    for (int Signal : {SIGINT, SIGTERM}) {
      sigaddset(&Blocked, Signal);
      sigaction(Signal, &Note, &Before[Signal == SIGTERM]);
    }
    sigprocmask(SIG_BLOCK, &Blocked, &Usual);
  }
  ~Signals() {
    sigaction(SIGINT, &Before[0], nullptr);
    sigaction(SIGTERM, &Before[1], nullptr);
    sigprocmask(SIG_SETMASK, &Usual, nullptr);
  }
  sigset_t Usual;

private:
  struct sigaction Before[2];
};

struct Worker {
  pid_t Process = 0; // 0: none
  int Socket = -1;
  std::optional<size_t> Job;
  Clock::time_point Deadline;
  std::string Received;
};

std::string describeEnd(int Status, uint64_t Memory) {
  if (WIFEXITED(Status) && WEXITSTATUS(Status) == OutOfMemory)
    return llvm::formatv("needed more than {0} MB of memory", Memory >> 20);
  std::string How = WIFSIGNALED(Status)
                        ? std::string(strsignal(WTERMSIG(Status)))
                        : llvm::formatv("exit code {0}", WEXITSTATUS(Status));
  return "the analysis crashed (" + How + "); please report this with the file";
}

class Pool {
public:
  Pool(size_t Count, const WorkerLimits &Limits, const WorkerCalls &Calls)
      : Count(Count), Limits(Limits), Calls(Calls),
        All(std::min<size_t>(Limits.Jobs, Count)) {}
  ~Pool() {
    for (Worker &W : All)
      end(W, SIGKILL);
  }

  int run() {
    while (!Caught) {
      for (Worker &W : All)
        if (!W.Job && Next < Count)
          give(W, Next++);
      if (llvm::none_of(All, [](const Worker &W) { return W.Job; }))
        break;
      wait();
    }
    return Caught;
  }

private:
  void start(Worker &W) {
    int Ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Ends))
      return;
    llvm::outs().flush(); // or the worker would own a copy
    llvm::errs().flush();
    W.Process = fork();
    if (W.Process == 0) {
      for (Worker &Other : All)
        if (Other.Socket >= 0)
          close(Other.Socket);
      close(Ends[0]);
      sigprocmask(SIG_SETMASK, &Noted.Usual, nullptr);
      serve(Ends[1], Limits.Memory, Calls.Work);
    }
    close(Ends[1]);
    W.Socket = Ends[0];
    if (W.Process < 0)
      end(W, 0);
  }

  /// Gives the status of its process.
  int end(Worker &W, int Signal) {
    int Status = 0;
    if (W.Socket >= 0)
      close(W.Socket);
    if (W.Process > 0) {
      if (Signal)
        kill(W.Process, Signal);
      while (waitpid(W.Process, &Status, 0) < 0 && errno == EINTR)
        ;
    }
    W = Worker();
    return Status;
  }

  void give(Worker &W, size_t Job) {
    if (!W.Process)
      start(W);
    if (!W.Process || !sendBytes(W.Socket, &Job, sizeof(Job))) {
      end(W, SIGKILL);
      return Calls.Failed(Job, "no process could be started for it");
    }
    W.Job = Job;
    W.Deadline = Clock::now() + std::chrono::seconds(Limits.Seconds);
    Calls.Begun(Job);
  }

  void wait() {
    std::vector<pollfd> Sockets;
    std::vector<Worker *> Busy;
    Clock::time_point First = Clock::time_point::max();
    for (Worker &W : All)
      if (W.Job) {
        Sockets.push_back({W.Socket, POLLIN, 0});
        Busy.push_back(&W);
        First = std::min(First, W.Deadline);
      }
    timespec Left = {};
    if (auto Time = First - Clock::now(); Time.count() > 0) {
      auto Whole = std::chrono::floor<std::chrono::seconds>(Time);
      Left.tv_sec = Whole.count();
      Left.tv_nsec = std::chrono::nanoseconds(Time - Whole).count();
    }
    if (ppoll(Sockets.data(), Sockets.size(), Limits.Seconds ? &Left : nullptr,
              &Noted.Usual) < 0)
      return; // a signal
    for (auto [W, Socket] : llvm::zip(Busy, Sockets)) {
      if (Socket.revents)
        receive(*W);
      if (W->Job && Limits.Seconds && Clock::now() >= W->Deadline)
        fail(*W, SIGKILL,
             llvm::formatv("took longer than {0} s", Limits.Seconds));
    }
  }

  void receive(Worker &W) {
    char Buffer[1 << 16];
    ssize_t Size = recv(W.Socket, Buffer, sizeof(Buffer), 0);
    if (Size <= 0)
      return fail(W, 0, "");
    W.Received.append(Buffer, Size);
    AnswerHeader Header;
    if (W.Received.size() < sizeof(Header))
      return;
    memcpy(&Header, W.Received.data(), sizeof(Header));
    if (W.Received.size() < sizeof(Header) + Header.Size)
      return;
    size_t Job = *W.Job;
    std::string Answer = W.Received.substr(sizeof(Header));
    W.Received.clear();
    W.Job.reset();
    if (Header.Last)
      end(W, 0);
    Calls.Done(Job, Answer);
  }

  void fail(Worker &W, int Signal, std::string Reason) {
    size_t Job = *W.Job;
    int Status = end(W, Signal);
    if (Reason.empty())
      Reason = describeEnd(Status, Limits.Memory);
    Calls.Failed(Job, Reason);
  }

  size_t Count, Next = 0;
  const WorkerLimits &Limits;
  const WorkerCalls &Calls;
  Signals Noted;
  std::vector<Worker> All;
};

} // namespace

int retrylint::runWorkers(size_t Count, const WorkerLimits &Limits,
                          const WorkerCalls &Calls) {
  Caught = 0;
  return Pool(Count, Limits, Calls).run();
}
