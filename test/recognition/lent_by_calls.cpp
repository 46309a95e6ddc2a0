// RUN: %check_retry %s --checks=retry-swallowed* --
// What success takes out of a stream that a call lent tells nobody of a failure.
#include <istream>
#include <stdexcept>
#include <string>
#include <unistd.h>

struct Session {
  void ask(const std::string &path);
  std::istream &answer();
};
std::string copied(std::istream &from);

std::string page(Session &session, const std::string &path) {
  for (int i = 0; i < 3; ++i)
    try {
      session.ask(path);
      return copied(session.answer());
    } catch (const std::runtime_error &) {
      sleep(1);
    }
  return ""; // expect: retry-swallowed-exhaustion "an empty value"
}

std::istream &open_stream(const std::string &url);
std::string first_line(const std::string &url) {
  int left = 4;
  while (left-- > 0) {
    try {
      std::string line;
      std::getline(open_stream(url), line);
      return line;
    } catch (const std::exception &) {
      sleep(2);
    }
  }
  return {}; // expect: retry-swallowed-exhaustion
}

struct Table {
  void skip();
  std::string text();
};
struct Database {
  Table &query(const char *sql);
};
std::string name(Database &db) {
  for (int n = 0; n < 5; ++n) {
    try {
      Table &rows = db.query("select name from me");
      rows.skip();
      return rows.text();
    } catch (const std::exception &) {
      usleep(300000);
    }
  }
  return std::string(); // expect: retry-swallowed-exhaustion
}
