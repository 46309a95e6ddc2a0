// RUN: %check_fix %s --checks=retry-idempotency-key --leaves=15 -- -std=c++17
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

using Headers = std::multimap<std::string, std::string>;
std::string uuid4();
bool post_order(const Headers &headers, const std::string &body);
void pause_before(int round);

// CHECK-FIXES-LABEL: one_line(
bool one_line(const std::string &body) {
  // CHECK-FIXES: {{^}}  const std::string key = uuid4();
  // CHECK-FIXES-NEXT: {{^}}  for (int n = 0; n < 3; ++n) {
  // CHECK-FIXES-NEXT: {{^}}    if (post_order(
  for (int n = 0; n < 3; ++n) {
    const std::string key = uuid4();
    if (post_order({{"Idempotency-Key", key}}, body))
      return true;
    pause_before(n);
  }
  return false;
}

// CHECK-FIXES-LABEL: not_const(
bool not_const(const std::string &body) {
  int n = 0;
  // CHECK-FIXES: {{^}}  std::string key = uuid4(); // what the server knows it by
  // CHECK-FIXES-NEXT: {{^}}  while (n < 3) {
  // CHECK-FIXES-NEXT: {{^}}    Headers headers;
  while (n < 3) {
    Headers headers;
    std::string key = uuid4(); // what the server knows it by
    headers.emplace("Idempotency-Key", key);
    if (post_order(headers, body))
      return true;
    std::fprintf(stderr, "attempt %d of %s\n", n, key.c_str());
    pause_before(n++);
  }
  return false;
}

// CHECK-FIXES-LABEL: for_each_item(
int for_each_item(const std::vector<std::string> &orders) {
  int sent = 0;
  for (const std::string &order : orders) {
    int n = 0;
    // CHECK-FIXES: {{^}}    const auto key =
    // CHECK-FIXES-NEXT: {{^}}        "order-" + uuid4();
    // CHECK-FIXES-NEXT: {{^}}    do {
    do {
      const auto key =
          "order-" + uuid4();
      if (post_order({{"Idempotency-Key", key}}, order)) {
        ++sent;
        break;
      }
      pause_before(n);
    } while (++n < 3);
  }
  return sent;
}

// CHECK-FIXES-LABEL: own_generator(
bool own_generator(const std::string &body) {
  boost::uuids::random_generator generate;
  try {
    // CHECK-FIXES: {{^}}    const std::string key = to_string(generate());
    // CHECK-FIXES-NEXT: {{^}}    for (int n = 0; n < 3; ++n) {
    for (int n = 0; n < 3; ++n) {
      const std::string key = to_string(generate());
      const Headers headers = {{"Idempotency-Key", key}};
      if (post_order(headers, body))
        return true;
      pause_before(n);
    }
  } catch (const std::exception &) {
  }
  return false;
}

// CHECK-FIXES-LABEL: with_parts(
bool with_parts(const std::string &body) {
  // CHECK-FIXES: {{^}}  const auto id = uuid4();
  // CHECK-FIXES-NEXT: {{^}}  for (int n = 0; n < 3; ++n) {
  // CHECK-FIXES-NEXT: {{^}}    const std::string key = "charge-" + id;
  for (int n = 0; n < 3; ++n) {
    const auto id = uuid4();
    const std::string key = "charge-" + id;
    if (post_order({{"Idempotency-Key", key}}, body))
      return true;
    pause_before(n);
  }
  return false;
}

// Fifteen without a fix: what would be written is not certainly right.

// CHECK-FIXES-LABEL: no_variable(
bool no_variable(const std::string &body) {
  for (int n = 0; n < 3; ++n) {
    // CHECK-FIXES: if (post_order({{[{][{]}}"Idempotency-Key", uuid4()
    if (post_order({{"Idempotency-Key", uuid4()}}, body))
      return true;
    pause_before(n);
  }
  return false;
}

// CHECK-FIXES-LABEL: changed(
bool changed(const std::string &body) {
  for (int n = 0; n < 3; ++n) {
    // CHECK-FIXES: {{^}}    std::string key = uuid4();
    std::string key = uuid4();
    key += "-charge";
    if (post_order({{"Idempotency-Key", key}}, body))
      return true;
    pause_before(n);
  }
  return false;
}

// CHECK-FIXES-LABEL: moved(
bool moved(const std::string &body) {
  for (int n = 0; n < 3; ++n) {
    // CHECK-FIXES: {{^}}    std::string key = uuid4();
    std::string key = uuid4();
    Headers headers;
    headers.emplace("Idempotency-Key", std::move(key));
    if (post_order(headers, body))
      return true;
    pause_before(n);
  }
  return false;
}

// CHECK-FIXES-LABEL: numbered(
bool numbered(const std::string &body) {
  for (int n = 0; n < 3; ++n) {
    // CHECK-FIXES: {{^}}    const std::string key = uuid4() + std::to_string(n);
    const std::string key = uuid4() + std::to_string(n);
    if (post_order({{"Idempotency-Key", key}}, body))
      return true;
    pause_before(n);
  }
  return false;
}

