// Scenarios of every kind, for explain.test.
extern "C" unsigned sleep(unsigned);
bool connect_db(const char *dsn);
int send_order(int order);
void settle(int order);
void backoff();
extern bool verbose;
enum { Ok, Busy, Refused };

// The number of attempts and the wait are the caller's.
bool bounded(const char *dsn, int most, unsigned pause) {
  for (int i = 0; i < most; ++i) {
    if (connect_db(dsn))
      return true;
    sleep(pause);
  }
  return false;
}

// The answer is a code; something else decides whether it is told.
int coded(int order) {
  int tries = 0;
  for (;;) {
    switch (send_order(order)) {
    case Ok:
      return 0;
    case Busy:
      if (verbose)
        settle(order);
      sleep(1u << tries);
      break;
    default:
      return -1;
    }
    if (++tries == 9)
      return -2;
  }
}

// Nothing ends it, and nobody knows whether it waits.
void endless(const char *dsn) {
  while (!connect_db(dsn))
    backoff();
}

struct Refusal {};
void deliver_message(int order);

// An exception, and the last one is passed on.
void thrown(int order) {
  for (int left = 3;; sleep(2)) {
    try {
      return deliver_message(order);
    } catch (const Refusal &) {
      if (--left == 0)
        throw;
    }
  }
}

struct Response {
  int status;
};
Response http_get(const char *url);

bool fetched(const char *url) {
  for (int i = 0; i < 3; ++i, sleep(1)) {
    int status = http_get(url).status;
    if (status == 200)
      return true;
    if (status < 500)
      return false;
  }
  return false;
}
