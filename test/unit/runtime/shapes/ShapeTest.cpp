// What each way to tell of a failure means: codes, optionals, expected, status
// classes, pairs, exceptions, types of one's own.
#include "retry/retry.h"
#include "retry/testing.h"
#include "gtest/gtest.h"
#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>
#include <expected>
#include <future>
#include <netdb.h>
#include <tl/expected.hpp>

using namespace retry;

namespace acme {
struct Reply {
  int code;
};
retry::failure classify(const Reply &reply) {
  return reply.code == 0 ? success : throttled("acme_busy");
}
enum class Code { fine, busy };
retry::failure classify(Code code) {
  return code == Code::fine ? success : throttled("acme_busy");
}
/// With ok() and code(), as many have it.
struct Status {
  Code it = Code::fine;
  bool ok() const { return it == Code::fine; }
  Code code() const { return it; }
};
/// One that tells no more.
struct Mute {
  bool fine = false;
  bool ok() const { return fine; }
};
/// An expected of their own, with less.
struct Outcome {
  Code it = Code::fine;
  bool has_value() const { return it == Code::fine; }
  Code error() const { return it; }
};
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct WorseError : Error {
  using Error::Error;
};
retry::failure classify(const Error &) { return transient("acme_error"); }
retry::failure classify(const WorseError &) { return permanent("acme_worse"); }
} // namespace acme

namespace library {
struct Answer {
  int rc;
};
} // namespace library
template <> struct retry::classifier<library::Answer> {
  static failure of(const library::Answer &answer) {
    return answer.rc == 0 ? success : maybe_executed("library_error");
  }
};

