// RUN: %check_retry %s --checks=retry-unclassified-error -- -std=c++20
// An exception with the name of its library is whatever that throws; one that
// says what happened, or is the program's own, may be the right one.
#include <chrono>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>

namespace broker {
class broker_exception : public std::exception {};
class Error {};
class QueueFull : public std::exception {};
void publish(const std::string &text);
} // namespace broker
namespace broker::connection {
class exception : public std::exception {};
void connect(const std::string &host);
} // namespace broker::connection

namespace shop {
using namespace std::chrono_literals;

class shop_error : public std::exception {};
void send_order(const std::string &text);

bool by_its_name(const std::string &text) {
  for (int i = 0; i < 4; ++i) {
    try {
      broker::publish(text); // expect: retry-unclassified-error
      return true;
    } catch (const broker::broker_exception &) {
      std::this_thread::sleep_for(1s);
    }
  }
  return false;
}

bool by_the_word(const std::string &text) {
  for (auto pause : {1s, 2s, 4s, 8s}) {
    try {
      broker::publish(text); // expect: retry-unclassified-error
      return true;
    } catch (broker::Error &) {
      std::this_thread::sleep_for(pause);
    }
  }
  return false;
}

void for_ever(const std::string &text) {
  bool done = false;
  do {
    try {
      broker::publish(text); // expect: retry-unclassified-error
      done = true;
    } catch (const broker::broker_exception &e) {
      std::this_thread::sleep_for(5s);
    }
  } while (!done);
}

bool by_what_happened(const std::string &text) {
  for (int i = 0; i < 4; ++i) {
    try {
      broker::publish(text);
      return true;
    } catch (const broker::QueueFull &) {
      std::this_thread::sleep_for(1s);
    }
  }
  return false;
}

bool of_the_connection(const std::string &host) {
  for (int i = 0; i < 4; ++i) {
    try {
      broker::connection::connect(host);
      return true;
    } catch (const broker::connection::exception &) {
      std::this_thread::sleep_for(1s);
    }
  }
  return false;
}

bool of_its_own(const std::string &text) {
  for (int i = 0; i < 4; ++i) {
    try {
      send_order(text);
      return true;
    } catch (const shop_error &) {
      std::this_thread::sleep_for(1s);
    }
  }
  return false;
}

using Hook = std::function<void(int, std::exception_ptr)>;
using Judge = std::function<bool(std::exception_ptr)>;

/// A hook that only hears of it decides nothing.
bool with_hook(const std::string &text, const Hook &hook) {
  std::exception_ptr last;
  for (int i = 0; i < 4; ++i) {
    try {
      broker::publish(text); // expect: retry-unclassified-error
      return true;
    } catch (...) {
      last = std::current_exception();
    }
    hook(i, last);
    std::this_thread::sleep_for(1s);
  }
  std::rethrow_exception(last);
}

bool with_judge(const std::string &text, const Judge &goesOn) {
  std::exception_ptr last;
  for (int i = 0; i < 4; ++i) {
    try {
      broker::publish(text);
      return true;
    } catch (...) {
      last = std::current_exception();
    }
    if (!goesOn(last))
      break;
    std::this_thread::sleep_for(1s);
  }
  std::rethrow_exception(last);
}

void sort_out(std::exception_ptr &last);
bool with_helper(const std::string &text) {
  std::exception_ptr last;
  for (int i = 0; i < 4; ++i) {
    try {
      broker::publish(text);
      return true;
    } catch (...) {
      last = std::current_exception();
    }
    sort_out(last);
    std::this_thread::sleep_for(1s);
  }
  std::rethrow_exception(last);
}

/// Forgetting the last one while it works looks at nothing.
bool forgets(const std::string &text) {
  std::exception_ptr last;
  for (int i = 0; i < 4; ++i) {
    try {
      broker::publish(text); // expect: retry-unclassified-error
      last = nullptr;
      return true;
    } catch (...) {
      last = std::current_exception();
    }
    std::this_thread::sleep_for(1s);
  }
  if (last)
    std::rethrow_exception(last);
  return false;
}
} // namespace shop
