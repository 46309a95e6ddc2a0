#include "analysis/Names.h"
#include "TestCode.h"

using namespace retrylint;

namespace {

std::vector<std::string> words(llvm::StringRef Name) {
  auto Words = wordsOf(Name);
  return {Words.begin(), Words.end()};
}

using List = std::vector<std::string>;

TEST(Words, AreSplitAtUnderscores) {
  EXPECT_EQ(words("send_request"), (List{"send", "request"}));
  EXPECT_EQ(words("__send__request_"), (List{"send", "request"}));
  EXPECT_EQ(words("MAX_RETRIES"), (List{"max", "retries"}));
}

TEST(Words, AreSplitAtCapitals) {
  EXPECT_EQ(words("sendRequest"), (List{"send", "request"}));
  EXPECT_EQ(words("SendRequest"), (List{"send", "request"}));
  EXPECT_EQ(words("kOk"), (List{"k", "ok"}));
}

TEST(Words, KeepAcronymsTogether) {
  EXPECT_EQ(words("sendHTTPRequest_v2"),
            (List{"send", "http", "request", "v2"}));
  EXPECT_EQ(words("XMLHttpRequest"), (List{"xml", "http", "request"}));
  EXPECT_EQ(words("HTTP"), (List{"http"}));
  EXPECT_EQ(words("getURL"), (List{"get", "url"}));
}

TEST(Words, KeepDigitsWithTheirWord) {
  EXPECT_EQ(words("s3Client"), (List{"s3", "client"}));
  EXPECT_EQ(words("PutS3Object"), (List{"put", "s3", "object"}));
}

TEST(Words, OfNothing) {
  EXPECT_EQ(words(""), List{});
  EXPECT_EQ(words("_"), List{});
  EXPECT_EQ(words("~"), List{});
  EXPECT_EQ(words("x"), List{"x"});
}

TEST(QualifiedNames, NameEveryScope) {
  TestCode Code(R"(
namespace net { namespace http {
struct Client { struct Options { int limit; }; void post(); };
void request();
} }
void global();
)");
  EXPECT_EQ(qualifiedName(Code.named("post")), "net::http::Client::post");
  EXPECT_EQ(qualifiedName(Code.named("limit")),
            "net::http::Client::Options::limit");
  EXPECT_EQ(qualifiedName(Code.named("request")), "net::http::request");
  EXPECT_EQ(qualifiedName(Code.named("global")), "global");
}

TEST(QualifiedNames, LeaveOutInlineAndAnonymousNamespaces) {
  TestCode Code(R"(
namespace absl { inline namespace lts_20230125 { void SleepFor(); class Duration; } }
namespace { void hidden(); namespace inner { void deeper(); } }
)");
  EXPECT_EQ(qualifiedName(Code.named("SleepFor")), "absl::SleepFor");
  EXPECT_EQ(qualifiedName(Code.named("Duration")), "absl::Duration");
  EXPECT_EQ(qualifiedName(Code.named("hidden")), "hidden");
  EXPECT_EQ(qualifiedName(Code.named("deeper")), "inner::deeper");
}

TEST(QualifiedNames, LeaveOutTemplateArguments) {
  TestCode Code(R"(
namespace a {
template <typename T> struct Box {
  void put(T) {}
  template <typename U> void swap(U) {}
  explicit Box(int) {}
};
template <typename T> void call(T) {}
}
void use() { a::Box<int> b(1); b.put(2); b.swap(3L); a::call('c'); }
)");
  EXPECT_EQ(qualifiedName(Code.named("put")), "a::Box::put");
  EXPECT_EQ(qualifiedName(Code.named("swap")), "a::Box::swap");
  EXPECT_EQ(qualifiedName(Code.named("call")), "a::call");
  const auto &Box = llvm::cast<clang::CXXRecordDecl>(Code.named("Box"));
  EXPECT_EQ(qualifiedName(Box), "a::Box");
  for (const clang::CXXConstructorDecl *Made : Box.ctors())
    EXPECT_EQ(qualifiedName(*Made), "a::Box::Box");
}

TEST(QualifiedNames, OfOperators) {
  TestCode Code(R"(
namespace a { struct S {
  bool operator<(const S &) const;
  S &operator<<(int);
  void operator()();
}; }
)");
  std::vector<std::string> Names;
  for (const clang::CXXMethodDecl *M :
       llvm::cast<clang::CXXRecordDecl>(Code.named("S")).methods())
    if (M->isOverloadedOperator() && !M->isImplicit())
      Names.push_back(qualifiedName(*M));
  EXPECT_EQ(Names,
            (List{"a::S::operator<", "a::S::operator<<", "a::S::operator()"}));
}

TEST(QualifiedNames, DoNotNameTheFunctionAroundALocalClass) {
  TestCode Code("namespace a { void f() { struct Local { void run() {} }; } }");
  EXPECT_EQ(qualifiedName(Code.named("run")), "a::Local::run");
}

TEST(QualifiedNames, SeeThroughLinkage) {
  TestCode Code(
      "namespace a { extern \"C\" { int curl_easy_perform(void *); } }");
  EXPECT_EQ(qualifiedName(Code.named("curl_easy_perform")),
            "a::curl_easy_perform");
}

} // namespace
