// The retry metrics as Prometheus reads them, without its library.
#ifndef RETRY_METRICS_H
#define RETRY_METRICS_H

#include "retry/dependency.h"
#include <array>
#include <cstdio>
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
    std::lock_guard<std::mutex> lock(mutex);
    per_dependency &d = all[e.dependency];
    ++d.attempts[e.attempt + 1];
    double seconds = std::chrono::duration<double>(e.backoff).count();
    d.backoff_sum += seconds;
    ++d.backoff_count;
    for (std::size_t i = 0; i < bounds.size(); ++i)
      d.backoff[i] += seconds <= bounds[i];
  }
  void gave_up(const retry_event &e) noexcept override {
    // What was never retried has exhausted nothing.
    if (e.stop == stop_reason::permanent || e.stop == stop_reason::cancelled ||
        e.stop == stop_reason::not_idempotent)
      return;
    std::lock_guard<std::mutex> lock(mutex);
    ++all[e.dependency].exhausted;
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

  /// The text exposition format, version 0.0.4.
  std::string text() const {
    std::lock_guard<std::mutex> lock(mutex);
    std::string out;
    head(out, "retry_attempts_total", "counter", "Attempts after the first.");
    for (const auto &[name, d] : all)
      for (const auto &[number, count] : d.attempts)
        line(out, "retry_attempts_total",
             labels(name) + ",attempt_number=\"" + std::to_string(number) + '"',
             static_cast<double>(count));
    head(out, "retry_exhausted_total", "counter", "Calls that were given up.");
    for (const auto &[name, d] : all)
      line(out, "retry_exhausted_total", labels(name),
           static_cast<double>(d.exhausted));
    head(out, "retry_backoff_duration_seconds", "histogram",
         "Waits before retries.");
    for (const auto &[name, d] : all)
      histogram(out, name, d);
    head(out, "retry_budget_utilization_ratio", "gauge",
         "Share of the retry budget in use.");
    for (dependency *d : watched)
      line(out, "retry_budget_utilization_ratio", labels(d->name()),
           d->retries().utilization(d->where().now()));
    head(out, "dlq_messages_total", "counter", "Messages put aside.");
    for (const auto &[queue, count] : dead_letters)
      line(out, "dlq_messages_total", "queue=\"" + escaped(queue) + '"',
           static_cast<double>(count));
    return out;
  }

private:
  static constexpr std::array<double, 10> bounds = {0.05, 0.1, 0.25, 0.5, 1,
                                                    2.5,  5,   10,   30,  60};
  struct per_dependency {
    std::map<unsigned, unsigned long long> attempts;
    unsigned long long exhausted = 0, backoff_count = 0;
    double backoff_sum = 0;
    std::array<unsigned long long, bounds.size()> backoff{};
  };

  static std::string escaped(const std::string &text) {
    std::string out;
    for (char c : text) {
      if (c == '\\' || c == '"')
        out += '\\';
      if (c == '\n')
        out += "\\n";
      else
        out += c;
    }
    return out;
  }
  static std::string number(double value) {
    std::array<char, 32> text;
    int size = std::snprintf(text.data(), text.size(), "%.17g", value);
    // Whatever the locale writes, Prometheus reads a point.
    for (int i = 0; i < size; ++i)
      if (text[static_cast<std::size_t>(i)] == ',')
        text[static_cast<std::size_t>(i)] = '.';
    return std::string(text.data(), static_cast<std::size_t>(size));
  }
  static void head(std::string &out, const char *name, const char *type,
                   const char *help) {
    out += std::string("# HELP ") + name + ' ' + help + "\n# TYPE " + name +
           ' ' + type + '\n';
  }
  static void line(std::string &out, const char *name,
                   const std::string &labelled, double value) {
    out += std::string(name) + '{' + labelled + "} " + number(value) + '\n';
  }
  std::string labels(const std::string &dependency_name) const {
    return "service=\"" + escaped(service) + "\",dependency=\"" +
           escaped(dependency_name) + '"';
  }
  void histogram(std::string &out, const std::string &name,
                 const per_dependency &d) const {
    const char *metric = "retry_backoff_duration_seconds";
    std::string bucket = std::string(metric) + "_bucket";
    for (std::size_t i = 0; i < bounds.size(); ++i)
      line(out, bucket.c_str(),
           labels(name) + ",le=\"" + number(bounds[i]) + '"',
           static_cast<double>(d.backoff[i]));
    line(out, bucket.c_str(), labels(name) + ",le=\"+Inf\"",
         static_cast<double>(d.backoff_count));
    line(out, (std::string(metric) + "_sum").c_str(), labels(name),
         d.backoff_sum);
    line(out, (std::string(metric) + "_count").c_str(), labels(name),
         static_cast<double>(d.backoff_count));
  }

  const std::string service;
  mutable std::mutex mutex;
  std::map<std::string, per_dependency> all;
  std::map<std::string, unsigned long long> dead_letters;
  std::vector<dependency *> watched;
};

} // namespace retry

#endif
