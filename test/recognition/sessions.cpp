// REQUIRES: hiredis
// RUN: %check_retry %s --checks=retry-fixed*,retry-missing-j*,retry-unb* --
// A daemon whose connection is used for a while and lost: what fails to connect
// is waited for, and what is received in between is work.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <hiredis/hiredis.h>
#include <stdio.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace std::chrono_literals;

struct Feed {
  std::atomic<bool> Stop{false};
  sockaddr Address;

  // Receives until the other side hangs up.
  void follow() {
    while (!Stop) { // expect: retry-unbounded "until shutdown"
      int fd = socket(AF_INET, SOCK_STREAM, 0);
      if (connect(fd, &Address, sizeof Address) < 0) {
        close(fd);
        std::this_thread::sleep_for(3s); // expect: retry-fixed-interval
        continue;
      }
      char text[512];
      while (!Stop && recv(fd, text, sizeof text, 0) > 0)
        ;
      close(fd);
    }
  }

  // Waits after a session as after a failure, but only failures make it longer.
  void listen(const char *host) {
    auto pause = 1s;
    while (!Stop) { // expect: retry-unbounded "until shutdown"
      redisContext *ctx = redisConnect(host, 6379);
      if (ctx && !ctx->err) {
        pause = 1s;
        void *reply = nullptr;
        while (!Stop && redisGetReply(ctx, &reply) == REDIS_OK)
          freeReplyObject(reply);
      }
      if (ctx)
        redisFree(ctx);
      std::this_thread::sleep_for(pause); // expect: retry-missing-jitter
      pause = std::min<std::chrono::seconds>(pause * 2, 20s);
    }
  }

  void serve(const char *host) {
    int delay = 1;
    while (!Stop) { // expect: retry-unbounded "until shutdown"
      redisContext *ctx = redisConnect(host, 6379);
      if (ctx == NULL || ctx->err != 0) {
        fprintf(stderr, "again in %d s\n", delay);
        sleep(delay); // expect: retry-missing-jitter
        delay = std::min(delay * 2, 16);
        continue;
      }
      delay = 1;
      void *reply = nullptr;
      while (!Stop && redisGetReply(ctx, &reply) == REDIS_OK)
        freeReplyObject(reply);
      redisFree(ctx);
      sleep(delay);
    }
  }

  // Asks every minute, whether the last answer came or not.
  void sample(const char *host) {
    while (!Stop) {
      redisContext *ctx = redisConnect(host, 6379);
      if (ctx && !ctx->err) {
        void *reply = nullptr;
        redisAppendCommand(ctx, "INFO");
        redisGetReply(ctx, &reply);
        freeReplyObject(reply);
      }
      if (ctx)
        redisFree(ctx);
      std::this_thread::sleep_for(60s);
    }
  }

  // The rhythm gets slower with every round, and nothing of it is a failure.
  void sampleLessAndLess(const char *host) {
    auto pause = 1s;
    while (!Stop) {
      redisContext *ctx = redisConnect(host, 6379);
      if (ctx && !ctx->err) {
        void *reply = nullptr;
        redisAppendCommand(ctx, "INFO");
        redisGetReply(ctx, &reply);
        freeReplyObject(reply);
      }
      if (ctx)
        redisFree(ctx);
      std::this_thread::sleep_for(pause);
      pause = std::min<std::chrono::seconds>(pause * 2, 60s);
    }
  }
};
