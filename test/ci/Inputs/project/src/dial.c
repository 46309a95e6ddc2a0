#include <sys/socket.h>
#include <unistd.h>

int dial(int line, const struct sockaddr *whom, socklen_t length) {
  int busy = 1;
  for (int tries = 0; tries < 5; ++tries) {
    busy = connect(line, whom, length);
    if (!busy) break;
    sleep(1);
  }
  return busy;
}
