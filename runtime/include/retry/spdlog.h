// Retries in the log of spdlog.
#ifndef RETRY_SPDLOG_H
#define RETRY_SPDLOG_H

#include "retry/observer.h"
#include <memory>
#include <spdlog/logger.h>
#include <utility>

namespace retry {

/// A retry is a warning, giving up an error, a late success is worth knowing.
class spdlog_observer final : public observer {
public:
  explicit spdlog_observer(std::shared_ptr<spdlog::logger> logger)
      : log(std::move(logger)) {}

  void retrying(const retry_event &e) noexcept override {
    write(spdlog::level::warn, "retrying", e);
  }
  void gave_up(const retry_event &e) noexcept override {
    write(spdlog::level::err, "gave_up", e);
  }
  void recovered(const retry_event &e) noexcept override {
    write(spdlog::level::info, "recovered", e);
  }

private:
  void write(spdlog::level::level_enum level, const char *what,
             const retry_event &e) noexcept {
    detail::quietly([&] {
      if (!log->should_log(level))
        return;
      const event_line line(what, e);
      log->log(level,
               spdlog::string_view_t(line.view().data(), line.view().size()));
    });
  }

  std::shared_ptr<spdlog::logger> log;
};

} // namespace retry

#endif
