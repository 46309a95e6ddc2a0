// The presets of the shipped policy, one for each kind of caller. A policy of
// your own becomes a header like default_policy.h by `retrylint policy
// emit-header`.
#ifndef RETRY_DEFAULTS_H
#define RETRY_DEFAULTS_H

#include "retry/default_policy.h"

namespace retry {

using defaults::async_event;
using defaults::batch;
using defaults::grpc_unary;
using defaults::sync_api;
using defaults::webhook;

} // namespace retry

#endif