namespace {

template <typename T> std::string type(const T &answer) {
  return by_type()(answer).type;
}
template <typename T> failure_class is(const T &answer) {
  return by_type()(answer).is;
}
const std::error_code refusedCode =
    std::make_error_code(std::errc::connection_refused);

TEST(Shape, ABoolTellsNothingMore) {
  EXPECT_EQ(type(true), "ok");
  EXPECT_EQ(is(false), failure_class::unknown);
}

TEST(Shape, StandardCodesAndConditions) {
  EXPECT_EQ(type(std::error_code()), "ok");
  EXPECT_EQ(type(refusedCode), "ECONNREFUSED");
  EXPECT_EQ(type(std::error_code(EPIPE, std::system_category())), "EPIPE");
  EXPECT_EQ(type(std::errc::timed_out), "ETIMEDOUT");
  EXPECT_EQ(type(std::make_error_condition(std::errc::broken_pipe)), "EPIPE");
  EXPECT_EQ(is(std::future_errc::broken_promise), failure_class::unknown);
}

TEST(Shape, CodesOfBoostAndAsioWithoutTheirDriver) {
  namespace error = boost::asio::error;
  using code = boost::system::error_code;
  EXPECT_EQ(type(code()), "ok");
  EXPECT_EQ(type(code(error::connection_refused)), "ECONNREFUSED");
  EXPECT_EQ(type(boost::system::errc::make_error_code(
                boost::system::errc::broken_pipe)),
            "EPIPE");
  EXPECT_EQ(type(code(error::eof)), "eof");
  EXPECT_EQ(type(code(error::host_not_found_try_again)), "EAI_AGAIN");
  EXPECT_EQ(type(code(error::service_not_found)), "EAI_SERVICE");
}

TEST(Shape, AnOptionalIsThereOrUnknown) {
  EXPECT_EQ(type(std::optional<int>(1)), "ok");
  EXPECT_EQ(is(std::optional<int>()), failure_class::unknown);
  // A value of a type that can mean failure does.
  EXPECT_EQ(type(std::optional<http_status>(http_status{503})), "http_503");
  // But "no" is an answer.
  EXPECT_EQ(type(std::optional<bool>(false)), "ok");
}

template <template <typename...> class Expected, typename Unexpected>
void expectedLike(Unexpected unexpected) {
  EXPECT_EQ(type(Expected<int, std::error_code>(7)), "ok");
  EXPECT_EQ(type(Expected<void, std::error_code>()), "ok");
  EXPECT_EQ((type(Expected<int, std::error_code>(unexpected(refusedCode)))),
            "ECONNREFUSED");
  EXPECT_EQ((type(Expected<void, acme::Code>(unexpected(acme::Code::busy)))),
            "acme_busy");
  EXPECT_EQ(
      (type(Expected<int, library::Answer>(unexpected(library::Answer{1})))),
      "library_error");
  // An error that says nothing, or even "no error", is still one.
  EXPECT_EQ((is(Expected<int, std::string>(unexpected(std::string("x"))))),
            failure_class::unknown);
  EXPECT_EQ((is(Expected<int, std::error_code>(unexpected(std::error_code())))),
            failure_class::unknown);
  EXPECT_EQ((type(Expected<http_status, std::error_code>(http_status{404}))),
            "http_404");
  EXPECT_EQ((type(Expected<std::optional<int>, std::error_code>(
                std::optional<int>()))),
            "ok");
}

TEST(Shape, StdExpected) {
  expectedLike<std::expected>([](auto e) { return std::unexpected(e); });
}
TEST(Shape, TlExpected) {
  expectedLike<tl::expected>([](auto e) { return tl::make_unexpected(e); });
}

TEST(Shape, ExpectedOfTheirOwn) {
  EXPECT_EQ(type(acme::Outcome{}), "ok");
  EXPECT_EQ(type(acme::Outcome{acme::Code::busy}), "acme_busy");
}

TEST(Shape, AStatusMeansWhatItsCodeDoes) {
  EXPECT_EQ(type(acme::Status{}), "ok");
  EXPECT_EQ(type(acme::Status{acme::Code::busy}), "acme_busy");
  EXPECT_EQ(type(acme::Mute{true}), "ok");
  EXPECT_EQ(is(acme::Mute{}), failure_class::unknown);
}

TEST(Shape, AbseilsStatusAndStatusOr) {
  EXPECT_EQ(type(absl::OkStatus()), "ok");
  EXPECT_EQ(type(absl::UnavailableError("x")), "UNAVAILABLE");
  EXPECT_EQ(is(absl::ResourceExhaustedError("x")), failure_class::throttled);
  EXPECT_EQ(is(absl::NotFoundError("x")), failure_class::permanent);
  EXPECT_EQ(type(absl::StatusOr<int>(3)), "ok");
  EXPECT_EQ(type(absl::StatusOr<int>(absl::AbortedError("x"))), "ABORTED");
  EXPECT_EQ(type(absl::StatusCode::kDataLoss), "DATA_LOSS");
}

TEST(Shape, APairMeansWhatItsCodeDoes) {
  EXPECT_EQ(type(std::make_pair(std::error_code(), 3)), "ok");
  EXPECT_EQ(type(std::make_pair(refusedCode, 3)), "ECONNREFUSED");
  EXPECT_EQ(type(std::make_pair(3, refusedCode)), "ECONNREFUSED");
  EXPECT_EQ(type(std::make_tuple(std::error_code(), http_status{503}, 1)),
            "http_503");
}

TEST(Shape, OwnTypesByOverloadOrSpecialisation) {
  EXPECT_EQ(type(acme::Reply{1}), "acme_busy");
  EXPECT_EQ(type(library::Answer{1}), "library_error");
  EXPECT_EQ(type(std::optional<acme::Reply>(acme::Reply{1})), "acme_busy");
  EXPECT_EQ(type(std::optional<library::Answer>(library::Answer{1})),
            "library_error");
  EXPECT_EQ(type(throttled("as_it_is")), "as_it_is");
}

template <typename Meaning, typename Exception>
std::string thrown(Exception error) {
  return Meaning()(std::make_exception_ptr(error)).type;
}

TEST(Shape, Exceptions) {
  EXPECT_EQ(thrown<by_type>(std::system_error(refusedCode)), "ECONNREFUSED");
  EXPECT_EQ(thrown<by_type>(std::invalid_argument("x")), "logic_error");
  EXPECT_EQ(thrown<by_type>(std::runtime_error("x")), "unknown");
  EXPECT_EQ(thrown<by_type>(1), "unknown");
  EXPECT_EQ(thrown<by_type>(acme::Error("x")), "unknown");
  using both = catching<acme::WorseError, acme::Error>;
  EXPECT_EQ(thrown<both>(acme::Error("x")), "acme_error");
  EXPECT_EQ(thrown<both>(acme::WorseError("x")), "acme_worse");
  EXPECT_EQ(thrown<both>(std::system_error(refusedCode)), "ECONNREFUSED");
  using boosts = catching<boost::system::system_error>;
  EXPECT_EQ(thrown<boosts>(boost::system::system_error(
                boost::asio::error::connection_refused)),
            "ECONNREFUSED");
}

TEST(Shape, AllOfThemDriveACall) {
  fake_environment env;
  null_observer nobody;
  dependency server("server");
  server.use(env).use(nobody);
  auto attempts = [&](auto fail, auto... meaning) {
    return call(server, get("read"), fail, meaning...).attempts();
  };
  EXPECT_EQ(attempts([] { return false; }), 2u); // unknown: once more
  EXPECT_EQ(attempts([] { return absl::UnavailableError("x"); }), 3u);
  EXPECT_EQ(attempts([] { return std::make_pair(refusedCode, 1); }), 3u);
  EXPECT_EQ(attempts([]() -> std::expected<int, std::error_code> {
              return std::unexpected(refusedCode);
            }),
            3u);
  EXPECT_EQ(attempts([]() -> bool { throw acme::Error("x"); },
                     catching<acme::Error>()),
            3u);
  EXPECT_EQ(attempts([&] {
              return call(server, not_idempotent("inner"),
                          [] { return http_status{404}; });
            }),
            1u);
}

} // namespace
