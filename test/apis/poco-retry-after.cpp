// The headers of an answer are read through a base class.
// REQUIRES: poco
// RUN: %check_retry %s --checks=retry-ignored-retry-after --
#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/NumberParser.h>
#include <Poco/Thread.h>
#include <istream>

using namespace Poco::Net;

int poll_quota(HTTPClientSession &session, HTTPRequest &request) {
  for (int n = 0;; ++n) {
    session.sendRequest(request);
    HTTPResponse response;
    session.receiveResponse(response); // expect: retry-ignored-retry-after "503"
    if (response.getStatus() != HTTPResponse::HTTP_SERVICE_UNAVAILABLE || n == 2)
      return response.getStatus();
    Poco::Thread::sleep(1000 << n);
  }
}

static bool busy(int status) { return status == 429 || status == 503; }
bool upload(HTTPClientSession &session, HTTPRequest &request) {
  HTTPResponse answer;
  int left = 3;
  do {
    session.sendRequest(request);
    session.receiveResponse(answer); // expect: retry-ignored-retry-after "429, 503"
    if (!busy(answer.getStatus()))
      return answer.getStatus() == 204;
    Poco::Thread::sleep(500 * left);
  } while (--left > 0);
  return false;
}

// Reads another header.
bool upload_typed(HTTPClientSession &session, HTTPRequest &request) {
  for (int n = 0; n < 3; ++n) {
    session.sendRequest(request);
    HTTPResponse answer;
    session.receiveResponse(answer); // expect: retry-ignored-retry-after "503"
    if (answer.getStatus() != 503)
      return answer.get("Content-Type", "") == "text/plain";
    Poco::Thread::sleep(1000 << n);
  }
  return false;
}

int told(HTTPClientSession &session, HTTPRequest &request) {
  for (int n = 0;; ++n) {
    session.sendRequest(request);
    HTTPResponse response;
    session.receiveResponse(response);
    if (response.getStatus() != 503 || n == 2)
      return response.getStatus();
    Poco::Thread::sleep(1000 * Poco::NumberParser::parse(response.get("Retry-After", "1")));
  }
}

// Whichever header that is.
int told_by(HTTPClientSession &session, HTTPRequest &request, const std::string &header) {
  for (int n = 0;; ++n) {
    session.sendRequest(request);
    HTTPResponse response;
    session.receiveResponse(response);
    if (response.getStatus() != 503 || n == 2)
      return response.getStatus();
    Poco::Thread::sleep(1000 * Poco::NumberParser::parse(response.get(header, "1")));
  }
}

int told_somewhere(HTTPClientSession &session, HTTPRequest &request) {
  for (int n = 0;; ++n) {
    session.sendRequest(request);
    HTTPResponse response;
    session.receiveResponse(response);
    if (response.getStatus() != 503 || n == 2)
      return response.getStatus();
    long wait = 1000;
    for (const auto &[name, value] : response)
      if (name.size() == 11)
        wait = 1000 * Poco::NumberParser::parse(value);
    Poco::Thread::sleep(wait);
  }
}
