// What a model names must be there: every function, class and code of
// rules/apis/*.yaml is looked up in the real headers of the library.
#include "analysis/Compatibility.h"
#include "analysis/Names.h"
#include "rules/ApiModelLoader.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace retrylint;

namespace {

struct Library {
  const char *Name; // of the file in rules/apis
  std::vector<std::string> Headers;
  /// Folders below the usual ones that the headers are found in.
  std::vector<std::string> Folders;
  /// What other versions and other systems have.
  std::vector<std::string> Elsewhere;
  bool C = false;
};

const Library Libraries[] = {
    {"abseil",
     {"absl/base/internal/raw_logging.h",
      "absl/base/log_severity.h",
      "absl/container/flat_hash_map.h",
      "absl/container/flat_hash_set.h",
      "absl/container/inlined_vector.h",
      "absl/random/random.h",
      "absl/status/statusor.h",
      "absl/strings/cord.h",
      "absl/strings/str_cat.h",
      "absl/strings/str_format.h",
      "absl/strings/str_join.h",
      "absl/strings/str_split.h",
      "absl/strings/substitute.h",
      "absl/strings/escaping.h",
      "absl/synchronization/blocking_counter.h",
      "absl/synchronization/mutex.h",
      "absl/synchronization/notification.h",
      "absl/time/clock.h",
      "absl/types/optional.h",
      "absl/types/span.h"},
     {},
     {"ABSL_LOG", "ABSL_LOG_IF", "absl::log_internal::LogMessage::*",
      "absl::raw_log_internal::RawLog"}},
    {"boost",
     {"boost/algorithm/string.hpp",
      "boost/asio.hpp",
      "boost/asio/ssl.hpp",
      "boost/atomic.hpp",
      "boost/beast.hpp",
      "boost/chrono.hpp",
      "boost/circular_buffer.hpp",
      "boost/container/vector.hpp",
      "boost/date_time/posix_time/posix_time.hpp",
      "boost/format.hpp",
      "boost/intrusive/list.hpp",
      "boost/lexical_cast.hpp",
      "boost/lockfree/queue.hpp",

      "boost/random.hpp",
      "boost/random/random_device.hpp",
      "boost/scoped_ptr.hpp",
      "boost/shared_ptr.hpp",
      "boost/thread.hpp",
      "boost/throw_exception.hpp",
      "boost/unordered_map.hpp",
      "boost/unordered_set.hpp",
      "boost/uuid/uuid_generators.hpp",
      "boost/uuid/uuid_io.hpp",
      "boost/variant.hpp"},
     {},
     {"BOOST_LOG_TRIVIAL", "BOOST_LOG", "BOOST_LOG_SEV",
      "boost::asio::basic_deadline_timer::expires_after",
      "boost::asio::basic_deadline_timer::expiry",
      // Aliases of boost::date_time's templates.
      "boost::posix_time::microsec_clock::local_time",
      "boost::posix_time::microsec_clock::universal_time",
      "boost::posix_time::second_clock::local_time",
      "boost::posix_time::second_clock::universal_time",
      // Other versions keep these elsewhere.
      "boost::random::uniform_01::operator()",
      "boost::uuids::random_generator_mt19937::operator()",
      "boost::uuids::detail::random_provider_base::operator()",
      "boost::uniform_real::operator()", "boost::intrusive_ptr::*",
      "boost::variate_generator::operator()"}},
    {"c",
     {"assert.h", "ctype.h", "errno.h", "locale.h", "math.h", "pwd.h",
      "setjmp.h", "signal.h", "stdio.h", "stdlib.h", "string.h", "strings.h",
      "time.h", "unistd.h", "alloca.h"},
     {},
     // Functions that programs have themselves.
     {"die", "panic", "bail", "bail_out", "fatal", "strlcpy", "strlcat",
      "readline", "__builtin_expect", "__builtin___snprintf_chk",
      "__builtin___sprintf_chk"},
     true},
    {"posix",
     {"aio.h",          "arpa/inet.h",    "dirent.h",       "dlfcn.h",
      "err.h",          "errno.h",        "fcntl.h",        "ifaddrs.h",
      "net/if.h",       "netdb.h",        "poll.h",         "pthread.h",
      "sched.h",        "semaphore.h",    "signal.h",       "spawn.h",
      "stdio.h",        "stdlib.h",       "sys/epoll.h",    "sys/eventfd.h",
      "sys/file.h",     "sys/inotify.h",  "sys/ioctl.h",    "sys/mman.h",
      "sys/mount.h",    "sys/prctl.h",    "sys/resource.h", "sys/select.h",
      "sys/sendfile.h", "sys/signalfd.h", "sys/socket.h",   "sys/stat.h",
      "sys/statvfs.h",  "sys/time.h",     "sys/timerfd.h",  "sys/times.h",
      "sys/uio.h",      "sys/utsname.h",  "sys/wait.h",     "syslog.h",
      "threads.h",      "time.h",         "unistd.h"},
     {},
     {"__error", "__errno"},
     true},
    {"cpp-httplib",
     {"httplib.h"},
     {},
     // With CPPHTTPLIB_OPENSSL_SUPPORT, and in later versions.
     {"httplib::Client::enable_server_hostname_verification",
      "httplib::ClientImpl::enable_server_hostname_verification",
      "httplib::Error::SSLServerHostnameVerification",
      "httplib::SSLClient::enable_server_certificate_verification",
      "httplib::SSLClient::enable_server_hostname_verification",
      "httplib::SSLClient::set_basic_auth",
      "httplib::SSLClient::set_bearer_token_auth",
      "httplib::SSLClient::set_digest_auth"}},
    {"cpprest", {"cpprest/http_client.h", "cpprest/uri_builder.h"}, {}, {}},
    {"fmt", {"fmt/format.h"}, {}, {"fmt::println"}},
    {"glib",
     {"glib.h", "gio/gio.h"},
     {"glib-2.0", "../lib/glib-2.0/include"},
     {},
     true},
    {"glog",
     {"glog/logging.h"},
     {},
     // Abseil's.
     {"LOG_EVERY_POW_2", "LOG_EVERY_N_SEC"}},
    {"gnutls", {"gnutls/gnutls.h"}, {}, {}, true},
    {"grpc", {"grpcpp/grpcpp.h", "grpcpp/support/sync_stream.h"}, {}, {}},
    {"hiredis",
     {"hiredis/hiredis.h", "hiredis/async.h"},
     {},
     {"redisConnectWithOptions"},
     true},
    {"libcurl", {"curl/curl.h"}, {}, {}, true},
    {"libpq", {"libpq-fe.h"}, {"postgresql"}, {}, true},
    {"libpqxx", {"pqxx/pqxx"}, {}, {}},
    {"librdkafka", {"librdkafka/rdkafka.h", "librdkafka/rdkafkacpp.h"}, {}, {}},
    {"libssh2", {"libssh2.h", "libssh2_sftp.h"}, {}, {}, true},
    {"libsoup",
     {"libsoup/soup.h"},
     {"libsoup-3.0", "glib-2.0", "../lib/glib-2.0/include"},
     {"soup_session_send_message", "soup_session_send_and_splice"},
     true},
    {"mariadb",
     {"mysql.h", "errmsg.h", "mysqld_error.h"},
     {"mariadb"},
     {},
     true},
    {"mosquitto", {"mosquitto.h", "mosquittopp.h"}, {}, {}},
    {"openssl",
     {"openssl/ssl.h", "openssl/err.h", "openssl/rand.h", "openssl/bio.h",
      "openssl/pem.h"},
     {},
     {},
     true},
    {"paho", {"MQTTClient.h", "MQTTAsync.h", "mqtt/client.h"}, {}, {}},
    {"poco",
     {"Poco/Clock.h",
      "Poco/Condition.h",
      "Poco/Data/Session.h",
      "Poco/Data/SessionPool.h",
      "Poco/Event.h",
      "Poco/Exception.h",
      "Poco/Format.h",
      "Poco/JSON/Parser.h",
      "Poco/Logger.h",
      "Poco/Net/DNS.h",
      "Poco/Net/FTPClientSession.h",
      "Poco/Net/HTTPClientSession.h",
      "Poco/Net/HTTPSClientSession.h",
      "Poco/Net/NetException.h",
      "Poco/Net/SSLException.h",
      "Poco/Net/HTTPRequest.h",
      "Poco/Net/HTTPResponse.h",
      "Poco/Net/SMTPClientSession.h",
      "Poco/Net/SecureStreamSocket.h",
      "Poco/Net/ServerSocket.h",
      "Poco/Net/DatagramSocket.h",
      "Poco/Net/WebSocket.h",
      "Poco/NotificationQueue.h",
      "Poco/NumberFormatter.h",
      "Poco/NumberParser.h",
      "Poco/Random.h",
      "Poco/Redis/Client.h",
      "Poco/Redis/Command.h",
      "Poco/String.h",
      "Poco/StreamCopier.h",
      "Poco/Thread.h",
      "Poco/Timestamp.h",
      "Poco/URI.h",
      "Poco/UUIDGenerator.h",
      "Poco/AutoPtr.h",
      "Poco/SharedPtr.h"},
     {},
     {}},
    {"qt",
     {"QtCore/QtCore", "QtNetwork/QtNetwork", "QtSql/QtSql",
      "QtWidgets/QtWidgets"},
     {"qt5", "qt5/QtCore", "qt5/QtGui", "qt5/QtNetwork", "qt5/QtSql",
      "qt5/QtWidgets"},
     {"QTest::qSleep"}},
    {"spdlog",
     {"spdlog/spdlog.h", "spdlog/sinks/basic_file_sink.h",
      "spdlog/sinks/rotating_file_sink.h", "spdlog/sinks/stdout_color_sinks.h"},
     {},
     {}},
    {"sqlite", {"sqlite3.h"}, {}, {}, true},
    {"zeromq", {"zmq.h", "zmq.hpp", "zmq_addon.hpp", "zmq_utils.h"}, {}, {}},
};

/// Every name that is declared, without going into bodies.
class Names : public DynamicRecursiveASTVisitor {
public:
  llvm::StringSet<> All;
  llvm::StringMap<const CXXRecordDecl *> Classes;
  llvm::StringMap<llvm::APSInt> Enumerators;
  llvm::StringSet<> Simple;

