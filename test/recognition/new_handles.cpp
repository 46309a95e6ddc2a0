// REQUIRES: hiredis
// RUN: %check_retry %s --checks=retry-non*,retry-fixed*,retry-imm* --
// A connection or file that is opened again between two attempts is the same
// one, if it is opened with the same arguments; and a smart pointer holds what
// it was given.
#include <curl/curl.h>
#include <hiredis/hiredis.h>
#include <memory>
#include <stdio.h>
#include <string>
#include <unistd.h>
#include <vector>

struct Free {
  void operator()(redisReply *r) const { freeReplyObject(r); }
  void operator()(redisContext *c) const { redisFree(c); }
};
using Reply = std::unique_ptr<redisReply, Free>;
using Context = std::unique_ptr<redisContext, Free>;

class Votes {
  std::string Host;
  redisContext *Conn = nullptr;

public:
  bool count() {
    for (int i = 0; i < 4; ++i) {
      if (!Conn)
        Conn = redisConnect(Host.c_str(), 6379);
      void *answer = redisCommand(Conn, "INCR votes");
      // expect@-1: retry-non-idempotent "INCR"
      Reply reply((redisReply *)answer);
      if (reply)
        return true;
      redisFree(Conn);
      Conn = nullptr;
      sleep(2); // expect: retry-fixed-interval
    }
    return false;
  }
};

// A new connection for each attempt.
bool append(const std::string &host, const std::string &line) {
  for (int i = 0; i < 3; ++i) {
    Context conn(redisConnect(host.c_str(), 6379));
    Reply reply;
    reply.reset((redisReply *)redisCommand(conn.get(), "APPEND log x"));
    // expect@-1: retry-non-idempotent "APPEND", retry-immediate
    if (reply.get() != nullptr && reply->type != REDIS_REPLY_ERROR)
      return true;
  }
  return false;
}

// A shared pointer holds the answer as well.
bool push(redisContext *conn) {
  for (int i = 0; i < 3; ++i) {
    std::shared_ptr<redisReply> reply(
        (redisReply *)redisCommand(conn, "LPUSH jobs x"), Free());
    // expect@-1: retry-non-idempotent "LPUSH"
    if (!reply) {
      sleep(1); // expect: retry-fixed-interval
      continue;
    }
    return (*reply).integer > 0;
  }
  return false;
}

// The file is truncated and written anew.
bool download(CURL *curl, const char *path) {
  for (int i = 0; i < 3; ++i) {
    FILE *out = fopen(path, "wb");
    if (!out)
      return false;
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, out);
    CURLcode rc = curl_easy_perform(curl);
    fclose(out);
    if (rc == CURLE_OK)
      return true;
    sleep(5); // expect: retry-fixed-interval
  }
  return false;
}

// Another server each time.
bool countAnywhere(const std::vector<std::string> &hosts) {
  for (size_t i = 0; i < hosts.size(); ++i) {
    Context conn(redisConnect(hosts[i].c_str(), 6379));
    Reply reply((redisReply *)redisCommand(conn.get(), "INCR votes"));
    if (reply)
      return true;
    sleep(1);
  }
  return false;
}

// Another file each time.
int downloadAll(CURL *curl, const std::vector<const char *> &paths) {
  int failed = 0;
  for (size_t i = 0; i < paths.size(); ++i) {
    FILE *out = fopen(paths[i], "wb");
    if (!out)
      return -1;
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, out);
    CURLcode rc = curl_easy_perform(curl);
    fclose(out);
    if (rc == CURLE_OK)
      continue;
    ++failed;
    sleep(5);
  }
  return failed;
}
