// Uses all of the library that needs no other one, with or without exceptions
// and type information. Its exit code is the number of the line that failed.
#include <retry/retry.h>

#include <retry/dead_letter.h>
#include <retry/idempotency.h>
#include <retry/metrics.h>
#include <retry/testing.h>
#include <retry/unsafe/waits.h>

#define EXPECT(condition)                                                      \
  if (!(condition))                                                            \
  return __LINE__

struct no_default {
  explicit no_default(int number) : value(number) {}
  no_default(no_default &&) = default; // and not copied
  int value;
};

static retry::failure meaning(const no_default &answer) {
  return answer.value < 3 ? retry::transient("no") : retry::success;
}

int main() {
  retry::fake_environment env;
  retry::metrics counted("uses");
  retry::dependency server("server",
                           retry::unsafe::fixed_interval(retry::sync_api));
  server.use(env).use(counted);

  int calls = 0;
  auto r = retry::call(
      server, retry::get("read"), [&] { return no_default(++calls); }, meaning);
  EXPECT(r.ok() && r.answer().value == 3 && r.attempts() == 3);

  retry::stop_source source;
  auto nothing = retry::call(server, retry::post("pay").unless(source.token()),
                             [&](retry::attempt &now) {
                               (void)now.key();
                               source.request_stop();
                             });
  EXPECT(nothing.ok());
  auto refused = retry::call(server, retry::get("read").unless(source.token()),
                             [] { return true; });
  EXPECT(refused.stop() == retry::stop_reason::cancelled);
  EXPECT(!refused.has_answer());
#if defined(__cpp_lib_jthread)
  std::stop_source standard;
  standard.request_stop();
  EXPECT(retry::stop_token(standard.get_token()).stop_requested());
#endif

  retry::rolling_budget rolling;
  server.use(rolling);
  EXPECT(!retry::call(server, retry::put("write"), [] {
            return retry::http_status{503, "1"};
          }).ok());
  EXPECT(!retry::call("other", retry::idempotent("write"), [] {
            return retry::grpc_code{5};
          }).ok());
  EXPECT(counted.text().find("retry_attempts_total") != std::string::npos);
#if defined(__cpp_exceptions)
  auto thrown = retry::call(
      server, retry::get("read"),
      []() -> int {
        throw std::system_error(
            std::make_error_code(std::errc::connection_refused));
      },
      [](int) { return retry::success; });
  EXPECT(thrown.stop() == retry::stop_reason::attempts_exhausted);
#endif
  retry::memory_store store;
  auto answer = retry::once(
      store, retry::id::from("k"), "hash", retry::duplicates::conflict,
      retry::never, [] { return retry::stored_answer{201, "", "done"}; });
  EXPECT(answer.status == 201);
  return 0;
}
