// RUN: %check_retry %s --checks=%model_checks --
#include "Inputs/aws.h"
#include <chrono>
#include <iostream>
#include <random>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

bool fetch(const Aws::S3::S3Client &s3, const Aws::S3::Model::GetObjectRequest &request) {
  for (int i = 0; i < 5; ++i) {
    auto outcome = s3.GetObject(request);
    if (outcome.IsSuccess())
      return true;
    std::cerr << outcome.GetError().GetMessage() << "\n";
    std::this_thread::sleep_for(1s); // expect: retry-fixed-interval "1 s"
  }
  return false;
}

void announce(const Aws::SNS::SNSClient &sns, const Aws::SNS::Model::PublishRequest &request) {
  int tries = 0;
  while (!sns.Publish(request).IsSuccess()) { // expect: retry-non-idempotent "Publish", retry-immediate
    if (++tries == 3)
      throw std::runtime_error("not published");
  }
}

// Not a listed client: what it gives tells.
bool results(const Aws::Athena::AthenaClient &athena) {
  Aws::Athena::Model::GetQueryResultsRequest request;
  auto wait = 100ms;
  for (int n = 0; n < 4; n++) {
    auto outcome = athena.GetQueryResults(request);
    if (outcome.IsSuccess())
      return true;
    std::this_thread::sleep_for(wait); // expect: retry-missing-jitter
    wait *= 2;
  }
  return false;
}

bool store(const Aws::S3::S3Client &s3, const Aws::S3::Model::PutObjectRequest &request) {
  while (true) { // expect: retry-unbounded "PutObject"
    auto outcome = s3.PutObject(request); // expect: retry-immediate
    if (outcome.IsSuccess())
      return true;
    std::clog << "again\n";
  }
}

// Takes other messages each time.
void consume(const Aws::SQS::SQSClient &sqs, const bool &stop) {
  Aws::SQS::Model::ReceiveMessageRequest request;
  while (!stop) {
    auto outcome = sqs.ReceiveMessage(request);
    if (!outcome.IsSuccess())
      std::this_thread::sleep_for(5s);
  }
}

// Each of several.
int fetch_all(const Aws::S3::S3Client &s3, const std::vector<std::string> &keys) {
  int bad = 0;
  for (const auto &key : keys) {
    Aws::S3::Model::GetObjectRequest request;
    request.SetKey(key);
    if (!s3.GetObject(request).IsSuccess())
      ++bad;
  }
  return bad;
}

bool with_care(const Aws::S3::S3Client &s3, const Aws::S3::Model::GetObjectRequest &request, std::mt19937 &gen) {
  for (int i = 0; i < 3; ++i) {
    auto outcome = s3.GetObject(request);
    if (outcome.IsSuccess())
      return true;
    if (outcome.GetError().GetResponseCode() != Aws::Http::HttpResponseCode::SERVICE_UNAVAILABLE || i == 2)
      return false;
    std::cerr << "busy, attempt " << i + 1 << " of 3\n";
    std::uniform_int_distribution<int> wait(0, 1000 << i);
    std::this_thread::sleep_for(std::chrono::milliseconds(wait(gen)));
  }
  return false;
}
