// RUN: %check_retry %s -- -std=c++20
// expect-none
// Who is not told what to fetch hands out another thing each time, or nothing.
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>

struct Job {
  void run();
};

std::unique_ptr<Job> fetch_job();
void work(const std::atomic<bool> &stop) {
  while (!stop) {
    auto job = fetch_job();
    if (!job) {
      std::this_thread::sleep_for(std::chrono::seconds(1));
      continue;
    }
    job->run();
  }
}

struct Broker {
  std::optional<Job> fetchTask();
  Job *request_work();
};

void drain(Broker &broker, const std::atomic<bool> &running) {
  while (running) {
    if (std::optional<Job> task = broker.fetchTask())
      task->run();
    else
      std::this_thread::sleep_for(std::chrono::milliseconds(250));
  }
}

[[noreturn]] void serve(Broker &broker) {
  for (;;) {
    Job *job = broker.request_work();
    if (job == nullptr) {
      std::this_thread::sleep_for(std::chrono::seconds(2));
      continue;
    }
    job->run();
    delete job;
  }
}
