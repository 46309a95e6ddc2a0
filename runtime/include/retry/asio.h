// retry::async_call on standalone Asio. With Boost's: retry/boost_asio.h.
#ifndef RETRY_ASIO_H
#define RETRY_ASIO_H

#include "retry/driver.h"
#include <asio/any_io_executor.hpp>
#include <asio/associated_allocator.hpp>
#include <asio/associated_executor.hpp>
#include <asio/async_result.hpp>
#include <asio/basic_waitable_timer.hpp>
#include <asio/dispatch.hpp>
#include <asio/executor_work_guard.hpp>
#include <asio/post.hpp>
#include <asio/version.hpp>
#if defined(ASIO_HAS_CO_AWAIT) && defined(__cpp_impl_coroutine)
#define RETRY_ASIO_COROUTINES 1
#include "retry/coroutine.h"
#include <asio/awaitable.hpp>
#include <asio/compose.hpp>
#include <asio/this_coro.hpp>
#include <asio/use_awaitable.hpp>
#endif
#if ASIO_VERSION >= 101900
#include <asio/associated_cancellation_slot.hpp>
#include <asio/cancellation_state.hpp>
#endif

namespace retry {
inline namespace on_asio {
namespace async_detail {
namespace net = ::asio;
using error_code = std::error_code;
using system_error = std::system_error;
} // namespace async_detail
} // namespace on_asio
} // namespace retry

#define RETRY_ASIO_NAMESPACE on_asio
#define RETRY_ASIO_SLOTS (ASIO_VERSION >= 101900)
#include "retry/asio_driver.inc"
#undef RETRY_ASIO_NAMESPACE
#undef RETRY_ASIO_SLOTS
#undef RETRY_ASIO_COROUTINES

#endif
