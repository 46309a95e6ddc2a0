// What macros wrap in do { ... } while (0) runs once: it is no loop, and hides none.
// RUN: %check_retry %s --checks=retry-fixed-interval -- -std=c11

int send_request(const char *Name);
unsigned sleep(unsigned Seconds);
void note(const char *Text, ...);

#define CHECKED(Call)                                                          \
  do {                                                                         \
    if ((Call) != 0)                                                           \
      note("failed");                                                          \
  } while (0)
#define TRY(Result, Call)                                                      \
  do {                                                                         \
    Result = (Call);                                                           \
    if (Result != 0)                                                           \
      note("failed");                                                          \
  } while (0)

int once(void) {
  CHECKED(send_request("a"));
  sleep(1);
  return 0;
}

static int helper(void) {
  int Result;
  TRY(Result, send_request("b"));
  return Result;
}

int retries_helper(void) {
  for (int I = 0; I < 4; ++I) {
    if (helper() == 0)
      return 0;
    sleep(1); // expect: retry-fixed-interval "1 s, 1 s, 1 s"
  }
  return -1;
}

int retries_macro(void) {
  int Result;
  for (int I = 0; I < 4; ++I) {
    TRY(Result, send_request("c"));
    if (Result == 0)
      return 0;
    sleep(1); // expect: retry-fixed-interval "1 s, 1 s, 1 s"
  }
  return -1;
}
