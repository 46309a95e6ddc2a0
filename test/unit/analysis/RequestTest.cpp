// What is sent: method, idempotency key, and to whom.
#include "TestCode.h"

using namespace retrylint;

namespace {

const std::string Httplib = R"(
namespace httplib {
struct Headers { Headers(const char *name, const char *value); Headers(); };
struct Response { int status; };
struct Result {
  explicit operator bool() const;
  const Response *operator->() const;
};
struct Client {
  Result Get(const char *path);
  Result Put(const char *path, const char *body);
  Result Post(const char *path, const char *body);
  Result Post(const char *path, const Headers &headers, const char *body);
};
}
)";

std::string loop(const std::string &Call, const std::string &Before = "",
                 const std::string &Parameters = "const char *body") {
  return Httplib + "bool run(httplib::Client &cli, " + Parameters + ") {\n" +
         Before +
         "for (int i = 0; i < 3; ++i) {\n"
         "  if (auto r = " +
         Call +
         ") return true;\n"
         "  sleep(1);\n}\n"
         "return false;\n}\n";
}

void expectMethod(const RetryLoop &L, const char *Method) {
  EXPECT_TRUE(L.Method.known());
  EXPECT_EQ(L.Method.Is, Method);
}

TEST(Method, OfTheModel) {
  expectMethod(*OneLoop(loop("cli.Get(\"/\")")), "GET");
  expectMethod(*OneLoop(loop("cli.Put(\"/\", body)")), "PUT");
  expectMethod(*OneLoop(loop("cli.Post(\"/\", body)")), "POST");
}

TEST(Method, OfALiteral) {
  OneLoop L(R"(
Reply send_http(const char *method, const char *url);
bool run() {
  for (int i = 0; i < 3; ++i) {
    if (send_http("PATCH", "/orders/1").status == 200) return true;
    sleep(1);
  }
  return false;
}
)");
  expectMethod(*L, "PATCH");
}

TEST(Method, OfAnEnumerator) {
  OneLoop L(R"(
enum class Verb { GET, POST };
bool send_http(Verb verb, const char *url);
bool run(const char *url) {
  for (int i = 0; i < 3; ++i) {
    if (send_http(Verb::POST, url)) return true;
    sleep(1);
  }
  return false;
}
)");
  expectMethod(*L, "POST");
}

TEST(Method, OfAParameterIsUnknown) {
  OneLoop L(R"(
bool send_http(const char *method, const char *url);
bool run(const char *method, const char *url) {
  for (int i = 0; i < 3; ++i) {
    if (send_http(method, url)) return true;
    sleep(1);
  }
  return false;
}
)");
  EXPECT_FALSE(L->Method.known());
}

TEST(Method, OfAnythingElseIsUnknown) {
  OneLoop L("bool run(const char *dsn) {"
            " for (int i = 0; i < 3; ++i) { if (connect_db(dsn)) return true; "
            "sleep(1); }"
            " return false; }");
  EXPECT_FALSE(L->Method.known());
}

const std::string Curl = R"(
typedef void CURL;
struct curl_slist;
enum CURLcode { CURLE_OK, CURLE_COULDNT_CONNECT = 7 };
enum CURLoption { CURLOPT_URL = 10002, CURLOPT_POST = 47, CURLOPT_HTTPGET = 80,
  CURLOPT_POSTFIELDS = 10015, CURLOPT_HTTPHEADER = 10023, CURLOPT_CUSTOMREQUEST = 10036 };
extern "C" CURLcode curl_easy_perform(CURL *);
extern "C" CURLcode curl_easy_setopt(CURL *, CURLoption, ...);
extern "C" CURL *curl_easy_init();
extern "C" curl_slist *curl_slist_append(curl_slist *, const char *);
)";

std::string transfer(const std::string &Options) {
  return Curl +
         "bool run(const char *body) {\n"
         "CURL *h = curl_easy_init();\n" +
         Options +
         "for (int i = 0; i < 3; ++i) {\n"
         "  if (curl_easy_perform(h) == CURLE_OK) return true;\n"
         "  sleep(1);\n}\n"
         "return false;\n}\n";
}

TEST(Method, OfAnOptionSetBefore) {
  expectMethod(*OneLoop(transfer("curl_easy_setopt(h, CURLOPT_POST, 1L);")),
               "POST");
  expectMethod(
      *OneLoop(transfer("curl_easy_setopt(h, CURLOPT_POSTFIELDS, body);")),
      "POST");
  expectMethod(*OneLoop(transfer("curl_easy_setopt(h, CURLOPT_HTTPGET, 1L);")),
               "GET");
}

