// retry::async_call on Boost.Asio. With the standalone one: retry/asio.h.
#ifndef RETRY_BOOST_ASIO_H
#define RETRY_BOOST_ASIO_H

#include "retry/driver.h"
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/associated_allocator.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/version.hpp>
#if defined(BOOST_ASIO_HAS_CO_AWAIT) && defined(__cpp_impl_coroutine)
#define RETRY_ASIO_COROUTINES 1
#include "retry/coroutine.h"
#include <boost/asio/awaitable.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#endif
#if BOOST_ASIO_VERSION >= 101900
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/cancellation_state.hpp>
#endif

namespace retry {
inline namespace on_boost_asio {
namespace async_detail {
namespace net = ::boost::asio;
using error_code = boost::system::error_code;
using system_error = boost::system::system_error;
} // namespace async_detail
} // namespace on_boost_asio
} // namespace retry

#define RETRY_ASIO_NAMESPACE on_boost_asio
#define RETRY_ASIO_SLOTS (BOOST_ASIO_VERSION >= 101900)
#include "retry/asio_driver.inc"
#undef RETRY_ASIO_NAMESPACE
#undef RETRY_ASIO_SLOTS
#undef RETRY_ASIO_COROUTINES

#endif
