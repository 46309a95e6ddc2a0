// REQUIRES: poco
// RUN: %check_retry %s --checks=%model_checks --
#include <Poco/Exception.h>
#include <Poco/Logger.h>
#include <Poco/Net/DNS.h>
#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/Net/NetException.h>
#include <Poco/Net/StreamSocket.h>
#include <Poco/Random.h>
#include <Poco/StreamCopier.h>
#include <Poco/Thread.h>
#include <Poco/UUIDGenerator.h>
#include <iostream>

using namespace Poco::Net;

std::string fetch(HTTPClientSession &session, const std::string &path) {
  for (int i = 0; i < 5; ++i) {
    try {
      HTTPRequest request(HTTPRequest::HTTP_GET, path);
      session.sendRequest(request);
      HTTPResponse response;
      std::istream &body = session.receiveResponse(response);
      std::string text;
      Poco::StreamCopier::copyToString(body, text);
      return text;
    } catch (const Poco::Exception &e) {
      std::cerr << e.displayText() << "\n";
      session.reset();
    }
    Poco::Thread::sleep(1000); // expect: retry-fixed-interval "1 s"
  }
  throw Poco::TimeoutException("gave up");
}

bool order(HTTPClientSession &session, const std::string &json) {
  HTTPRequest request(HTTPRequest::HTTP_POST, "/orders");
  request.setContentLength(json.size());
  for (int attempt = 0; attempt < 3; attempt++) {
    try {
      session.sendRequest(request) << json; // expect: retry-non-idempotent "POST", retry-immediate
      HTTPResponse response;
      session.receiveResponse(response);
      return response.getStatus() == HTTPResponse::HTTP_CREATED;
    } catch (const NetException &) {
      session.reset();
    }
  }
  return false;
}

bool update(HTTPClientSession &session, HTTPRequest &request) {
  long wait = 100;
  for (int n = 0; n < 6; ++n) {
    session.sendRequest(request); // expect: retry-permanent-error "400-407"
    HTTPResponse response;
    session.receiveResponse(response);
    if (response.getStatus() == HTTPResponse::HTTP_OK)
      return true;
    Poco::Thread::sleep(wait); // expect: retry-missing-jitter
    wait *= 2;
  }
  return false;
}

void dial(StreamSocket &socket, const SocketAddress &where) {
  while (true) { // expect: retry-unbounded "connect"
    try {
      socket.connect(where);
      return;
    } catch (const ConnectionRefusedException &) {
      Poco::Thread::sleep(500); // expect: retry-fixed-interval "500 ms"
    }
  }
}

// A key makes it safe.
bool pay(HTTPClientSession &session, const std::string &json, Poco::Random &random) {
  HTTPRequest request(HTTPRequest::HTTP_POST, "/payments");
  request.set("Idempotency-Key", Poco::UUIDGenerator::defaultGenerator().createRandom().toString());
  for (int i = 0; i < 3; ++i) {
    try {
      session.sendRequest(request) << json;
      HTTPResponse response;
      session.receiveResponse(response);
      return response.getStatus() == HTTPResponse::HTTP_OK;
    } catch (const ConnectionResetException &e) {
      if (i == 2)
        throw;
      Poco::Logger::get("pay").warning("reset, attempt %d of 3", i + 1);
      session.reset();
    }
    Poco::Thread::sleep(random.next(1000u << i));
  }
  return false;
}

// What has come.
std::string read_all(StreamSocket &socket) {
  std::string all;
  char buffer[512];
  int n;
  while ((n = socket.receiveBytes(buffer, sizeof buffer)) > 0)
    all.append(buffer, n);
  return all;
}

// Another address each time.
bool any(StreamSocket &socket, const HostEntry &host, Poco::UInt16 port) {
  for (const auto &address : host.addresses()) {
    try {
      socket.connect(SocketAddress(address, port));
      return true;
    } catch (const NetException &) {
    }
  }
  return false;
}

// Waits for something else to happen.
void until_idle(const bool &busy) {
  while (busy)
    Poco::Thread::sleep(50);
}
