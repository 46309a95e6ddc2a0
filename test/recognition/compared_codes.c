/* RUN: %check_retry %s --checks=retry-immediate --
   A number that is compared with a code is one, also where it is asked whether
   it is 0. One that is only asked whether it is true may be anything. */
enum { DEADLOCK = 1213, BUSY = 5 };
struct client;
int rpc_execute(struct client *c, const char *batch);
int rpc_call(struct client *c, int method);

int commit(struct client *c, const char *batch) {
  int code = rpc_execute(c, batch);
  if (!code)
    return 0;
  if (code == DEADLOCK)
    for (int i = 0; i < 5; ++i)
      if (!rpc_execute(c, batch)) /* expect: retry-immediate "'rpc_execute'" */
        return 0;
  return -1;
}

int call(struct client *c) {
  int rc, left = 4;
  while ((rc = rpc_call(c, 7))) /* expect: retry-immediate */
    if (rc != BUSY || --left == 0)
      return rc;
  return 0;
}

int call_twice_or_more(struct client *c) {
  for (int i = 0; i < 3; i++) {
    int rc = rpc_call(c, 8); /* expect: retry-immediate */
    if (!rc)
      return 0;
    if (rc == 22)
      return -1;
  }
  return -1;
}

/* As long as there is more. */
int more(struct client *c) {
  int n = 0;
  while (rpc_call(c, 9))
    ++n;
  return n;
}
