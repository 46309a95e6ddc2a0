// What a container keeps under the name of a secret is one.
// RUN: %check_retry %s --checks=retry-sensitive-log -- -std=c++20
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <unistd.h>
#include <unordered_map>

using Headers = std::map<std::string, std::string>;
bool send_query(const Headers &headers);
void log_warning(const std::string &line);

bool joined(Headers headers) {
  for (int n = 0; n < 3; ++n) {
    if (send_query(headers))
      return true;
    log_warning("refused: " + headers["Authorization"]); // expect: retry-sensitive-log "'Authorization'"
    sleep(1 << n);
  }
  return false;
}

bool streamed(Headers headers) {
  for (int n = 0; n < 3; ++n) {
    if (send_query(headers))
      return true;
    std::ostringstream line;
    line << "attempt " << n << " key " << headers["X-Api-Key"];
    log_warning(line.str()); // expect: retry-sensitive-log "'X-Api-Key'"
    sleep(1 << n);
  }
  return false;
}

bool looked_up(const Headers &headers, const std::unordered_map<std::string, std::string> &options) {
  for (int n = 0; n < 3; ++n) {
    if (send_query(headers))
      return true;
    std::cerr << "login " << options.at("password") << "\n"; // expect: retry-sensitive-log "'password'"
    sleep(1 << n);
  }
  return false;
}

// Under another name, a count, and only whether it is there.
bool harmless(Headers headers, std::map<std::string, int> &counts) {
  for (int n = 0; n < 3; ++n) {
    if (send_query(headers))
      return true;
    log_warning("refused: " + headers["Accept"]);
    std::cerr << counts["token"] << " tokens, " << headers.count("Authorization") << "\n";
    sleep(1 << n);
  }
  return false;
}

// What is not known is not named.
bool named(Headers headers, const std::string &which) {
  for (int n = 0; n < 3; ++n) {
    if (send_query(headers))
      return true;
    log_warning("refused: " + headers[which] + headers["X-Masked-Token"]);
    sleep(1 << n);
  }
  return false;
}
