// Declarations with the shape of brpc and of a generated stub.
#pragma once
#include <cstdint>
#include <string>

namespace google::protobuf {
class Closure;
class RpcController {
public:
  virtual ~RpcController();
  virtual bool Failed() const = 0;
  virtual void Reset() = 0;
};
} // namespace google::protobuf

namespace brpc {
class Controller : public google::protobuf::RpcController {
public:
  bool Failed() const override;
  void Reset() override;
  int ErrorCode() const;
  const std::string &ErrorText() const;
  void set_timeout_ms(int64_t);
  void set_max_retry(int);
};
} // namespace brpc
extern "C" int bthread_usleep(uint64_t microseconds);
namespace butil {
uint64_t fast_rand_less_than(uint64_t range);
}

struct EchoRequest {};
struct EchoResponse {};
class EchoService_Stub {
public:
  void Echo(google::protobuf::RpcController *, const EchoRequest *, EchoResponse *, google::protobuf::Closure *);
};
