// RUN: %check_retry %s -- -std=c++20
// expect-none
// Asks how far a job is. A call that fails ends the poll at once.
#include <chrono>
#include <httplib.h>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

using namespace std::chrono_literals;

bool awaitExport(httplib::Client &http, const std::string &id) {
  for (;;) {
    auto res = http.Get("/exports/" + id);
    if (!res || res->status != 200)
      return false;
    if (res->body.find("\"done\"") != std::string::npos)
      return true;
    std::this_thread::sleep_for(2s);
  }
}

enum class BuildState { Queued, Running, Passed, Failed };
struct BuildServer {
  // Throws on any transport or server error.
  BuildState get_state(int build);
};

BuildState waitForBuild(BuildServer &server, int build, int maxAttempts) {
  BuildState state = BuildState::Queued;
  for (int attempt = 0; attempt < maxAttempts; ++attempt) {
    state = server.get_state(build);
    if (state == BuildState::Passed || state == BuildState::Failed)
      break;
    std::this_thread::sleep_for(10s);
  }
  return state;
}

struct Operation {
  bool done;
  int percent;
};
std::optional<Operation> fetch_operation(const std::string &name);

void showProgress(const std::string &name) {
  auto backoff = 500ms;
  auto op = fetch_operation(name);
  while (op && !op->done) {
    std::cout << '\r' << op->percent << " %" << std::flush;
    std::this_thread::sleep_for(backoff);
    backoff = std::min<std::chrono::milliseconds>(backoff * 2, 8s);
    op = fetch_operation(name);
  }
  if (!op)
    throw std::runtime_error(name + ": progress is not known");
}

struct Transfer {
  int status_code;
  std::string phase;
};
class TransferApi {
public:
  Transfer describe(const std::string &arn);
};

// 202 says that the work goes on; every error leaves.
int pollTransfer(TransferApi &api, const std::string &arn) {
  Transfer t = api.describe(arn);
  while (t.status_code == 202) {
    std::this_thread::sleep_for(3s);
    t = api.describe(arn);
  }
  return t.status_code;
}

struct Printer {
  bool query_job(int job, int &pagesLeft);
};

bool waitPrinted(Printer &printer, int job) {
  int retries = 0, left = 0;
  do {
    if (!printer.query_job(job, left))
      return false;
    std::this_thread::sleep_for(1s);
  } while (left > 0 && ++retries < 600);
  return left == 0;
}