TEST(Method, ANamedOneBeatsTheFlags) {
  expectMethod(*OneLoop(transfer(
                   "curl_easy_setopt(h, CURLOPT_POSTFIELDS, body);"
                   "curl_easy_setopt(h, CURLOPT_CUSTOMREQUEST, \"PUT\");")),
               "PUT");
}

TEST(Method, OfAnOptionTurnedOffIsNotPost) {
  OneLoop L(transfer("curl_easy_setopt(h, CURLOPT_POST, 0L);"));
  EXPECT_FALSE(L->Method.known() && L->Method.Is == "POST");
}

TEST(Method, OfOneOfTwoOptionsIsNotKnown) {
  OneLoop L(transfer("if (body) curl_easy_setopt(h, CURLOPT_POST, 1L);"
                     "else curl_easy_setopt(h, CURLOPT_HTTPGET, 1L);"));
  EXPECT_FALSE(L->Method.known());
}

TEST(Key, IsMissing) {
  OneLoop L(loop("cli.Post(\"/\", body)"));
  EXPECT_TRUE(L->HasKey.known());
  EXPECT_FALSE(L->HasKey.Is);
}

TEST(Key, IsInAHeader) {
  OneLoop L(
      loop("cli.Post(\"/\", httplib::Headers(\"Idempotency-Key\", key), body)",
           "", "const char *body, const char *key"));
  EXPECT_TRUE(L->HasKey.known());
  EXPECT_TRUE(L->HasKey.Is);
}

TEST(Key, IsInAVariable) {
  OneLoop L(loop("cli.Post(\"/\", headers, body)",
                 "httplib::Headers headers(\"idempotency-key\", \"k\");\n"));
  EXPECT_TRUE(L->HasKey.known());
  EXPECT_TRUE(L->HasKey.Is);
}

TEST(Key, IsNotJustAnyHeader) {
  OneLoop L(loop("cli.Post(\"/\", httplib::Headers(\"Accept\", \"*\"), body)"));
  EXPECT_TRUE(L->HasKey.known());
  EXPECT_FALSE(L->HasKey.Is);
}

TEST(Key, OfHeadersThatSomebodyElseMadeIsUnknown) {
  OneLoop L(loop("cli.Post(\"/\", headers, body)", "",
                 "const char *body, const httplib::Headers &headers"));
  EXPECT_FALSE(L->HasKey.known());
  OneLoop M("namespace httplib { struct Headers; }\n"
            "const httplib::Headers &standardHeaders();\n" +
            loop("cli.Post(\"/\", standardHeaders(), body)"));
  EXPECT_FALSE(M->HasKey.known());
}

TEST(Key, IsInAListOfHeaders) {
  OneLoop L(transfer("curl_slist *list = nullptr;"
                     "list = curl_slist_append(list, \"Idempotency-Key: 1\");"
                     "curl_easy_setopt(h, CURLOPT_HTTPHEADER, list);"
                     "curl_easy_setopt(h, CURLOPT_POST, 1L);"));
  expectMethod(*L, "POST");
  EXPECT_TRUE(L->HasKey.known());
  EXPECT_TRUE(L->HasKey.Is);
}

TEST(Remote, IsKnownFromTheModel) {
  OneLoop L(loop("cli.Get(\"/\")"));
  EXPECT_TRUE(L->Remote.known());
  EXPECT_TRUE(L->Remote.Is);
}

TEST(Remote, ALocalFileIsNot) {
  OneLoop L(R"(
struct FILE;
extern "C" FILE *fopen(const char *, const char *);
FILE *run(const char *path) {
  for (int i = 0; i < 3; ++i) {
    if (FILE *f = fopen(path, "r")) return f;
    sleep(1);
  }
  return nullptr;
}
)");
  EXPECT_TRUE(L->Remote.known());
  EXPECT_FALSE(L->Remote.Is);
}

TEST(Remote, IsKnownFromTheName) {
  OneLoop L("bool run(const char *dsn) {"
            " for (int i = 0; i < 3; ++i) { if (connect_db(dsn)) return true; "
            "sleep(1); }"
            " return false; }");
  EXPECT_TRUE(L->Remote.known());
  EXPECT_TRUE(L->Remote.Is);
}

TEST(Remote, IsOnlyPossibleOtherwise) {
  OneLoop L("bool submit_job(int id);"
            "bool run(int id) {"
            " for (int i = 0; i < 3; ++i) { if (submit_job(id)) return true; "
            "sleep(1); }"
            " return false; }");
  EXPECT_EQ(L->Remote.Sure, Certainty::Possible);
}

} // namespace
