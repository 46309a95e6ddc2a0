// RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter -- -std=c++20
// Types that say what failure is: an enumeration of errors has no good value,
// even where one of them is 0; whoever has no value has an error.
#include <optional>
#include <string>
#include <unistd.h>
#include <utility>

enum class Fault { Timeout, Refused, Corrupt };
enum class LinkError : int { Down = 0, Noise = 1 };
enum class Phase { Waiting, Busy, Ready };

template <typename T, typename E> class Result {
public:
  bool has_value() const;
  explicit operator bool() const;
  T &value();
  E error() const;
};
struct Reading {
  double volts;
};
Result<Reading, Fault> sample(int channel);
Result<std::string, LinkError> fetch(const std::string &url);
std::pair<bool, Phase> probe(int channel);

std::optional<double> whileItTimesOut(int channel) {
  for (int i = 0; i < 3; ++i) {
    auto r = sample(channel);
    if (r.has_value())
      return r.value().volts;
    if (r.error() != Fault::Timeout)
      return std::nullopt;
    usleep(20000); // expect: retry-fixed-interval "20 ms, 20 ms"
  }
  return std::nullopt;
}

std::string whileItIsDown(const std::string &url) {
  for (unsigned pause = 1; pause < 16; pause *= 2) {
    Result<std::string, LinkError> page = fetch(url);
    if (page)
      return page.value();
    if (page.error() == LinkError::Noise)
      break;
    sleep(pause); // expect: retry-missing-jitter "1 s, 2 s, 4 s"
  }
  return "";
}

bool bySwitch(int channel, double &out) {
  int left = 4;
  while (left-- > 0) {
    auto r = sample(channel);
    if (!r.has_value()) {
      switch (r.error()) {
      case Fault::Timeout:
      case Fault::Refused:
        sleep(2); // expect: retry-fixed-interval "2 s, 2 s"
        continue;
      case Fault::Corrupt:
        return false;
      }
    }
    out = r.value().volts;
    return true;
  }
  return false;
}

// A state is no failure.
bool untilReady(int channel) {
  for (int i = 0; i < 10; ++i) {
    if (probe(channel).second == Phase::Ready)
      return true;
    sleep(1);
  }
  return false;
}
