// A client of a few web services on libcurl: retries of many kinds, and loops
// that are none.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <curl/curl.h>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <unistd.h>
#include <unordered_map>
#include <vector>

using namespace std::chrono;

struct Reply {
  CURLcode code = CURLE_OK;
  long status = 0;
  std::string body;
};

namespace {

size_t collect(char *data, size_t size, size_t n, void *to) {
  static_cast<std::string *>(to)->append(data, size * n);
  return size * n;
}

bool retryable(long status) {
  switch (status) {
  case 408:
  case 429:
  case 500:
  case 502:
  case 503:
  case 504:
    return true;
  default:
    return false;
  }
}

bool transient(CURLcode code) {
  return code == CURLE_COULDNT_CONNECT || code == CURLE_OPERATION_TIMEDOUT ||
         code == CURLE_RECV_ERROR || code == CURLE_SEND_ERROR;
}

class Backoff {
public:
  milliseconds next() {
    const milliseconds ceiling =
        std::min<milliseconds>(30s, 1s * (1 << Retry++));
    return milliseconds(
        std::uniform_int_distribution<long>(0, ceiling.count())(Dice));
  }

private:
  int Retry = 0;
  std::mt19937 Dice{std::random_device{}()};
};

Reply perform(CURL *handle) {
  Reply r;
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, collect);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &r.body);
  r.code = curl_easy_perform(handle);
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &r.status);
  return r;
}

} // namespace

// --- retries -----------------------------------------------------------------

bool getFixed(CURL *handle) {
  for (int i = 0; i < 3; ++i) {
    if (curl_easy_perform(handle) == CURLE_OK)
      return true;
    sleep(1);
  }
  return false;
}

void getForEver(CURL *handle) {
  while (curl_easy_perform(handle) != CURLE_OK)
    usleep(200000);
}

CURLcode getAtOnce(CURL *handle) {
  CURLcode code;
  int left = 5;
  do
    code = curl_easy_perform(handle);
  while (code != CURLE_OK && left-- > 0);
  return code;
}

long getAnyStatus(CURL *handle) {
  long status = 0;
  for (int i = 0; i < 4; ++i) {
    if (curl_easy_perform(handle) == CURLE_OK) {
      curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
      if (status == 200)
        break;
    }
    sleep(1u << i);
  }
  return status;
}

long getServerErrors(CURL *handle) {
  long status = 0;
  int tries = 0;
  do {
    if (tries)
      std::this_thread::sleep_for(milliseconds(250 * tries));
    curl_easy_perform(handle);
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  } while (status >= 400 && ++tries < 5);
  return status;
}

Reply getWell(CURL *handle, steady_clock::time_point deadline) {
  Backoff backoff;
  for (int attempt = 1;; ++attempt) {
    Reply r = perform(handle);
    const bool again =
        r.code == CURLE_OK ? retryable(r.status) : transient(r.code);
    const milliseconds wait = backoff.next();
    if (!again || attempt == 3 || steady_clock::now() + wait + 50ms >= deadline)
      return r;
    std::fprintf(stderr, "get: attempt %d of 3: %ld\n", attempt, r.status);
    std::this_thread::sleep_for(wait);
  }
}

bool postPlain(CURL *handle, const std::string &json) {
  curl_easy_setopt(handle, CURLOPT_POSTFIELDS, json.c_str());
  for (int i = 0; i < 3; ++i) {
    if (curl_easy_perform(handle) == CURLE_OK)
      return true;
    std::this_thread::sleep_for(2s);
  }
  return false;
}

bool postKeyed(CURL *handle, const std::string &json, const std::string &id) {
  Backoff backoff;
  const std::string key = "Idempotency-Key: " + id;
  curl_slist *headers = curl_slist_append(nullptr, key.c_str());
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(handle, CURLOPT_POSTFIELDS, json.c_str());
  CURLcode code = CURLE_OK;
  for (int i = 0; i < 3; ++i) {
    code = curl_easy_perform(handle);
    if (!transient(code))
      break;
    std::this_thread::sleep_for(backoff.next());
  }
  curl_slist_free_all(headers);
  return code == CURLE_OK;
}

CURLcode patchWithGoto(CURL *handle, const char *json) {
  int tries = 0;
  curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, "PATCH");
  curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, json);
retry:
  CURLcode code = curl_easy_perform(handle);
  if (code != CURLE_OK && tries++ < 2) {
    sleep(tries);
    goto retry;
  }
  return code;
}

bool putRecursively(CURL *handle, int left = 3) {
  curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
  if (curl_easy_perform(handle) == CURLE_OK)
    return true;
  if (left == 0)
    return false;
  std::this_thread::sleep_for(milliseconds(100) * (1 << (3 - left)));
  return putRecursively(handle, left - 1);
}

Reply getTable(CURL *handle) {
  static const milliseconds delays[] = {100ms, 500ms, 2s, 10s};
  Reply r = perform(handle);
  for (milliseconds delay : delays) {
    if (r.code == CURLE_OK)
      break;
    std::this_thread::sleep_for(delay);
    r = perform(handle);
  }
  return r;
}

template <typename F> auto retrying(F f, int attempts) -> decltype(f()) {
  for (int i = 1;; ++i) {
    auto result = f();
    if (result == CURLE_OK || i == attempts)
      return result;
    std::this_thread::sleep_for(milliseconds(50) * i);
  }
}

