// The retry metrics for prometheus-cpp.
#ifndef RETRY_PROMETHEUS_H
#define RETRY_PROMETHEUS_H

#include "retry/metrics.h"
#include <prometheus/collectable.h>
#include <prometheus/metric_family.h>

namespace retry {

/// Give it to an Exposer or a Gateway: RegisterCollectable. The metrics must
/// outlive it.
class prometheus_collectable final : public prometheus::Collectable {
public:
  explicit prometheus_collectable(const metrics &counted) : from(counted) {}

  std::vector<prometheus::MetricFamily> Collect() const override {
    std::vector<prometheus::MetricFamily> made;
    for (const metric_family &family : from.collect()) {
      made.push_back({family.name, family.help, type(family.type), {}});
      for (const metric_sample &sample : family.samples)
        made.back().metric.push_back(metric(family.type, sample));
    }
    return made;
  }

private:
  static prometheus::MetricType type(metric_type ours) noexcept {
    switch (ours) {
    case metric_type::counter:
      return prometheus::MetricType::Counter;
    case metric_type::gauge:
      return prometheus::MetricType::Gauge;
    case metric_type::histogram:
      return prometheus::MetricType::Histogram;
    }
    return prometheus::MetricType::Untyped;
  }
  static prometheus::ClientMetric metric(metric_type type,
                                         const metric_sample &sample) {
    prometheus::ClientMetric made;
    for (const auto &[name, value] : sample.labels)
      made.label.push_back({name, value});
    switch (type) {
    case metric_type::counter:
      made.counter.value = sample.value;
      break;
    case metric_type::gauge:
      made.gauge.value = sample.value;
      break;
    case metric_type::histogram:
      made.histogram.sample_sum = sample.value;
      made.histogram.sample_count = sample.count;
      for (const metric_sample::bucket &one : sample.buckets)
        made.histogram.bucket.push_back(
            {one.cumulative_count, one.upper_bound});
    }
    return made;
  }

  const metrics &from;
};

} // namespace retry

#endif
