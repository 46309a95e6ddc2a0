// Which codes go round again.
#include "TestCode.h"
#include "llvm/ADT/STLExtras.h"

using namespace retrylint;

namespace {

using Codes = std::vector<int>;

/// Every HTTP status that is tried: what the policy and the registry name.
Codes everyStatus() {
  Codes All;
  for (int C = 400; C <= 418; ++C)
    All.push_back(C);
  for (int C = 421; C <= 426; ++C)
    All.push_back(C);
  for (int C : {428, 429, 431, 451, 500, 502, 503, 504})
    All.push_back(C);
  return All;
}

/// `code` holds the status; the statements return to leave.
std::string fetch(const std::string &Statements) {
  return "bool run(int id) {\n"
         "for (int i = 0; i < 3; ++i) {\n"
         "  int code = fetch_invoice(id).status;\n" +
         Statements +
         "\n  sleep(1);\n}\n"
         "return false;\n}\n";
}

Codes retriedBy(const std::string &Statements) {
  return retried(OneLoop(fetch(Statements)));
}

TEST(HttpCodes, AllButSuccess) {
  EXPECT_EQ(retriedBy("if (code == 200) return true;"), everyStatus());
  EXPECT_EQ(retriedBy("if (code < 400) return true;"), everyStatus());
  EXPECT_EQ(retriedBy("if (code >= 200 && code < 300) return true;"),
            everyStatus());
}

TEST(HttpCodes, OfTheServerOnly) {
  EXPECT_EQ(retriedBy("if (code < 500) return code == 200;"),
            (Codes{500, 502, 503, 504}));
  EXPECT_EQ(
      retriedBy("if (code == 200) return true; if (code <= 499) return false;"),
      (Codes{500, 502, 503, 504}));
}

TEST(HttpCodes, ByName) {
  EXPECT_EQ(retriedBy("if (code != 429 && code != 503) return code == 200;"),
            (Codes{429, 503}));
  EXPECT_EQ(retriedBy("if (code == 200) return true;"
                      "if (!(code == 408 || code >= 502)) return false;"),
            (Codes{408, 502, 503, 504}));
}

TEST(HttpCodes, AllButSomeByName) {
  Codes Expected = everyStatus();
  llvm::erase(Expected, 401);
  llvm::erase(Expected, 404);
  EXPECT_EQ(retriedBy("if (code == 200) return true;"
                      "if (code == 401 || code == 404) return false;"),
            Expected);
}

TEST(HttpCodes, OfASwitch) {
  EXPECT_EQ(retriedBy("switch (code) {"
                      "case 200: return true;"
                      "case 404: case 429: case 503: break;"
                      "default: return false; }"),
            (Codes{404, 429, 503}));
  Codes Expected = everyStatus();
  llvm::erase(Expected, 400);
  EXPECT_EQ(retriedBy("switch (code) {"
                      "case 200: return true;"
                      "case 400: return false;"
                      "default: break; }"),
            Expected);
}

TEST(HttpCodes, OfASwitchWithARange) {
  EXPECT_EQ(retriedBy("switch (code) {"
                      "case 200 ... 299: return true;"
                      "case 500 ... 503: break;"
                      "default: return false; }"),
            (Codes{500, 502, 503}));
}

TEST(HttpCodes, OfAClass) {
  EXPECT_EQ(retriedBy("if (code / 100 == 2) return true;"
                      "if (code / 100 != 5) return false;"),
            (Codes{500, 502, 503, 504}));
}

TEST(HttpCodes, ThroughAHelper) {
  OneLoop L(
      "static bool transient(int code) {"
      " switch (code) { case 429: case 502: case 503: case 504: return true; }"
      " return false; }" +
      fetch(
          "if (code == 200) return true; if (!transient(code)) return false;"));
  EXPECT_EQ(retried(L), (Codes{429, 502, 503, 504}));
}

TEST(HttpCodes, ThroughATableInTheHelper) {
  OneLoop L(
      "static bool transient(int code) {"
      " static const int list[] = {429, 503};"
      " for (int each : list) if (each == code) return true;"
      " return false; }" +
      fetch(
          "if (code == 200) return true; if (!transient(code)) return false;"));
  for (int Code : L->Codes.empty() ? Codes() : L->Codes.front().Known)
    EXPECT_TRUE(Code == 429 || Code == 503) << Code;
}

TEST(HttpCodes, ThroughAFlag) {
  EXPECT_EQ(retriedBy("bool again = false;"
                      "if (code == 200) return true;"
                      "if (code == 503) again = true;"
                      "if (!again) return false;"),
            Codes{503});
}

TEST(HttpCodes, ThatAnOpaqueQuestionDecidesAreNotKnown) {
  OneLoop L(
      "bool worth_it(int code);" +
      fetch(
          "if (code == 200) return true; if (!worth_it(code)) return false;"));
  ASSERT_EQ(L->Codes.size(), 1u);
  EXPECT_EQ(L->Codes.front().Known, Codes{});
  EXPECT_EQ(L->Codes.front().Possible, everyStatus());
}

TEST(HttpCodes, ThatTheBodyDecidesAreNotKnown) {
  OneLoop L(R"(
bool run(int id) {
  for (int i = 0; i < 3; ++i) {
    Reply r = fetch_invoice(id);
    if (r.status == 200) return true;
    if (!r.body) return false;
    sleep(1);
  }
  return false;
}
)");
  ASSERT_EQ(L->Codes.size(), 1u);
  EXPECT_EQ(L->Codes.front().Known, Codes{});
}

TEST(HttpCodes, InTheDomainAndPlace) {
  OneLoop L(fetch("if (code == 200) return true;"));
  ASSERT_EQ(L->Codes.size(), 1u);
  EXPECT_EQ(L->Codes.front().Domain, StatusDomain::Http);
  EXPECT_EQ(L.line(L->Codes.front().ReadAt.getBegin()), 4u);
}

TEST(HttpCodes, ANumberThatIsNoStatusHasNone) {
  OneLoop L(R"(
bool run(int id) {
  for (int i = 0; i < 3; ++i) {
    if (send_rpc(id) == 0) return true;
    sleep(1);
  }
  return false;
}
)");
  EXPECT_TRUE(L->Codes.empty());
}

TEST(HttpCodes, ABooleanHasNone) {
  OneLoop L(R"(
bool run(const char *dsn) {
  for (int i = 0; i < 3; ++i) {
    if (connect_db(dsn)) return true;
    sleep(1);
  }
  return false;
}
)");
  EXPECT_TRUE(L->Codes.empty());
}

const std::string Grpc = R"(
namespace grpc {
enum StatusCode { OK = 0, CANCELLED = 1, UNKNOWN = 2, INVALID_ARGUMENT = 3,
  DEADLINE_EXCEEDED = 4, NOT_FOUND = 5, RESOURCE_EXHAUSTED = 8, ABORTED = 10,
  UNAVAILABLE = 14, UNAUTHENTICATED = 16 };
class Status {
public:
  Status();
  bool ok() const;
  StatusCode error_code() const;
};
}
struct Stub { grpc::Status Reserve(int id); };
)";

