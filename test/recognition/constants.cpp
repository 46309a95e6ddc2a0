// RUN: %check_retry %s --checks=retry-fixed-interval -- -std=c++20
// Constants that are declared in one place and initialised in another, and a
// const parameter, which is none.
#include <unistd.h>

bool send_sample(int Sensor);

struct Collector {
  static const unsigned Pause;
  static constexpr unsigned Pauses[] = {1, 2, 4};
  bool push(int Sensor);
  bool pushLater(int Sensor, const unsigned Gap = 2);
};
const unsigned Collector::Pause = 3;

bool Collector::push(int Sensor) {
  for (int I = 0; I < 3; ++I) {
    if (send_sample(Sensor))
      return true;
    sleep(Pause); // expect: retry-fixed-interval "3 s, 3 s"
  }
  return false;
}

bool Collector::pushLater(int Sensor, const unsigned Gap) {
  for (unsigned Each : Pauses) {
    if (send_sample(Sensor))
      return true;
    sleep(Each * Gap);
  }
  return false;
}
