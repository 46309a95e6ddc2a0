// REQUIRES: rdkafka
// RUN: %check_retry %s --checks=%model_checks --
#include <chrono>
#include <iostream>
#include <librdkafka/rdkafkacpp.h>
#include <random>
#include <thread>

using namespace std::chrono_literals;

class Outbox {
public:
  bool send(const std::string &payload) {
    for (int i = 0; i < 5; ++i) {
      auto err = producer_->produce(topic_, RdKafka::Topic::PARTITION_UA, RdKafka::Producer::RK_MSG_COPY,
                                    const_cast<char *>(payload.data()), payload.size(), nullptr, nullptr);
      if (err == RdKafka::ERR_NO_ERROR)
        return true;
      std::this_thread::sleep_for(200ms); // expect: retry-fixed-interval "200 ms"
    }
    return false;
  }

  void flush() {
    while (producer_->flush(1000) != RdKafka::ERR_NO_ERROR) // expect: retry-unbounded "flush", retry-immediate
      std::cerr << "still " << producer_->outq_len() << " to go\n";
  }

private:
  RdKafka::Producer *producer_;
  RdKafka::Topic *topic_;
};

bool commit(RdKafka::KafkaConsumer &consumer) {
  for (int left = 3; left > 0; --left) {
    if (consumer.commitSync() == RdKafka::ERR_NO_ERROR) // expect: retry-immediate
      return true;
  }
  return false;
}

bool position(RdKafka::KafkaConsumer &c, const RdKafka::TopicPartition &where) {
  auto wait = 50ms;
  for (int i = 0; i < 4; i++) {
    if (c.seek(where, 500) == RdKafka::ERR_NO_ERROR)
      return true;
    std::this_thread::sleep_for(wait); // expect: retry-missing-jitter
    wait *= 2;
  }
  return false;
}

void consume(RdKafka::KafkaConsumer &consumer, const bool &run) {
  while (run) {
    RdKafka::Message *m = consumer.consume(1000);
    switch (m->err()) {
    case RdKafka::ERR__TIMED_OUT:
      break;
    case RdKafka::ERR_NO_ERROR:
      std::cout << m->offset() << "\n";
      break;
    default:
      std::cerr << m->errstr() << "\n";
    }
    delete m;
  }
}

void serve(RdKafka::Producer &p) {
  while (p.outq_len() > 0)
    p.poll(100);
}

void settle(RdKafka::KafkaConsumer &c, std::vector<RdKafka::TopicPartition *> &all) {
  for (auto *each : all)
    if (c.seek(*each, 100) != RdKafka::ERR_NO_ERROR)
      std::cerr << "cannot seek " << each->topic() << "\n";
}

bool commit_with_care(RdKafka::KafkaConsumer &consumer, std::mt19937 &gen) {
  for (int i = 0; i < 3; ++i) {
    auto err = consumer.commitSync();
    if (err == RdKafka::ERR_NO_ERROR)
      return true;
    if (err != RdKafka::ERR__TIMED_OUT && err != RdKafka::ERR__TRANSPORT)
      return false;
    if (i == 2)
      break;
    std::cerr << "commit failed: " << RdKafka::err2str(err) << ", attempt " << i + 1 << " of 3\n";
    std::uniform_int_distribution<int> wait(0, 1000 << i);
    std::this_thread::sleep_for(std::chrono::milliseconds(wait(gen)));
  }
  return false;
}
