// RUN: %check_retry %s -- -std=c11
// expect-none
// Must end quickly: what each call fills depends on all that the call before filled.
struct big;
int big_divide(struct big *a, struct big *b, struct big **quotient, struct big **rest);
long big_digit(struct big *a);
char big_is_zero(struct big *a);

long digits(struct big *v, struct big *ten) {
  struct big *rest;
  long n = 0;
  do {
    big_divide(v, ten, &v, &rest);
    n += big_digit(rest);
  } while (!big_is_zero(v));
  return n;
}

struct record {
  int kind;
};
struct bus {
  int (*show)(struct bus *b, struct record *r);
  void *raw;
};
unsigned short bus_entry(void *raw, unsigned short id, struct record *r);
static unsigned short last_seen;

int drain_bus(struct bus *b) {
  unsigned short id = 0;
  int next = last_seen;
  struct record r;
  while (next != 0xffff) {
    id = next;
    next = bus_entry(b->raw, id, &r);
    if (next == 0) {
      next = bus_entry(b->raw, id, &r);
      if (next <= 0)
        break;
    }
    if (id != last_seen && b->show(b, &r) < 0)
      return -1;
  }
  return 0;
}
