// Declarations with the shape of the AWS SDK for C++.
#pragma once
#include <string>

namespace Aws {
namespace Http {
enum class HttpResponseCode { REQUEST_NOT_MADE = -1, OK = 200, NOT_FOUND = 404, SERVICE_UNAVAILABLE = 503 };
}
namespace Client {
template <typename T> class AWSError {
public:
  const std::string &GetMessage() const;
  Http::HttpResponseCode GetResponseCode() const;
  bool ShouldRetry() const;
};
class DefaultRetryStrategy {
public:
  DefaultRetryStrategy(long maxRetries = 10, long scaleFactor = 25);
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
enum class S3Errors { NO_SUCH_KEY, SLOW_DOWN };
class S3Error : public Client::AWSError<S3Errors> {};
namespace Model {
class GetObjectRequest {
public:
  void SetKey(const std::string &key);
};
class GetObjectResult {};
class PutObjectRequest {};
class PutObjectResult {};
} // namespace Model
class S3Client {
public:
  Utils::Outcome<Model::GetObjectResult, S3Error> GetObject(const Model::GetObjectRequest &) const;
  Utils::Outcome<Model::PutObjectResult, S3Error> PutObject(const Model::PutObjectRequest &) const;
};
} // namespace S3
namespace SNS {
enum class SNSErrors { THROTTLED };
namespace Model {
class PublishRequest {};
class PublishResult {};
} // namespace Model
class SNSClient {
public:
  Utils::Outcome<Model::PublishResult, Client::AWSError<SNSErrors>> Publish(const Model::PublishRequest &) const;
};
} // namespace SNS
namespace SQS {
enum class SQSErrors { THROTTLED };
namespace Model {
class ReceiveMessageRequest {};
class ReceiveMessageResult {};
} // namespace Model
class SQSClient {
public:
  Utils::Outcome<Model::ReceiveMessageResult, Client::AWSError<SQSErrors>>
  ReceiveMessage(const Model::ReceiveMessageRequest &) const;
};
} // namespace SQS
namespace Athena {
enum class AthenaErrors { THROTTLED };
namespace Model {
class GetQueryResultsRequest {};
class GetQueryResultsResult {};
} // namespace Model
class AthenaClient {
public:
  Utils::Outcome<Model::GetQueryResultsResult, Client::AWSError<AthenaErrors>>
  GetQueryResults(const Model::GetQueryResultsRequest &) const;
};
} // namespace Athena
} // namespace Aws
