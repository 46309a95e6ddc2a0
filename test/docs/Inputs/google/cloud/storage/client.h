// Declarations with the shape of google-cloud-cpp, which Debian does not have.
#pragma once
#include <memory>
#include <string>

namespace google::cloud {
enum class StatusCode {
  kOk = 0,
  kNotFound = 5,
  kResourceExhausted = 8,
  kUnavailable = 14,
};
class Status {
public:
  bool ok() const;
  StatusCode code() const;
  const std::string &message() const;
};
template <typename T> class StatusOr {
public:
  bool ok() const;
  const Status &status() const;
  const T &operator*() const;
  const T *operator->() const;
};
class Options {
public:
  template <typename Option> Options set(typename Option::Type value);
};
namespace storage {
class RetryPolicy {};
class LimitedErrorCountRetryPolicy : public RetryPolicy {
public:
  explicit LimitedErrorCountRetryPolicy(int maximum_failures);
  std::unique_ptr<RetryPolicy> clone() const;
};
struct RetryPolicyOption {
  using Type = std::shared_ptr<RetryPolicy>;
};
class ObjectMetadata {
public:
  std::uint64_t size() const;
};
class Client {
public:
  explicit Client(Options options = {});
  StatusOr<ObjectMetadata> GetObjectMetadata(const std::string &bucket,
                                             const std::string &object);
};
} // namespace storage
} // namespace google::cloud
