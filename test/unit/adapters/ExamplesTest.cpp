// examples/good does what it says.
#include "../../../examples/good/client.h"
#include "Fixture.h"
extern "C" {
#include "../../../examples/ledger.h"
}

using namespace loopback;
using namespace std::chrono_literals;

namespace {

struct Examples : Adapter {
  payments::Context context{"request-7", env.now() + 20s};
  Examples() { payments::service().use(env).use(nobody); }
};

TEST_F(Examples, ChargesOnce) {
  Server http({{503}, {200, "", "", Then::Drop}, {201, "", "charge-1"}});
  httplib::Client client(http.url(""));
  EXPECT_EQ(payments::charge(client, "{}", context), "charge-1");
  auto requests = http.seen();
  ASSERT_EQ(requests.size(), 3u);
  EXPECT_EQ(requests[0].key.size(), 36u);
  EXPECT_EQ(keysOf(requests).size(), 1u);
}

TEST_F(Examples, AsksForTheState) {
  Server http({{503, "3"}, {200, "", "captured"}});
  httplib::Client client(http.url(""));
  EXPECT_EQ(payments::state(client, "charge-1", context), "captured");
  EXPECT_EQ(env.waits, std::vector<retry::duration>{3s});
}

TEST_F(Examples, SaysWhyThereIsNoRate) {
  Server http({{404}});
  httplib::Client client(http.url(""));
  try {
    payments::rate(client, "XYZ", context);
    FAIL();
  } catch (const payments::Error &error) {
    EXPECT_STREQ(error.what(),
                 "payments.rate: gave up after 1 attempt in 0 ms: "
                 "http_404 (permanent)");
  }
}

/// The one in C, which waits for real: so it is given nothing to wait for.
struct Ledger : testing::Test {
  CURL *handle = curl_easy_init();
  ~Ledger() override { curl_easy_cleanup(handle); }

  int upload(Server &server) {
    std::string where =
        "ledger.example:443:127.0.0.1:" + std::to_string(server.port());
    curl_slist *connect = curl_slist_append(nullptr, where.c_str());
    curl_slist *headers = curl_slist_append(nullptr, "Expect:");
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(handle, CURLOPT_CONNECT_TO, connect);
    curl_easy_setopt(handle, CURLOPT_CAINFO,
                     Certificate::get().certificate.c_str());
    curl_easy_setopt(
        handle, CURLOPT_READFUNCTION,
        +[](char *, size_t, size_t, void *) { return size_t(0); });
    auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now().time_since_epoch());
    int rc = upload_settlement(handle, "2024-05-01", long(now.count()) + 30000);
    curl_slist_free_all(connect);
    curl_slist_free_all(headers);
    return rc;
  }
};

TEST_F(Ledger, Uploads) {
  Server server({{200}}, true);
  EXPECT_EQ(upload(server), 0);
  ASSERT_EQ(server.seen().size(), 1u);
  EXPECT_EQ(server.seen()[0].method, "PUT");
  EXPECT_EQ(server.seen()[0].target, "/settlements/2024-05-01");
}

TEST_F(Ledger, GivesUpOnWhatCannotSucceed) {
  Server server({{403}}, true);
  EXPECT_EQ(upload(server), -1);
  EXPECT_EQ(server.seen().size(), 1u);
}

TEST_F(Ledger, GivesUpIfTheServerAsksForMoreTimeThanThereIs) {
  Server server({{503, "60"}}, true);
  EXPECT_EQ(upload(server), -1);
  EXPECT_EQ(server.seen().size(), 1u);
}

} // namespace