// CHECK-FIXES-LABEL: of_what_the_loop_declares(
bool of_what_the_loop_declares(const std::string &body) {
  for (int n = 0; n < 3; ++n) {
    boost::uuids::random_generator generate;
    // CHECK-FIXES: {{^}}    const std::string key = to_string(generate());
    const std::string key = to_string(generate());
    if (post_order({{"Idempotency-Key", key}}, body))
      return true;
    pause_before(n);
  }
  return false;
}

// CHECK-FIXES-LABEL: of_what_the_loop_changes(
bool of_what_the_loop_changes(const std::string &body) {
  boost::uuids::random_generator generate;
  for (int n = 0; n < 3; ++n) {
    // CHECK-FIXES: {{^}}    const std::string key = to_string(generate());
    const std::string key = to_string(generate());
    const std::string trace = to_string(generate());
    if (post_order({{"Idempotency-Key", key}, {"X-Trace", trace}}, body))
      return true;
    pause_before(n);
  }
  return false;
}

// CHECK-FIXES-LABEL: name_taken(
bool name_taken(const std::string &body) {
  const std::string key = "orders";
  for (int n = 0; n < 3; ++n) {
    // CHECK-FIXES: {{^}}    const std::string key = uuid4();
    const std::string key = uuid4();
    if (post_order({{"Idempotency-Key", key}}, body))
      return true;
    pause_before(n);
  }
  std::puts(key.c_str());
  return false;
}

struct Sender {
  std::string key;
  // CHECK-FIXES-LABEL: name_of_a_member(
  bool name_of_a_member(const std::string &body) {
    for (int n = 0; n < 3; ++n) {
      // CHECK-FIXES: {{^}}      const std::string key = uuid4();
      const std::string key = uuid4();
      if (post_order({{"Idempotency-Key", key}}, body))
        return true;
      pause_before(n);
    }
    std::puts(key.c_str());
    return false;
  }
  std::string make_key();
  // CHECK-FIXES-LABEL: made_by_the_object(
  bool made_by_the_object(const std::string &body) {
    for (int n = 0; n < 3; ++n) {
      // CHECK-FIXES: {{^}}      const std::string fresh = make_key();
      const std::string fresh = make_key();
      if (post_order({{"Idempotency-Key", fresh}}, body))
        return true;
      pause_before(n);
    }
    return false;
  }
};

// CHECK-FIXES-LABEL: in_a_block(
bool in_a_block(const std::string &body) {
  for (int n = 0; n < 3; ++n) {
    try {
      // CHECK-FIXES: {{^}}      const std::string key = uuid4();
      const std::string key = uuid4();
      if (post_order({{"Idempotency-Key", key}}, body))
        return true;
    } catch (const std::exception &) {
    }
    pause_before(n);
  }
  return false;
}

// CHECK-FIXES-LABEL: no_room(
bool no_room(const std::string &body, bool wanted) {
  if (wanted)
    for (int n = 0; n < 3; ++n) {
      // CHECK-FIXES: {{^}}      const std::string key = uuid4();
      const std::string key = uuid4();
      if (post_order({{"Idempotency-Key", key}}, body))
        return true;
      pause_before(n);
    }
  return false;
}

// CHECK-FIXES-LABEL: jumped_over(
int jumped_over(const std::string &body, int kind) {
  switch (kind) {
  case 1:
    for (int n = 0; n < 3; ++n) {
      // CHECK-FIXES: {{^}}      const std::string key = uuid4();
      const std::string key = uuid4();
      if (post_order({{"Idempotency-Key", key}}, body))
        return 1;
      pause_before(n);
    }
    return -1;
  case 2:
    return 2;
  default:
    return 0;
  }
}

// CHECK-FIXES-LABEL: not_alone_on_its_line(
bool not_alone_on_its_line(const std::string &body) {
  for (int n = 0; n < 3; ++n) {
    // CHECK-FIXES: Headers headers; const std::string key = uuid4();
    Headers headers; const std::string key = uuid4();
    headers.emplace("Idempotency-Key", key);
    if (post_order(headers, body))
      return true;
    pause_before(n);
  }
  return false;
}

#define FRESH_KEY(name) const std::string name = uuid4()
// CHECK-FIXES-LABEL: in_a_macro(
bool in_a_macro(const std::string &body) {
  for (int n = 0; n < 3; ++n) {
    // CHECK-FIXES: {{^}}    FRESH_KEY(key);
    FRESH_KEY(key);
    if (post_order({{"Idempotency-Key", key}}, body))
      return true;
    pause_before(n);
  }
  return false;
}

char *new_key();
void release(char *);
// CHECK-FIXES-LABEL: released(
bool released(const std::string &body) {
  for (int n = 0; n < 3; ++n) {
    // CHECK-FIXES: {{^}}    char *key = new_key();
    char *key = new_key();
    const bool sent = post_order({{"Idempotency-Key", key}}, body);
    release(key);
    if (sent)
      return true;
    pause_before(n);
  }
  return false;
}
