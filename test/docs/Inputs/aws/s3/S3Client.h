// Declarations with the shape of the AWS SDK for C++, which Debian does not
// have.
#pragma once
#include <memory>
#include <string>

namespace Aws {
namespace Http {
enum class HttpResponseCode { REQUEST_NOT_MADE = -1, OK = 200 };
} // namespace Http
namespace Client {
template <typename T> class AWSError {
public:
  Http::HttpResponseCode GetResponseCode() const;
  bool ShouldRetry() const;
  bool ShouldThrottle() const;
};
class RetryStrategy {};
class StandardRetryStrategy : public RetryStrategy {
public:
  explicit StandardRetryStrategy(long maxAttempts = 3);
};
struct ClientConfiguration {
  std::shared_ptr<RetryStrategy> retryStrategy;
};
} // namespace Client
namespace Utils {
template <typename R, typename E> class Outcome {
public:
  bool IsSuccess() const;
  const E &GetError() const;
  R &GetResult();
};
} // namespace Utils
namespace S3 {
enum class S3Errors { NO_SUCH_KEY };
class S3Error : public Client::AWSError<S3Errors> {};
namespace Model {
class GetObjectRequest {
public:
  GetObjectRequest &WithBucket(const std::string &bucket);
  GetObjectRequest &WithKey(const std::string &key);
};
class GetObjectResult {};
using GetObjectOutcome = Utils::Outcome<GetObjectResult, S3Error>;
} // namespace Model
class S3Client {
public:
  explicit S3Client(const Client::ClientConfiguration &configuration);
  Model::GetObjectOutcome GetObject(const Model::GetObjectRequest &) const;
};
} // namespace S3
} // namespace Aws
