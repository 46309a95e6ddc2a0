// RUN: %check_retry %s -- -std=c++20
// expect-none
// Sent again and again on purpose, whether or not the last one arrived.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <iostream>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

using namespace std::chrono_literals;

struct Registry {
  bool send_heartbeat(const std::string &instance);
};

void heartbeat(std::stop_token stop, Registry &registry,
               const std::string &instance) {
  while (!stop.stop_requested()) {
    if (!registry.send_heartbeat(instance))
      std::clog << "heartbeat lost, the next one follows\n";
    std::this_thread::sleep_for(5s);
  }
}

class LeaseKeeper {
public:
  void run();

private:
  void renew();
  std::mutex M;
  std::condition_variable Stop;
  bool Stopped = false;
};

void LeaseKeeper::run() {
  std::unique_lock lock(M);
  while (!Stopped) {
    try {
      renew();
    } catch (const std::exception &e) {
      std::cerr << "lease not renewed: " << e.what() << '\n';
    }
    Stop.wait_for(lock, 10s);
  }
}

struct Socket {
  long send(const void *data, size_t size);
};

// Three losses in a row mean that the peer is dead.
void keepalive(Socket &socket, const std::atomic<bool> &open) {
  static const char ping[] = "PING\r\n";
  int failedAttempts = 0;
  while (open && failedAttempts < 3) {
    failedAttempts = socket.send(ping, 6) == 6 ? 0 : failedAttempts + 1;
    std::this_thread::sleep_for(20s);
  }
}

struct MqttClient {
  int publish(const std::string &topic, const std::string &payload);
};
std::string read_weather_station();

void publishWeather(MqttClient &mqtt, const std::atomic<bool> &run) {
  for (unsigned attempt = 0; run; ++attempt) {
    if (mqtt.publish("garden/weather", read_weather_station()) != 0)
      std::clog << "sample " << attempt << " not published\n";
    std::this_thread::sleep_for(1min);
  }
}

struct Beacon {
  void broadcast();
};

void announce(Beacon &beacon, int times) {
  auto gap = 125ms;
  while (times-- > 0) {
    beacon.broadcast();
    std::this_thread::sleep_for(gap);
    gap *= 2;
  }
}
