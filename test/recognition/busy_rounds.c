// What a round computes besides, in loops and over many conditions, does not
// hide that it is a retry.
// RUN: %check_retry %s --checks=retry-fixed-interval -- -std=c11

typedef unsigned long size_t;
unsigned sleep(unsigned);
int submit(int Queue, const char *Text);
unsigned random_bits(void);
int settings(int);
void remember(int);

void fillsNameFirst(int Queue, char *Name, size_t Length) {
  unsigned Bits = 0;
  int Digits = 0;
  for (int Try = 0; Try < 4; ++Try) {
    for (size_t I = 0; I < Length; I++) {
      while (Digits == 0) {
        do
          Bits = random_bits();
        while (Bits > 4000000000u);
        Digits = 5;
      }
      Name[I] = "0123456789"[Bits % 10];
      Bits /= 10;
      Digits--;
    }
    if (submit(Queue, "job") == 0)
      return;
    sleep(5); // expect: retry-fixed-interval "waits 5 s, 5 s, 5 s"
  }
}

unsigned checksumOf(const unsigned char *Table, unsigned From) {
  unsigned Sum = From;
  for (int I = 0; I < 4096; ++I)
    Sum = Sum * 31 + Table[I];
  return Sum;
}

void sumsATableFirst(int Queue, const unsigned char *Table) {
  for (int Try = 0; Try < 4; ++Try) {
    remember(checksumOf(Table, Try));
    if (submit(Queue, "sum") == 0)
      return;
    sleep(5); // expect: retry-fixed-interval "waits 5 s, 5 s, 5 s"
  }
}

/// Forty long rounds of one path take the place of all others.
int asksManyThings(int Queue) {
  int Status;
  do {
    int Sum = 0;
    for (int I = 0; I < 12; ++I) {
      Sum += settings(I) ? 1 : 2;
      Sum += settings(Sum) ? 3 : 4;
      Sum += settings(Sum + I) ? 5 : 6;
    }
    remember(Sum);
    if (settings(40))
      remember(40);
    if (settings(41))
      remember(41);
    if (settings(42))
      remember(42);
    if (settings(43))
      remember(43);
    Status = submit(Queue, "many");
    if (settings(44) && Status == 5)
      remember(44);
    if (Status != 0)
      sleep(5); // expect: retry-fixed-interval "waits 5 s, 5 s, 5 s"
  } while (Status != 0);
  return Status;
}
