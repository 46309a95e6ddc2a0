// RUN: %check_retry %s -- -std=c++20
// expect-none
// The person at the keyboard, or the rest of the text, answers anew each time.
#include <charconv>
#include <chrono>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

struct Directory {
  bool bind(const std::string &user, const std::string &password);
};
std::string read_password(const std::string &prompt);

bool loginWithPrompt(Directory &ldap, const std::string &user) {
  constexpr int MaxAttempts = 3;
  for (int attempt = 0; attempt < MaxAttempts; ++attempt) {
    const std::string password = read_password("Password for " + user + ": ");
    if (ldap.bind(user, password))
      return true;
    std::cerr << "Sorry, try again.\n";
    std::this_thread::sleep_for(std::chrono::seconds(2));
  }
  return false;
}

int askPort() {
  int port = 0;
  std::cout << "Port: ";
  while (!(std::cin >> port) || port < 1 || port > 65535) {
    if (std::cin.eof())
      return -1;
    std::cin.clear();
    std::cin.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    std::cout << "A number from 1 to 65535, please: ";
  }
  return port;
}

struct Console {
  std::optional<std::string> readLine();
};
struct Shell {
  int execute(const std::string &command);
};

void repl(Console &console, Shell &shell) {
  while (auto line = console.readLine()) {
    if (*line == "quit")
      break;
    if (int rc = shell.execute(*line); rc != 0)
      std::cout << "error " << rc << '\n';
  }
}

enum class Choice { Overwrite, Skip, Retry };
Choice ask_user(const std::string &question);
bool copy_to_share(const std::string &file);

// The decision to repeat is the user's.
bool copyInteractive(const std::string &file) {
  switch (ask_user(file + " exists. Overwrite?")) {
  case Choice::Skip:
    return true;
  case Choice::Retry:
    return copyInteractive(file + ".new");
  case Choice::Overwrite:
    break;
  }
  return copy_to_share(file);
}

class StatementParser {
public:
  size_t parseAll();

private:
  bool atEnd() const;
  bool parseStatement();
  void skipToSemicolon();
};

size_t StatementParser::parseAll() {
  size_t errors = 0;
  while (!atEnd()) {
    if (!parseStatement()) {
      ++errors;
      skipToSemicolon();
    }
  }
  return errors;
}

std::vector<int> parseList(std::string_view text) {
  std::vector<int> out;
  const char *p = text.data(), *end = p + text.size();
  while (p != end) {
    int value = 0;
    auto [next, ec] = std::from_chars(p, end, value);
    if (ec != std::errc()) {
      ++p;
      continue;
    }
    out.push_back(value);
    p = next;
  }
  return out;
}
