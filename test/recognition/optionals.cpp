// What a std::optional holds that the code itself has made.
// RUN: %check_retry %s --checks=retry-missing-jitter,retry-fixed-interval,retry-missing-cap,retry-excessive-attempts,retry-unbounded,retry-swallowed-exhaustion -- -std=c++20
#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <thread>

using namespace std::chrono_literals;
using std::chrono::milliseconds;

bool send_report(const std::string &text);
std::optional<std::string> fetch_quote(const std::string &symbol);

class Doubling {
public:
  constexpr Doubling(int base, int most) : base_(base), most_(most) {}
  std::optional<milliseconds> after(int failures) const {
    if (failures > most_)
      return std::nullopt;
    return milliseconds(base_ << failures);
  }

private:
  int base_, most_;
};
static constexpr Doubling Patient{500, 9};

bool patient(const std::string &text) {
  for (int n = 0;; ++n) {
    if (send_report(text))
      return true;
    auto wait = Patient.after(n);
    if (!wait.has_value()) // expect: retry-excessive-attempts "11"
      return false;
    std::this_thread::sleep_for(*wait); // expect: retry-missing-jitter "500 ms, 1 s, 2 s", retry-missing-cap
  }
}

static std::optional<int> seconds_for(int n) {
  std::optional<int> s;
  if (n < 3)
    s = 7;
  return s;
}

bool constant(const std::string &text) {
  for (int n = 0;; ++n) {
    if (send_report(text))
      return true;
    std::optional<int> s = seconds_for(n);
    if (s == std::nullopt)
      break;
    std::this_thread::sleep_for(std::chrono::seconds(s.value())); // expect: retry-fixed-interval "7 s, 7 s, 7 s"
  }
  return false;
}

bool by_default(const std::string &text) {
  std::optional<milliseconds> wait;
  for (int n = 0; n < 4; ++n) {
    if (send_report(text))
      return true;
    wait = wait.value_or(250ms) * 2;
    std::this_thread::sleep_for(wait.value()); // expect: retry-missing-jitter "500 ms, 1 s, 2 s"
  }
  return false;
}

// The answer of somebody else stays unknown.
std::optional<milliseconds> next_delay(int n);
bool told(const std::string &text) {
  for (int n = 0;; ++n) {
    if (send_report(text))
      return true;
    auto wait = next_delay(n);
    if (!wait)
      return false;
    std::this_thread::sleep_for(*wait);
  }
}

// Empty means that there was nothing to send, which is no failure.
static std::optional<std::string> line_at(int n) {
  if (n > 2)
    return std::nullopt;
  return "line " + std::to_string(n);
}
void all_lines() {
  for (int n = 0;; ++n) {
    auto line = line_at(n);
    if (!line)
      return;
    send_report(*line);
    std::this_thread::sleep_for(1s);
  }
}

// What was reset is not there, whatever it held.
std::optional<std::string> quote(const std::string &symbol) {
  std::optional<std::string> last = "none";
  for (int n = 0; n < 3; ++n) {
    last.reset();
    last = fetch_quote(symbol);
    if (last)
      return last;
    std::this_thread::sleep_for(2s); // expect: retry-fixed-interval
  }
  return std::nullopt;
}
