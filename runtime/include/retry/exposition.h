// Metrics as data, and as the text that Prometheus reads.
#ifndef RETRY_EXPOSITION_H
#define RETRY_EXPOSITION_H

#include <charconv>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace retry {

enum class metric_type : unsigned char { counter, gauge, histogram };

struct metric_sample {
  struct bucket {
    double upper_bound;
    unsigned long long cumulative_count;
  };
  std::vector<std::pair<const char *, std::string>> labels;
  double value = 0; // of a histogram: the sum
  unsigned long long count = 0;
  std::vector<bucket> buckets; // the last is infinite
};

struct metric_family {
  const char *name;
  const char *help;
  metric_type type;
  std::vector<metric_sample> samples;
};

namespace detail {

class exposition_writer {
public:
  void write(const metric_family &family) {
    line("# HELP ", family.name, " ", family.help);
    line("# TYPE ", family.name, " ", name(family.type));
    for (const metric_sample &sample : family.samples)
      if (family.type == metric_type::histogram)
        histogram(family.name, sample);
      else
        line(family.name, labels(sample), " ", number(sample.value));
  }
  std::string take() { return std::move(out); }

private:
  template <typename... Parts> void line(const Parts &...parts) {
    (out.append(parts), ...);
    out += '\n';
  }
  static const char *name(metric_type type) noexcept {
    switch (type) {
    case metric_type::counter:
      return "counter";
    case metric_type::gauge:
      return "gauge";
    case metric_type::histogram:
      return "histogram";
    }
    return "untyped";
  }
  /// The shortest that reads back the same, whatever the locale.
  static std::string number(double value) {
    if (value == std::numeric_limits<double>::infinity())
      return "+Inf";
    char text[32];
    return std::string(text,
                       std::to_chars(text, text + sizeof text, value).ptr);
  }
  static std::string escaped(std::string_view text) {
    std::string made;
    for (char c : text) {
      if (c == '\\' || c == '"')
        made += '\\';
      if (c == '\n')
        made += "\\n";
      else
        made += c;
    }
    return made;
  }
  static std::string labels(const metric_sample &sample,
                            const std::string &bound = {}) {
    std::string made;
    for (const auto &[name, value] : sample.labels)
      made += (made.empty() ? "{" : ",") + std::string(name) + "=\"" +
              escaped(value) + '"';
    if (!bound.empty())
      made += (made.empty() ? "{le=\"" : ",le=\"") + bound + '"';
    return made.empty() ? made : made + '}';
  }
  void histogram(std::string_view family, const metric_sample &sample) {
    for (const metric_sample::bucket &one : sample.buckets)
      line(family, "_bucket", labels(sample, number(one.upper_bound)), " ",
           std::to_string(one.cumulative_count));
    line(family, "_sum", labels(sample), " ", number(sample.value));
    line(family, "_count", labels(sample), " ", std::to_string(sample.count));
  }

  std::string out;
};

} // namespace detail

/// The text exposition format, version 0.0.4.
inline std::string expose(const std::vector<metric_family> &families) {
  detail::exposition_writer writer;
  for (const metric_family &family : families)
    writer.write(family);
  return writer.take();
}

} // namespace retry

#endif
