// What is copied from a stream is gone from it.
// REQUIRES: poco
// RUN: %check_retry %s --checks=retry-stale-state -- -std=c++17
#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/Net/NetException.h>
#include <Poco/StreamCopier.h>
#include <Poco/Thread.h>
#include <fstream>
#include <sstream>
#include <string>

using namespace Poco::Net;

static void put(std::istream &in, const std::string &object) {
  HTTPClientSession session("example.com", 80);
  HTTPRequest request(HTTPRequest::HTTP_PUT, "/" + object);
  std::ostream &out = session.sendRequest(request);
  Poco::StreamCopier::copyStream(in, out);
  HTTPResponse response;
  session.receiveResponse(response);
}

void upload(const std::string &file) {
  std::ifstream in(file);
  for (int i = 1; i <= 3; ++i) {
    try {
      put(in, file); // expect: retry-stale-state "'in'"
      return;
    } catch (const ConnectionResetException &) {
      if (i == 3)
        throw;
    }
    Poco::Thread::sleep(100 << i);
  }
}

void upload_text(const std::string &all) {
  std::istringstream text(all);
  for (int i = 1;; ++i) {
    try {
      put(text, "text"); // expect: retry-stale-state "'text'"
      return;
    } catch (const Poco::TimeoutException &) {
      if (i == 3)
        throw;
    }
    Poco::Thread::sleep(100 << i);
  }
}

void upload_rewound(const std::string &file) {
  std::ifstream in(file);
  for (int i = 1; i <= 3; ++i) {
    try {
      in.clear();
      in.seekg(0);
      put(in, file);
      return;
    } catch (const ConnectionResetException &) {
      if (i == 3)
        throw;
    }
    Poco::Thread::sleep(100 << i);
  }
}

void upload_opened_anew(const std::string &file) {
  for (int i = 1; i <= 3; ++i) {
    try {
      std::ifstream in(file);
      put(in, file);
      return;
    } catch (const ConnectionResetException &) {
      if (i == 3)
        throw;
    }
    Poco::Thread::sleep(100 << i);
  }
}

// The answer is another stream each time.
std::string download(HTTPClientSession &session) {
  for (int i = 1;; ++i) {
    try {
      HTTPRequest request(HTTPRequest::HTTP_GET, "/text");
      session.sendRequest(request);
      HTTPResponse response;
      std::string all;
      Poco::StreamCopier::copyToString(session.receiveResponse(response), all);
      return all;
    } catch (const Poco::TimeoutException &) {
      if (i == 3)
        throw;
    }
    Poco::Thread::sleep(100 << i);
  }
}
