// Declarations with the shape of google-cloud-cpp.
#pragma once
#include <chrono>
#include <memory>
#include <string>

namespace google::cloud {
enum class StatusCode {
  kOk = 0,
  kInvalidArgument = 3,
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
  explicit operator bool() const;
  const Status &status() const;
  T &value();
};
class ExponentialBackoffPolicy {
public:
  template <typename First, typename Last> ExponentialBackoffPolicy(First, Last, double) {}
  std::unique_ptr<ExponentialBackoffPolicy> clone() const;
};
namespace storage {
class LimitedErrorCountRetryPolicy {
public:
  explicit LimitedErrorCountRetryPolicy(int maximum_failures);
  std::unique_ptr<LimitedErrorCountRetryPolicy> clone() const;
};
struct ObjectMetadata {};
class Client {
public:
  template <typename... Options>
  StatusOr<ObjectMetadata> GetObjectMetadata(const std::string &bucket, const std::string &object, Options...) {
    return {};
  }
  StatusOr<ObjectMetadata> InsertObject(const std::string &bucket, const std::string &object, const std::string &data);
  Status DeleteObject(const std::string &bucket, const std::string &object);
};
} // namespace storage
namespace spanner {
class LimitedErrorCountRetryPolicy {
public:
  explicit LimitedErrorCountRetryPolicy(int maximum_failures);
};
} // namespace spanner
namespace bigtable {
class Table {
public:
  StatusOr<int> ReadModifyWriteRow(const std::string &row, const std::string &rule);
};
} // namespace bigtable
} // namespace google::cloud
