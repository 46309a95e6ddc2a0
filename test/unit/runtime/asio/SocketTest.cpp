// Real connections on loopback; no time passes between attempts.
#include "Library.h"
#include <string>
#ifdef RETRY_TEST_BOOST
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>
#else
#include <asio/ip/tcp.hpp>
#include <asio/read_until.hpp>
#include <asio/streambuf.hpp>
#include <asio/write.hpp>
#endif

using namespace retry;
using net::ip::tcp;

namespace {

struct AsyncSocket : Simulated {
  tcp::endpoint loopback{net::ip::address_v4::loopback(), 0};
};

TEST_F(AsyncSocket, ARefusedConnectionIsMadeWhenSomebodyListens) {
  tcp::acceptor acceptor(io);
  acceptor.open(tcp::v4());
  acceptor.bind(loopback); // the port is ours, but nobody listens
  const tcp::endpoint server_end = acceptor.local_endpoint();
  tcp::socket socket(io);
  auto connected = async_call(
      io, server, idempotent("connect"),
      [&](attempt &now, auto done) {
        if (now.number() == 2)
          acceptor.listen();
        socket.close();
        socket.async_connect(server_end, std::move(done));
      },
      net::use_future);
  io.run();
  result<Code> given = connected.get();
  EXPECT_TRUE(given.ok());
  EXPECT_EQ(given.attempts(), 2u);
  EXPECT_STREQ(seen.retries.at(0).error_type, "ECONNREFUSED");
}

TEST_F(AsyncSocket, AConnectionThatIsClosedTooEarlyIsMadeAnew) {
  tcp::acceptor acceptor(io, loopback);
  const tcp::endpoint server_end = acceptor.local_endpoint();
  tcp::socket served(io), client(io);
  int connections = 0;
  const std::string text = "hello\n";
  std::function<void()> accept = [&] {
    acceptor.async_accept(served, [&](const Code &code) {
      ASSERT_FALSE(code) << code.message();
      if (++connections == 1) {
        served.close();
        return accept();
      }
      net::async_write(served, net::buffer(text),
                       [](const Code &, std::size_t) {});
    });
  };
  accept();
  using answer = std::pair<Code, std::size_t>;
  net::streambuf line;
  result<answer> given;
  async_call<answer>(
      io, server, get("line"),
      [&](attempt &, auto done) {
        line.consume(line.size());
        client.close();
        client.async_connect(
            server_end, [&, done = std::move(done)](const Code &code) mutable {
              if (code)
                return done(code, std::size_t{0});
              net::async_read_until(client, line, '\n', std::move(done));
            });
      },
      [&](result<answer> r) { given = std::move(r); });
  io.run();
  ASSERT_TRUE(given.ok()) << describe(given.how());
  EXPECT_EQ(given.attempts(), 2u);
  EXPECT_EQ(given.answer().second, text.size());
}

TEST(AsioCodes, MeanWhatTheyMeanElsewhere) {
  auto means = [](auto code) { return by_asio()(Code(code)); };
  EXPECT_TRUE(by_asio()(Code()).ok());
  EXPECT_EQ(means(net::error::connection_refused).kind,
            failure_kind::connection_refused);
  EXPECT_EQ(means(net::error::timed_out).kind, failure_kind::network_timeout);
  EXPECT_EQ(means(net::error::operation_aborted).kind, failure_kind::cancelled);
  EXPECT_EQ(means(net::error::connection_reset).is,
            failure_class::maybe_executed);
  EXPECT_EQ(means(net::error::eof).is, failure_class::maybe_executed);
  EXPECT_EQ(means(net::error::already_open).is, failure_class::permanent);
  EXPECT_EQ(means(net::error::host_not_found_try_again).kind,
            failure_kind::dns_temporary);
  EXPECT_EQ(means(net::error::host_not_found).is, failure_class::permanent);
  EXPECT_EQ(means(net::error::no_recovery).is, failure_class::permanent);
  EXPECT_EQ(means(net::error::service_not_found).is, failure_class::permanent);
  EXPECT_EQ(by_asio()(std::make_tuple(Code(net::error::eof), 1)).is,
            failure_class::maybe_executed);
}

TEST(AsioCodes, OfThrownErrorsToo) {
  auto thrown = [](auto e) { return by_asio()(std::make_exception_ptr(e)); };
  EXPECT_STREQ(thrown(SystemError(net::error::eof)).type, "eof");
  EXPECT_STREQ(thrown(std::system_error(EPIPE, std::generic_category())).type,
               "EPIPE");
  EXPECT_EQ(thrown(1).is, failure_class::unknown);
}

} // namespace
