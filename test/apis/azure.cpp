// RUN: %check_retry %s --checks=%model_checks --
#include "Inputs/azure.h"
#include <chrono>
#include <iostream>
#include <random>
#include <thread>
#include <vector>

using namespace Azure::Storage::Blobs;
using namespace std::chrono_literals;

bool load(const BlobClient &blob, std::vector<uint8_t> &out) {
  for (int i = 0; i < 5; ++i) {
    try {
      blob.DownloadTo(out.data(), out.size());
      return true;
    } catch (const Azure::Core::RequestFailedException &e) {
      std::cerr << e.what() << "\n";
      std::this_thread::sleep_for(2s); // expect: retry-fixed-interval "2 s"
    }
  }
  return false;
}

bool append(const AppendBlobClient &log, const std::string &line) {
  for (int n = 0; n < 3; ++n) {
    try {
      log.AppendBlock(line); // expect: retry-non-idempotent "AppendBlock", retry-immediate
      return true;
    } catch (const std::exception &) {
    }
  }
  return false;
}

void save(const BlockBlobClient &blob, const std::string &file) {
  for (bool done = false; !done;) { // expect: retry-unbounded "UploadFrom"
    try {
      blob.UploadFrom(file); // expect: retry-immediate
      done = true;
    } catch (const Azure::Core::RequestFailedException &) {
    }
  }
}

// Takes other messages each time.
void consume(const Azure::Storage::Queues::QueueClient &queue, const bool &stop) {
  while (!stop) {
    try {
      queue.ReceiveMessages();
    } catch (const Azure::Core::RequestFailedException &) {
      std::this_thread::sleep_for(1s);
    }
  }
}

int save_all(const std::vector<BlockBlobClient> &blobs, const std::string &file) {
  int bad = 0;
  for (const auto &blob : blobs) {
    try {
      blob.UploadFrom(file);
    } catch (const Azure::Core::RequestFailedException &) {
      ++bad;
    }
  }
  return bad;
}

void with_care(const BlockBlobClient &blob, const std::string &file, std::mt19937 &gen) {
  for (int i = 0; i < 3; ++i) {
    try {
      blob.UploadFrom(file);
      return;
    } catch (const Azure::Core::RequestFailedException &e) {
      if (e.StatusCode != Azure::Core::Http::HttpStatusCode::BadGateway || i == 2)
        throw;
      std::cerr << "bad gateway, attempt " << i + 1 << " of 3\n";
      std::uniform_int_distribution<int> wait(0, 1000 << i);
      std::this_thread::sleep_for(std::chrono::milliseconds(wait(gen)));
    }
  }
}
