extern "C" unsigned sleep(unsigned Seconds);
int send_event(int Topic);
int size_of(int Topic);

int publish(int Topic) {
  for (int Try = 0; Try < 4; ++Try) {
    if (send_event(Topic) == 0)
      return 0;
    sleep(1);
  }
  for (int I = 0; I < 9; ++I)
    size_of(I);
  return -1;
}
