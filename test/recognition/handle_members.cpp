// RUN: %check_retry %s --checks=retry-non-idempotent -- -std=c++20
// The options of a handle that is a member are set on the member.
#include <curl/curl.h>
#include <memory>
#include <string>
#include <unistd.h>

struct Cleanup {
  void operator()(CURL *c) const { curl_easy_cleanup(c); }
};

class Contacts {
  std::unique_ptr<CURL, Cleanup> easy_{curl_easy_init()};
  CURLcode send(const std::string &patch) {
    curl_easy_reset(easy_.get());
    curl_easy_setopt(easy_.get(), CURLOPT_CUSTOMREQUEST, "PATCH");
    curl_easy_setopt(easy_.get(), CURLOPT_POSTFIELDS, patch.c_str());
    return curl_easy_perform(easy_.get());
  }

public:
  bool update(const std::string &patch) {
    for (int i = 0; i < 3; ++i) {
      CURLcode rc = send(patch); // expect: retry-non-idempotent "PATCH"
      if (rc != CURLE_OPERATION_TIMEDOUT)
        return rc == CURLE_OK;
      sleep(1);
    }
    return false;
  }
};

class Orders {
  CURL *easy_ = curl_easy_init();

public:
  bool add(const std::string &order) {
    curl_easy_setopt(easy_, CURLOPT_POSTFIELDS, order.c_str());
    for (int i = 0; i < 3; ++i) {
      if (curl_easy_perform(easy_) == CURLE_OK) // expect: retry-non-idempotent "POST"
        return true;
      sleep(1);
    }
    return false;
  }
};

// Set once and for all.
class Notes {
  CURL *easy_;

public:
  Notes() : easy_(curl_easy_init()) { curl_easy_setopt(easy_, CURLOPT_POST, 1L); }
  bool add(const std::string &note) {
    curl_easy_setopt(easy_, CURLOPT_COPYPOSTFIELDS, note.c_str());
    for (int i = 0; i < 3; ++i) {
      if (curl_easy_perform(easy_) == CURLE_OK) // expect: retry-non-idempotent "POST"
        return true;
      sleep(1);
    }
    return false;
  }
};

// ---- With a key, wherever it is set; and what may be repeated.

class Keyed {
  CURL *easy_ = curl_easy_init();
  curl_slist *headers_ = nullptr;

public:
  explicit Keyed(const std::string &key) {
    headers_ = curl_slist_append(headers_, ("Idempotency-Key: " + key).c_str());
    curl_easy_setopt(easy_, CURLOPT_HTTPHEADER, headers_);
  }
  bool add(const std::string &order) {
    curl_easy_setopt(easy_, CURLOPT_POSTFIELDS, order.c_str());
    for (int i = 0; i < 3; ++i) {
      if (curl_easy_perform(easy_) == CURLE_OK)
        return true;
      sleep(1);
    }
    return false;
  }
};

class Replaced {
  std::unique_ptr<CURL, Cleanup> easy_{curl_easy_init()};

public:
  bool put(const std::string &body) {
    curl_easy_setopt(easy_.get(), CURLOPT_CUSTOMREQUEST, "PUT");
    curl_easy_setopt(easy_.get(), CURLOPT_POSTFIELDS, body.c_str());
    for (int i = 0; i < 3; ++i) {
      if (curl_easy_perform(easy_.get()) == CURLE_OK)
        return true;
      sleep(1);
    }
    return false;
  }
};

void prepare(CURL *easy);

// Somebody else may have set a header.
class Prepared {
  CURL *easy_ = curl_easy_init();

public:
  bool add(const std::string &order) {
    prepare(easy_);
    curl_easy_setopt(easy_, CURLOPT_POSTFIELDS, order.c_str());
    for (int i = 0; i < 3; ++i) {
      if (curl_easy_perform(easy_) == CURLE_OK)
        return true;
      sleep(1);
    }
    return false;
  }
};