  bool TraverseStmt(Stmt *) override { return true; }
  bool VisitNamedDecl(NamedDecl *D) override {
    if (isa<ParmVarDecl, TemplateTypeParmDecl>(D))
      return true;
    std::string Name = qualifiedName(*D);
    All.insert(Name);
    Simple.insert(D->getNameAsString());
    if (const auto *R = dyn_cast<CXXRecordDecl>(D);
        R && R->isThisDeclarationADefinition())
      Classes.try_emplace(Name, R);
    if (const auto *E = dyn_cast<EnumConstantDecl>(D)) {
      Enumerators[Name] = E->getInitVal();
      Enumerators[E->getName()] = E->getInitVal();
      // Scoped or not, the enumeration is no part of the name.
      if (const auto *Of = dyn_cast<EnumDecl>(E->getDeclContext()))
        if (const auto *R = dyn_cast<RecordDecl>(Of->getDeclContext()))
          Enumerators[qualifiedName(*R) + "::" + E->getName().str()] =
              E->getInitVal();
    }
    return true;
  }
};

bool hasMember(const CXXRecordDecl *R, llvm::StringRef Name) {
  if (!R || !(R = R->getDefinition()))
    return false;
  for (const Decl *D : R->decls())
    if (const auto *N = dyn_cast<NamedDecl>(D);
        N && N->getNameAsString() == Name)
      return true;
  return llvm::any_of(R->bases(), [&](const CXXBaseSpecifier &B) {
    const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
    // A base that depends on a template's arguments is not looked into.
    return !Base ? B.getType()->isDependentType() : hasMember(Base, Name);
  });
}

std::optional<int> valueOf(const MacroInfo &M) {
  int Sign = 1;
  for (const Token &T : M.tokens()) {
    int Value;
    if (T.is(tok::minus))
      Sign = -Sign;
    else if (T.is(tok::numeric_constant) &&
             !llvm::StringRef(T.getLiteralData(), T.getLength())
                  .getAsInteger(0, Value))
      return Sign * Value;
  }
  return std::nullopt;
}

void PrintTo(const Library &L, std::ostream *Out) { *Out << L.Name; }

class Headers : public testing::TestWithParam<Library> {};

TEST_P(Headers, DeclareWhatIsModelled) {
  const Library &L = GetParam();
  std::vector<std::string> Args = {"-w", "-fPIC", "-D_GNU_SOURCE",
                                   "-DCPPHTTPLIB_OPENSSL_SUPPORT",
                                   "-resource-dir=" CLANG_RESOURCE_DIR};
  Args.push_back(L.C ? "-std=gnu17" : "-std=c++20");
  for (const std::string &Folder : L.Folders)
    for (llvm::StringRef Root :
         {"/usr/include/", "/usr/include/" LIBRARY_ARCHITECTURE "/",
          "/usr/lib/" LIBRARY_ARCHITECTURE "/"}) {
      llvm::StringRef Below = Folder;
      if (Below.consume_front("../lib/") != Root.starts_with("/usr/lib/"))
        continue;
      Args.push_back("-isystem" + (Root + Below).str());
    }
  std::string Code;
  for (const std::string &Header : L.Headers)
    Code += "#if __has_include(<" + Header + ">)\n#include <" + Header +
            ">\n#else\n#define MISSING_HEADER\n#endif\n";
  std::unique_ptr<ASTUnit> Unit = tooling::buildASTFromCodeWithArgs(
      Code, Args, L.C ? "headers.c" : "headers.cpp");
  ASSERT_TRUE(Unit);
  ASSERT_FALSE(Unit->getDiagnostics().hasErrorOccurred());
  Preprocessor &PP = Unit->getPreprocessor();
  auto Macro = [&](llvm::StringRef Name) {
    return PP.getMacroInfo(PP.getIdentifierInfo(Name));
  };
  if (Macro("MISSING_HEADER"))
    GTEST_SKIP() << "not installed";

  ApiModels Models;
  std::string File =
      (RETRYLINT_SOURCE_DIR "/rules/apis/" + llvm::Twine(L.Name) + ".yaml")
          .str();
  auto Text = llvm::MemoryBuffer::getFile(File);
  ASSERT_TRUE(!!Text) << File;
  llvm::Error E = readApiModels((*Text)->getBuffer(), File, Models);
  ASSERT_FALSE(!!E) << llvm::toString(std::move(E));

  Names Known;
  Known.TraverseDecl(Unit->getASTContext().getTranslationUnitDecl());
  llvm::StringSet<> Elsewhere;
  for (const std::string &Name : L.Elsewhere)
    Elsewhere.insert(Name);

  for (const auto &Entry : Models.all()) {
    llvm::StringRef Name = Entry.first();
    llvm::StringRef Scope = Name;
    bool There = Entry.second.front().Macro  ? Macro(Name) != nullptr
                 : Scope.consume_back("::*") ? Known.All.contains(Scope)
                                             : Known.All.contains(Name);
    EXPECT_NE(There, Elsewhere.contains(Name))
        << Name.str()
        << (There ? " is declared after all" : " is not declared");
    for (const ApiFunction &F : Entry.second)
      for (const Guard &G : F.When)
        if (isValidAsciiIdentifier(G.Is) && G.Is != "null" && G.Is != "true" &&
            G.Is != "false")
          EXPECT_TRUE(Known.Simple.contains(G.Is) || Macro(G.Is))
              << G.Is << " is not declared";
  }
  for (const auto &Entry : Models.statusTypes()) {
    auto Class = Known.Classes.find(Entry.first());
    if (Class == Known.Classes.end()) {
      ADD_FAILURE() << Entry.first().str() << " is no class";
      continue;
    }
    const ApiStatusType &T = Entry.second;
    for (const auto *List : {&T.Ok, &T.Error, &T.Code, &T.Inner})
      for (const std::string &Member : *List)
        EXPECT_TRUE(hasMember(Class->second, Member))
            << Entry.first().str() << " has no " << Member;
  }
  for (const auto &Entry : Models.codes()) {
    llvm::StringRef Name = Entry.first();
    std::optional<int> Value;
    auto Enumerator = Known.Enumerators.find(Name);
    if (Enumerator != Known.Enumerators.end())
      Value = Enumerator->second.getExtValue();
    else if (const MacroInfo *M = Macro(Name))
      Value = valueOf(*M);
    else if (Known.Classes.contains(Name))
      continue; // an exception
    else if (!Elsewhere.contains(Name))
      ADD_FAILURE() << Name.str() << " is not declared";
    if (Value && Entry.second.Value)
      EXPECT_EQ(*Value, *Entry.second.Value) << Name.str();
  }
}

std::string nameOfLibrary(const testing::TestParamInfo<Library> &Info) {
  std::string Name = Info.param.Name;
  std::replace(Name.begin(), Name.end(), '-', '_');
  return Name;
}

INSTANTIATE_TEST_SUITE_P(Of, Headers, testing::ValuesIn(Libraries),
                         nameOfLibrary);

} // namespace
