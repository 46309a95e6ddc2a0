// RUN: %check_retry %s -- -std=c++20
// expect-none
// Partial reads and writes: every round does what the last one left over.
#include <chrono>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

struct Stream {
  // Bytes taken, 0 when the peer's window is full, negative on error.
  long write_some(std::string_view data);
  long read_some(std::span<std::byte> into);
};

void writeAll(Stream &stream, std::string_view data) {
  while (!data.empty()) {
    long n = stream.write_some(data);
    if (n < 0)
      throw std::runtime_error("peer is gone");
    if (n == 0)
      std::this_thread::sleep_for(10ms);
    data.remove_prefix(static_cast<size_t>(n));
  }
}

bool readExactly(Stream &stream, std::span<std::byte> buffer) {
  int attempts = 0;
  while (!buffer.empty() && ++attempts < 1000) {
    long n = stream.read_some(buffer);
    if (n <= 0)
      return false;
    buffer = buffer.subspan(static_cast<size_t>(n));
  }
  return buffer.empty();
}

struct UploadSession {
  size_t put_range(size_t offset, const char *data, size_t size);
};

// A resumable upload: the server says how far it got.
size_t uploadChunks(UploadSession &session, const std::string &blob) {
  constexpr size_t kChunk = 256 * 1024;
  size_t offset = 0;
  while (offset < blob.size()) {
    size_t size = std::min(kChunk, blob.size() - offset);
    offset = session.put_range(offset, blob.data() + offset, size);
    std::this_thread::sleep_for(1ms);
  }
  return offset;
}

class Outbox {
public:
  bool flush(std::error_code &ec);

private:
  size_t transmit(const char *data, size_t size, std::error_code &ec);
  std::vector<char> Pending;
};

bool Outbox::flush(std::error_code &ec) {
  while (!Pending.empty()) {
    size_t n = transmit(Pending.data(), Pending.size(), ec);
    if (ec && ec != std::errc::operation_would_block)
      return false;
    Pending.erase(Pending.begin(), Pending.begin() + static_cast<long>(n));
  }
  return true;
}

enum class Tls { Done, WantRead, WantWrite, Failed };
struct TlsConn {
  Tls write(const char *data, size_t size, size_t &written);
  bool wait_readable();
  bool wait_writable();
};

bool tlsSend(TlsConn &conn, const char *data, size_t size) {
  size_t sent = 0;
  int retryCount = 0;
  while (sent < size && retryCount++ < 10000) {
    size_t n = 0;
    switch (conn.write(data + sent, size - sent, n)) {
    case Tls::Done:
      sent += n;
      break;
    case Tls::WantRead:
      if (!conn.wait_readable())
        return false;
      break;
    case Tls::WantWrite:
      if (!conn.wait_writable())
        return false;
      break;
    case Tls::Failed:
      return false;
    }
  }
  return sent == size;
}

// The answer calls itself good and says that there is more.
struct Reply {
  unsigned short status, code;
  bool IsOK() const { return status == 0; }
};
enum { Done = 0, AskAgain = 3 };
Reply fetchChunk(void *chunk);
Reply wholeChunk(void *chunk) {
  Reply r;
  do
    r = fetchChunk(chunk);
  while (r.IsOK() && r.code == AskAgain);
  return r;
}
