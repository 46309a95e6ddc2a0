// In a program whose other sources use the standalone library.
#include "retry/boost_asio.h"
#include "gtest/gtest.h"
#include <boost/asio/io_context.hpp>

using namespace retry;

namespace {

TEST(BothAsios, LiveInOneProgram) {
  dependency server("server");
  int completed = 0;
  boost::asio::io_context io;
  async_call(
      io, server, get("read"),
      [](attempt &, auto done) { done(boost::system::error_code()); },
      [&](result<boost::system::error_code> r) { completed += r.ok(); });
  io.run();
  EXPECT_EQ(completed, 1);
}

} // namespace
