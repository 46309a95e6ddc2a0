// The answer that a task promises shows its headers.
// REQUIRES: cpprest
// RUN: %check_retry %s --checks=retry-ignored-retry-after -- -std=c++17
#include <chrono>
#include <cpprest/http_client.h>
#include <stdexcept>
#include <thread>

using namespace web::http;
using namespace web::http::client;

void pause_before(int attempt);
void pause_for(const std::string &seconds, int attempt);

std::string item(http_client &client) {
  for (int i = 0; i < 3; ++i) {
    http_response r = client.request(methods::GET, "/items").get(); // expect: retry-ignored-retry-after "429, 503"
    if (r.status_code() == status_codes::OK)
      return r.extract_string().get();
    if (r.status_code() != 429 && r.status_code() != status_codes::ServiceUnavailable)
      throw std::runtime_error("items");
    pause_before(i);
  }
  return {};
}

unsigned short replace(http_client &client, const std::string &text) {
  unsigned short status = 0;
  for (int i = 0; i < 3; ++i) {
    auto answer = client.request(methods::PUT, "/text", text); // expect: retry-ignored-retry-after "503"
    status = answer.get().status_code();
    if (status != 503)
      break;
    pause_before(i);
  }
  return status;
}

class Catalogue {
public:
  bool remove(int id) {
    for (int i = 0;; ++i) {
      auto r = client.request(methods::DEL, "/" + std::to_string(id)).get(); // expect: retry-ignored-retry-after "429"
      if (r.status_code() == 204)
        return true;
      if (r.status_code() != 429 || i == 2)
        return false;
      pause_before(i);
    }
  }

private:
  http_client client;
};

// It is read.
std::string patient(http_client &client) {
  for (int i = 0; i < 3; ++i) {
    http_response r = client.request(methods::GET, "/items").get();
    if (r.status_code() == status_codes::OK)
      return r.extract_string().get();
    if (r.status_code() != 429)
      throw std::runtime_error("items");
    pause_for(r.headers()["Retry-After"], i);
  }
  return {};
}

// Neither 429 nor 503.
std::string gateway(http_client &client) {
  for (int i = 0; i < 3; ++i) {
    http_response r = client.request(methods::GET, "/items").get();
    if (r.status_code() == status_codes::OK)
      return r.extract_string().get();
    if (r.status_code() != status_codes::BadGateway)
      throw std::runtime_error("items");
    pause_before(i);
  }
  return {};
}
