// RUN: %check_retry %s --checks=retry-fixed-interval,retry-unclassified-error -- -std=c11
#include <unistd.h>
/* The outcome is left in an object that a function gives, as errno is. */
enum rpc_state { RPC_FINE, RPC_LATE, RPC_BROKEN };
struct rpc_error {
  enum rpc_state state;
};
struct rpc_error *rpc_last_error(void);
#define rpc_failure (*rpc_last_error())
struct addr;
void rpc_ping(const struct addr *a, int program);

int wait_for_server(const struct addr *a) {
  for (int i = 0; i < 5; i++) {
    rpc_ping(a, 100003);
    if (rpc_failure.state == RPC_FINE) // expect: retry-unclassified-error
      return 0;
    sleep(2); // expect: retry-fixed-interval
  }
  return -1;
}
