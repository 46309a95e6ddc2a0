// REQUIRES: pahopp
// RUN: %check_retry %s --checks=%model_checks --
#include <chrono>
#include <iostream>
#include <mqtt/async_client.h>
#include <mqtt/client.h>
#include <random>
#include <thread>

using namespace std::chrono_literals;

bool open(mqtt::client &client, const mqtt::connect_options &options) {
  for (int i = 0; i < 10; ++i) {
    try {
      client.connect(options);
      return true;
    } catch (const mqtt::exception &e) {
      std::cerr << e.what() << "\n";
      std::this_thread::sleep_for(3s); // expect: retry-fixed-interval "3 s"
    }
  }
  return false;
}

void tell(mqtt::client &client, const std::string &text) {
  bool sent = false;
  while (!sent) { // expect: retry-unbounded "publish"
    try {
      client.publish(mqtt::make_message("news", text)); // expect: retry-immediate
      sent = true;
    } catch (const mqtt::exception &) {
    }
  }
}

bool revive(mqtt::async_client &client) {
  auto delay = 1s;
  for (int n = 0; n < 4; ++n) {
    try {
      client.reconnect()->wait();
      return true;
    } catch (const mqtt::exception &) {
      std::this_thread::sleep_for(delay); // expect: retry-missing-jitter
      delay *= 2;
    }
  }
  return false;
}

bool join(mqtt::client &c, const std::string &topic) {
  int tries = 0;
  for (;;) {
    try {
      c.subscribe(topic, 1); // expect: retry-immediate "subscribe"
      return true;
    } catch (const mqtt::exception &) {
      if (++tries == 3)
        throw;
    }
  }
}

void consume(mqtt::async_client &client) {
  while (auto message = client.consume_message())
    std::cout << message->get_topic() << "\n";
}

void follow(mqtt::client &client, const std::vector<std::string> &topics) {
  for (const auto &topic : topics) {
    try {
      client.subscribe(topic, 0);
    } catch (const mqtt::exception &e) {
      std::cerr << topic << ": " << e.what() << "\n";
    }
  }
}

void until_connected(mqtt::async_client &client) {
  while (!client.is_connected())
    std::this_thread::sleep_for(250ms);
}

bool open_with_care(mqtt::client &client, std::mt19937 &gen) {
  for (int i = 0; i < 3; ++i) {
    try {
      client.connect();
      return true;
    } catch (const mqtt::exception &e) {
      if (e.get_return_code() != MQTTASYNC_FAILURE || i == 2)
        throw;
      std::cerr << "connect failed, attempt " << i + 1 << " of 3\n";
      std::this_thread::sleep_for(std::chrono::milliseconds(std::uniform_int_distribution<int>(0, 1000 << i)(gen)));
    }
  }
  return false;
}