CURLcode headByTemplate(CURL *handle) {
  curl_easy_setopt(handle, CURLOPT_NOBODY, 1L);
  return retrying([&] { return curl_easy_perform(handle); }, 4);
}

bool callFunction(const std::function<bool()> &send) {
  for (int tries = 0; tries < 10; ++tries) {
    if (send())
      return true;
    std::this_thread::sleep_for(100ms);
  }
  return false;
}

class Client {
public:
  bool login();
  bool upload(const std::string &file);
  Reply query(const std::string &path);

private:
  void refresh();
  CURL *Handle = curl_easy_init();
  int Retries = 3;
  milliseconds Delay{300};
  std::mutex Lock;
  std::unordered_map<std::string, std::string> Cache;
};

bool Client::login() {
  int n = 0;
  while (n < Retries) {
    if (curl_easy_perform(Handle) == CURLE_OK)
      return true;
    ++n;
    std::this_thread::sleep_for(Delay * n);
  }
  return false;
}

bool Client::upload(const std::string &file) {
  for (bool refreshed = false;; refreshed = true) {
    curl_easy_setopt(Handle, CURLOPT_URL, file.c_str());
    Reply r = perform(Handle);
    if (r.status != 401 || refreshed)
      return r.status == 200;
    refresh();
  }
}

Reply Client::query(const std::string &path) {
  curl_easy_setopt(Handle, CURLOPT_URL, path.c_str());
  Reply r;
  for (int i = 0; i <= Retries; ++i) {
    r = perform(Handle);
    if (r.code == CURLE_OK && r.status < 500)
      return r;
    if (i < Retries)
      std::this_thread::sleep_for(milliseconds(100 << i));
  }
  return r;
}

// --- no retries --------------------------------------------------------------

std::vector<Reply> getEach(CURL *handle, const std::vector<std::string> &urls) {
  std::vector<Reply> all;
  for (const std::string &url : urls) {
    curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
    all.push_back(perform(handle));
  }
  return all;
}

Reply getFirst(CURL *handle, const std::vector<std::string> &mirrors) {
  Reply r;
  for (const std::string &url : mirrors) {
    curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
    r = perform(handle);
    if (r.code == CURLE_OK && r.status == 200)
      break;
  }
  return r;
}

std::string getPages(CURL *handle, std::string url) {
  std::string all;
  while (!url.empty()) {
    curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
    Reply r = perform(handle);
    if (r.code != CURLE_OK)
      break;
    all += r.body;
    const size_t next = r.body.find("next: ");
    url = next == std::string::npos ? "" : r.body.substr(next + 6);
  }
  return all;
}

bool pollJob(CURL *handle) {
  for (int i = 0; i < 60; ++i) {
    Reply r = perform(handle);
    if (r.code != CURLE_OK)
      return false;
    if (r.body == "done")
      return true;
    sleep(1);
  }
  return false;
}

void driveMulti(CURLM *multi) {
  int running = 1;
  while (running) {
    if (curl_multi_perform(multi, &running) != CURLM_OK)
      break;
    if (running)
      curl_multi_poll(multi, nullptr, 0, 1000, nullptr);
  }
}

void readMessages(CURLM *multi) {
  int left = 0;
  while (CURLMsg *message = curl_multi_info_read(multi, &left))
    if (message->msg == CURLMSG_DONE)
      curl_multi_remove_handle(multi, message->easy_handle);
}

curl_slist *headersOf(const std::vector<std::string> &lines) {
  curl_slist *list = nullptr;
  for (const std::string &line : lines) {
    curl_slist *longer = curl_slist_append(list, line.c_str());
    if (!longer)
      break;
    list = longer;
  }
  return list;
}

std::string escapeAll(CURL *handle, const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words) {
    char *escaped = curl_easy_escape(handle, word.c_str(), int(word.size()));
    text += escaped ? escaped : "";
    curl_free(escaped);
  }
  return text;
}

size_t countMatches(const std::string &text, const std::regex &what) {
  size_t n = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), what), end; it != end;
       ++it)
    ++n;
  return n;
}

std::vector<std::string> readConfig(const std::string &path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  std::string line;
  while (std::getline(in, line))
    if (!line.empty() && line[0] != '#')
      lines.push_back(line);
  return lines;
}

bool writeAll(int fd, const char *data, size_t size) {
  while (size > 0) {
    const ssize_t n = write(fd, data, size);
    if (n < 0)
      return false;
    data += n;
    size -= size_t(n);
  }
  return true;
}

void worker(std::vector<CURL *> &queue, std::mutex &lock, const bool &stop) {
  while (!stop) {
    CURL *next = nullptr;
    {
      std::lock_guard<std::mutex> guard(lock);
      if (!queue.empty()) {
        next = queue.back();
        queue.pop_back();
      }
    }
    if (next)
      perform(next);
    else
      std::this_thread::sleep_for(50ms);
  }
}

std::string uniqueName(const std::string &stem) {
  for (int i = 0;; ++i) {
    std::ostringstream name;
    name << stem << "-" << i;
    if (access(name.str().c_str(), F_OK) != 0)
      return name.str();
  }
}

unsigned checksum(const std::string &text) {
  unsigned sum = 5381;
  for (unsigned char c : text)
    sum = sum * 33 + c;
  return sum;
}
