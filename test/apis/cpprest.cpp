// REQUIRES: cpprest
// RUN: %check_retry %s --checks=%model_checks --
#include <chrono>
#include <cpprest/http_client.h>
#include <iostream>
#include <random>
#include <thread>

using namespace web::http;
using namespace web::http::client;
using namespace std::chrono_literals;

web::json::value fetch(http_client &client) {
  for (int i = 0; i < 5; i++) {
    try {
      http_response r = client.request(methods::GET, "/items").get();
      return r.extract_json().get();
    } catch (const http_exception &e) {
      std::cerr << e.what() << "\n";
    }
    std::this_thread::sleep_for(2s); // expect: retry-fixed-interval "2 s"
  }
  throw std::runtime_error("no items");
}

bool order(http_client &client, const web::json::value &body) {
  for (int n = 0; n < 3; ++n) {
    try {
      auto r = client.request(methods::POST, "/orders", body).get(); // expect: retry-non-idempotent "POST", retry-immediate
      return r.status_code() == status_codes::Created;
    } catch (const http_exception &) {
    }
  }
  return false;
}

bool put(http_client &client, http_request request) {
  auto wait = 100ms;
  for (int i = 0; i < 4; ++i) {
    http_response r = client.request(request).get(); // expect: retry-permanent-error "400-407"
    if (r.status_code() == status_codes::OK)
      return true;
    std::this_thread::sleep_for(wait); // expect: retry-missing-jitter
    wait *= 2;
  }
  return false;
}

http_response persist(http_client &client) {
  for (;;) { // expect: retry-unbounded "request"
    http_response r = client.request(methods::PUT, "/state").get();
    if (r.status_code() < 500)
      return r;
    std::this_thread::sleep_for(1s); // expect: retry-fixed-interval "1 s"
  }
}

// A key makes it safe.
bool pay(http_client &client, const std::string &key, std::mt19937 &gen) {
  http_request request(methods::POST);
  request.headers().add("Idempotency-Key", key);
  for (int i = 0; i < 3; ++i) {
    auto r = client.request(request).get();
    if (r.status_code() == 201)
      return true;
    if (r.status_code() != 502 && r.status_code() != 504)
      return false;
    if (i < 2) {
      std::cerr << "pay: " << r.status_code() << ", attempt " << i + 1 << " of 3\n";
      std::uniform_int_distribution<int> wait(0, 1000 << i);
      std::this_thread::sleep_for(std::chrono::milliseconds(wait(gen)));
    }
  }
  return false;
}

// Page after page.
void pages(http_client &client, std::string next) {
  while (!next.empty()) {
    auto page = client.request(methods::GET, next).get().extract_json().get();
    next = page["next"].as_string();
  }
}

// Waits for a job.
bool done(http_client &client) {
  for (int i = 0; i < 30; ++i) {
    auto state = client.request(methods::GET, "/job").get().extract_json().get();
    if (state["state"].as_string() == "done")
      return true;
    std::this_thread::sleep_for(1s);
  }
  return false;
}

// Each of several.
int remove_all(http_client &client, const std::vector<std::string> &paths) {
  int bad = 0;
  for (const auto &path : paths)
    if (client.request(methods::DEL, path).get().status_code() >= 400)
      ++bad;
  return bad;
}

// The method is copied into the request.
web::json::value charge(http_client &client, const web::json::value &body) {
  for (int i = 1;; ++i) {
    http_request request(methods::POST);
    request.set_request_uri("/charges");
    request.set_body(body);
    auto r = client.request(request).get(); // expect: retry-non-idempotent "POST", retry-immediate
    if (r.status_code() == status_codes::Created)
      return r.extract_json().get();
    if (r.status_code() != status_codes::BadGateway || i == 3)
      throw http_exception(r.status_code(), "not charged");
  }
}

bool rename(http_client &client, const web::json::value &body) {
  for (int i = 0; i < 3; ++i) {
    http_request request{methods::PATCH};
    request.set_body(body);
    auto r = client.request(request).get(); // expect: retry-non-idempotent "PATCH", retry-immediate
    if (r.status_code() != status_codes::ServiceUnavailable)
      return r.status_code() == status_codes::OK;
  }
  return false;
}

bool amend(http_client &client, const web::json::value &body) {
  for (int i = 0; i < 3; ++i) {
    http_request request;
    request.set_method(methods::POST);
    request.set_body(body);
    auto r = client.request(request).get(); // expect: retry-non-idempotent "POST", retry-immediate
    if (r.status_code() != status_codes::ServiceUnavailable)
      return r.status_code() == status_codes::OK;
  }
  return false;
}

bool replace(http_client &client, const web::json::value &body) {
  for (int i = 0; i < 3; ++i) {
    http_request request(methods::PUT);
    request.set_body(body);
    auto r = client.request(request).get(); // expect: retry-immediate
    if (r.status_code() != status_codes::ServiceUnavailable)
      return r.status_code() == status_codes::OK;
  }
  return false;
}
