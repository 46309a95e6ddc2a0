// gRPC: a unary call until it succeeds or the policy says stop.
#ifndef RETRY_ADAPTERS_GRPCPP_H
#define RETRY_ADAPTERS_GRPCPP_H

#include "retry/call.h"
#include "retry/grpc.h"
#include "retry/retry_after.h"
#include <charconv>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/channel_arguments.h>
#include <grpcpp/support/status.h>
#include <string>

namespace retry {

namespace detail {

/// To gRPC a certificate that was refused is a server that is UNAVAILABLE: only
/// the message tells. OpenSSL's words, BoringSSL's, and gRPC's own on the name.
inline bool refused_certificate(const grpc::Status &status) {
  const std::string &text = status.error_message();
  for (const char *words : {"certificate verify failed",
                            "CERTIFICATE_VERIFY_FAILED", "peer certificate"})
    if (text.find(words) != std::string::npos)
      return status.error_code() == grpc::StatusCode::UNAVAILABLE;
  return false;
}

} // namespace detail

/// For a `retry::call` of your own that returns a status, too.
template <> struct classifier<grpc::Status> {
  static failure of(const grpc::Status &status) {
    if (detail::refused_certificate(status))
      return permanent("tls_certificate", failure_kind::tls_certificate);
    return classify(grpc_code{static_cast<int>(status.error_code())});
  }
};

/// Arguments for the channel that switch gRPC's own retries off: three of ours
/// times four of theirs would be twelve.
inline grpc::ChannelArguments
grpc_arguments(grpc::ChannelArguments arguments = {}) {
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  return arguments;
}

namespace detail {

/// What the server says of another attempt: milliseconds; negative or
/// unreadable means that there shall be none.
inline failure with_pushback(failure why, const grpc::ClientContext &context) {
  if (why.ok())
    return why;
  const auto &trailers = context.GetServerTrailingMetadata();
  auto found = trailers.find("grpc-retry-pushback-ms");
  if (found == trailers.end())
    return why;
  const char *begin = found->second.data(), *end = begin + found->second.size();
  long long asked = -1;
  auto [rest, error] = std::from_chars(begin, end, asked);
  if (error != std::errc() || rest != end || asked < 0)
    return permanent("server_pushback");
  constexpr long long most = most_seconds * 1000;
  why.retry_after = std::chrono::milliseconds(asked < most ? asked : most);
  return why;
}

} // namespace detail

/// `fn` takes a grpc::ClientContext &, which is new for each attempt and has
/// its deadline, makes the call with it and returns the status. The key of an
/// operation that has one is the metadata "idempotency-key".
template <typename Fn>
result<grpc::Status> unary(dependency &to, operation what, Fn &&fn) {
  failure why;
  return call(
      to, std::move(what),
      [&](attempt &now) {
        grpc::ClientContext context;
        context.set_deadline(
            std::chrono::system_clock::now() +
            std::chrono::duration_cast<std::chrono::system_clock::duration>(
                now.timeout()));
        if (now.doing().repeat == repeatable::with_key)
          context.AddMetadata("idempotency-key", now.key().str());
        stop_callback cancel(now.stop(), [&] { context.TryCancel(); });
        grpc::Status status = fn(context);
        why = detail::with_pushback(classifier<grpc::Status>::of(status),
                                    context);
        return status;
      },
      [&](const grpc::Status &) { return why; });
}

} // namespace retry

#endif
