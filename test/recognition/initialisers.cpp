// RUN: %check_retry %s -- -std=c++20
// expect-none
// Lists that initialise what is neither a plain struct nor an array.

union Number {
  int Whole;
  double Real;
};
struct Tagged {
  int Tag;
  Number Value;
};
struct Base {
  int Id;
};
struct Derived : Base {
  Number Value;
};
struct Empty {};

bool send_number(Number);
bool send_tagged(const Tagged &);
bool send_derived(Derived);
bool send_empty(Empty);

void broadcast(const int *Values, int Count) {
  for (int I = 0; I < Count; ++I) {
    Number N{Values[I]};
    Tagged T{1, {.Real = 2.5}};
    Derived D{{I}, {Values[I]}};
    int Scalar{Values[I]};
    int Nothing{};
    if (!send_number(N) || !send_tagged(T) || !send_derived(D) ||
        !send_number({Scalar}) || !send_number({Nothing}) || !send_empty({}))
      continue;
  }
}
