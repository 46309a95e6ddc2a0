// The retry metrics: counted here, read as text, or by retry/prometheus.h.
#ifndef RETRY_METRICS_H
#define RETRY_METRICS_H

#include "retry/dependency.h"
#include "retry/exposition.h"
#include <array>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace retry {

/// An observer that counts. Use one for the whole process, and give `text()`
/// to whoever scrapes it.
class metrics final : public observer {
public:
  explicit metrics(std::string service_name)
      : service(std::move(service_name)) {}

  void retrying(const retry_event &e) noexcept override {
    detail::quietly([&] {
      std::lock_guard<std::mutex> lock(mutex);
      per_dependency &d = all[e.dependency];
      ++d.attempts[e.attempt + 1];
      double seconds = std::chrono::duration<double>(e.backoff).count();
      d.backoff_sum += seconds;
      ++d.backoff_count;
      for (std::size_t i = 0; i < bounds.size(); ++i)
        d.backoff[i] += seconds <= bounds[i];
    });
  }
  void gave_up(const retry_event &e) noexcept override {
    // What is not to be retried has exhausted nothing.
    if (e.stop == stop_reason::permanent || e.stop == stop_reason::cancelled ||
        e.stop == stop_reason::not_idempotent || e.stop == stop_reason::nested)
      return;
    detail::quietly([&] {
      std::lock_guard<std::mutex> lock(mutex);
      ++all[e.dependency].exhausted;
    });
  }
  void dead_lettered(const char *queue) {
    std::lock_guard<std::mutex> lock(mutex);
    ++dead_letters[queue];
  }
  /// Shows how much of this dependency's budget is in use. It must outlive
  /// this.
  void watch(dependency &one) {
    std::lock_guard<std::mutex> lock(mutex);
    watched.push_back(&one);
  }

  std::vector<metric_family> collect() const {
    std::lock_guard<std::mutex> lock(mutex);
    metric_family attempts{"retry_attempts_total",
                           "Attempts after the first.",
                           metric_type::counter,
                           {}};
    metric_family exhausted{"retry_exhausted_total",
                            "Calls that were given up.",
                            metric_type::counter,
                            {}};
    metric_family backoff{"retry_backoff_duration_seconds",
                          "Waits before retries.",
                          metric_type::histogram,
                          {}};
    metric_family budget{"retry_budget_utilization_ratio",
                         "Share of the retry budget in use.",
                         metric_type::gauge,
                         {}};
    metric_family letters{
        "dlq_messages_total", "Messages put aside.", metric_type::counter, {}};
    for (const auto &[name, d] : all) {
      for (const auto &[number, count] : d.attempts) {
        attempts.samples.push_back(of(name, count));
        attempts.samples.back().labels.emplace_back("attempt_number",
                                                    std::to_string(number));
      }
      exhausted.samples.push_back(of(name, d.exhausted));
      backoff.samples.push_back(histogram(name, d));
    }
    for (dependency *d : watched)
      budget.samples.push_back(
          of(d->name(), d->retries().utilization(d->where().now())));
    for (const auto &[queue, count] : dead_letters) {
      letters.samples.emplace_back();
      letters.samples.back().labels.emplace_back("queue", queue);
      letters.samples.back().value = static_cast<double>(count);
    }
    std::vector<metric_family> families;
    for (metric_family *one :
         {&attempts, &exhausted, &backoff, &budget, &letters})
      families.push_back(std::move(*one));
    return families;
  }

  /// What Prometheus scrapes: content type "text/plain; version=0.0.4".
  std::string text() const { return expose(collect()); }

private:
  static constexpr std::array<double, 10> bounds = {0.05, 0.1, 0.25, 0.5, 1,
                                                    2.5,  5,   10,   30,  60};
  struct per_dependency {
    std::map<unsigned, unsigned long long> attempts;
    unsigned long long exhausted = 0, backoff_count = 0;
    double backoff_sum = 0;
    std::array<unsigned long long, bounds.size()> backoff{};
  };

  template <typename Number>
  metric_sample of(const std::string &name, Number value) const {
    metric_sample made;
    made.labels = {{"service", service}, {"dependency", name}};
    made.value = static_cast<double>(value);
    return made;
  }
  metric_sample histogram(const std::string &name,
                          const per_dependency &d) const {
    metric_sample made = of(name, d.backoff_sum);
    made.count = d.backoff_count;
    for (std::size_t i = 0; i < bounds.size(); ++i)
      made.buckets.push_back({bounds[i], d.backoff[i]});
    made.buckets.push_back(
        {std::numeric_limits<double>::infinity(), d.backoff_count});
    return made;
  }

  const std::string service;
  mutable std::mutex mutex;
  std::map<std::string, per_dependency> all;
  std::map<std::string, unsigned long long> dead_letters;
  std::vector<dependency *> watched;
};

} // namespace retry

#endif
