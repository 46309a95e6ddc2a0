// RUN: %check_retry %s -- -std=c++20
// expect-none
// What goes round is a success that has more to do; failure leaves.
#include <cerrno>
#include <string>
#include <unistd.h>

struct ChunkStatus {
  bool IsOK() const;
  int code;
};
constexpr int kMore = 17;
struct Source {
  ChunkStatus fetchChunk(std::string &Into);
};

ChunkStatus nextChunk(Source &From, std::string &Into) {
  ChunkStatus St;
  do {
    St = From.fetchChunk(Into);
  } while (St.IsOK() && St.code == kMore);
  return St;
}

struct Reply {
  bool ok;
  int errcode; // 0 when there is nothing more
};
Reply request_page(int Session);

bool drain(int Session) {
  for (;;) {
    Reply R = request_page(Session);
    if (!R.ok)
      return false;
    if (R.errcode == 0)
      return true;
  }
}

void ring(int Pipe) {
  char Bell = '1';
  int N;
  do {
    N = write(Pipe, &Bell, 1);
  } while (N != -1 || errno == EINTR);
}

int send_progress(int Client);
int transfer_step(int Handle, int *Running);

int transfer(int Client, int Handle) {
  int Running = 1;
  do {
    if (send_progress(Client))
      return -1;
    if (transfer_step(Handle, &Running) != 0)
      return -2;
  } while (Running);
  return 0;
}
