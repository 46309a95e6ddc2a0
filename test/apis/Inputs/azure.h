// Declarations with the shape of the Azure SDK for C++.
#pragma once
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace Azure {
template <class T> class Response {
public:
  T Value;
};
namespace Core {
namespace Http {
enum class HttpStatusCode { Ok = 200, NotFound = 404, ServiceUnavailable = 503, BadGateway = 502 };
}
class RequestFailedException : public std::runtime_error {
public:
  Http::HttpStatusCode StatusCode;
  std::string ErrorCode;
  explicit RequestFailedException(const std::string &message);
};
} // namespace Core
namespace Storage {
namespace Blobs {
namespace Models {
struct DownloadBlobToResult {};
struct UploadBlockBlobResult {};
struct AppendBlockResult {};
} // namespace Models
class BlobClient {
public:
  Response<Models::DownloadBlobToResult> DownloadTo(uint8_t *buffer, size_t size) const;
};
class BlockBlobClient : public BlobClient {
public:
  Response<Models::UploadBlockBlobResult> UploadFrom(const std::string &file) const;
};
class AppendBlobClient : public BlobClient {
public:
  Response<Models::AppendBlockResult> AppendBlock(const std::string &content) const;
};
} // namespace Blobs
namespace Queues {
struct Messages {};
class QueueClient {
public:
  Response<Messages> ReceiveMessages() const;
};
} // namespace Queues
} // namespace Storage
} // namespace Azure