std::string reserve(const std::string &Statements) {
  return Grpc +
         "grpc::Status run(Stub &stub, int id) {\n"
         "grpc::Status s;\n"
         "for (int i = 0; i < 3; ++i) {\n"
         "  s = stub.Reserve(id);\n" +
         Statements +
         "\n  sleep(1);\n}\n"
         "return s;\n}\n";
}

TEST(GrpcCodes, ByName) {
  OneLoop L(reserve("if (s.ok()) return s;"
                    "if (s.error_code() != grpc::UNAVAILABLE &&"
                    "    s.error_code() != grpc::NOT_FOUND) return s;"));
  ASSERT_EQ(L->Codes.size(), 1u);
  EXPECT_EQ(L->Codes.front().Domain, StatusDomain::Grpc);
  EXPECT_EQ(L->Codes.front().Known, (Codes{5, 14}));
}

TEST(GrpcCodes, OfASwitch) {
  OneLoop L(reserve("switch (s.error_code()) {"
                    "case grpc::DEADLINE_EXCEEDED:"
                    "case grpc::RESOURCE_EXHAUSTED: break;"
                    "default: return s; }"));
  EXPECT_EQ(retried(L), (Codes{4, 8}));
}

TEST(GrpcCodes, AllButSomeByName) {
  OneLoop L(reserve(
      "if (s.ok() || s.error_code() == grpc::INVALID_ARGUMENT) return s;"));
  // Those that the policy calls retryable or permanent.
  EXPECT_EQ(retried(L), (Codes{4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16}));
}

TEST(GrpcCodes, AreNotReadByAskingForSuccess) {
  EXPECT_TRUE(OneLoop(reserve("if (s.ok()) return s;"))->Codes.empty());
}

const std::string Httplib = R"(
namespace httplib {
struct Response { int status; };
struct Result {
  explicit operator bool() const;
  const Response *operator->() const;
};
struct Client { Result Get(const char *path); };
}
)";

TEST(HttpCodes, OfAResultThatMayBeMissing) {
  OneLoop L(Httplib + R"(
bool run(httplib::Client &cli) {
  for (int i = 0; i < 3; ++i) {
    httplib::Result r = cli.Get("/");
    if (r && r->status < 500) return r->status == 200;
    sleep(1);
  }
  return false;
}
)");
  EXPECT_EQ(retried(L), (Codes{500, 502, 503, 504}));
}

const std::string Curl = R"(
typedef void CURL;
enum CURLcode { CURLE_OK, CURLE_OPERATION_TIMEDOUT = 28 };
enum CURLINFO { CURLINFO_RESPONSE_CODE = 0x200002 };
extern "C" CURLcode curl_easy_perform(CURL *);
extern "C" CURLcode curl_easy_getinfo(CURL *, CURLINFO, ...);
)";

TEST(HttpCodes, ThatAreAskedForAfterwards) {
  OneLoop L(Curl + R"(
bool run(CURL *h) {
  for (int i = 0; i < 3; ++i) {
    long code = 0;
    CURLcode rc = curl_easy_perform(h);
    curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &code);
    if (rc == CURLE_OK && code == 200) return true;
    if (rc == CURLE_OK && code != 503 && code != 403) return false;
    sleep(1);
  }
  return false;
}
)");
  std::vector<Codes> Http;
  for (const RetriedCodes &C : L->Codes)
    if (C.Domain == StatusDomain::Http)
      Http.push_back(C.Known);
  EXPECT_EQ(Http, std::vector<Codes>{(Codes{403, 503})});
}

} // namespace
