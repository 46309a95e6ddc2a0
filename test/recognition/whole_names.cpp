// RUN: %check_retry %s --checks=retry-immediate,retry-fixed* --
// "get" alone asks for nothing; "http_get", and the method of a client that is
// given something to ask for, talk to somebody.
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

using Text = std::optional<std::string>;

Text http_get(const std::string &url);
Text httpHead(const std::string &url);
struct RestClient {
  Text get(const std::string &path);
  Text get() const;
  std::string name(int n) const;
};
struct HttpTransport {
  virtual ~HttpTransport() = default;
  virtual bool Get(const std::string &path, std::string &out) = 0;
};
struct HttpHeaders {
  Text get(const std::string &name);
};
Text http_get_header(const std::string &text);
Text client_get(int slot);

Text page(const std::string &url) {
  for (int i = 0; i < 3; ++i)
    if (Text text = http_get(url)) // expect: retry-immediate
      return text;
  return {};
}

bool exists(const std::string &url, int attempt) {
  if (httpHead(url).has_value()) // expect: retry-immediate
    return true;
  return attempt < 3 && exists(url, attempt + 1);
}

Text order(RestClient &client, const std::string &path) {
  for (int i = 0; i < 3; ++i) {
    auto answer = client.get(path);
    if (answer)
      return answer;
    sleep(1); // expect: retry-fixed-interval
  }
  return {};
}

bool load(HttpTransport &http, std::string &out) {
  int left = 3;
  while (left-- > 0)
    if (http.Get("/config", out)) // expect: retry-immediate
      return true;
  return false;
}

// Accessors, whatever their classes are called.
Text header(HttpHeaders &headers) {
  for (int i = 0; i < 3; ++i)
    if (Text text = headers.get("Location"))
      return text;
  return {};
}

Text lineOf(const std::string &text) {
  for (int i = 0; i < 3; ++i)
    if (Text line = http_get_header(text))
      return line;
  return {};
}

Text last(RestClient &client) {
  for (int i = 0; i < 3; ++i)
    if (Text text = client.get())
      return text;
  return {};
}

Text connected() {
  for (int i = 0; i < 3; ++i)
    if (Text text = client_get(0))
      return text;
  return {};
}

// Every page once.
std::string all(RestClient &client, const std::vector<std::string> &paths) {
  std::string text;
  for (const std::string &path : paths) {
    auto answer = client.get(path);
    if (!answer)
      continue;
    text += *answer;
  }
  return text;
}
