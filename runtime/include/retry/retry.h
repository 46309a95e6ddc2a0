// Correct retries: `retry::call`. This header brings everything that needs no
// other library.
#ifndef RETRY_RETRY_H
#define RETRY_RETRY_H

#include "retry/call.h"
#include "retry/gai.h"
#include "retry/grpc.h"
#include "retry/http.h"
#include "retry/sql.h"
#include "retry/tls.h"

#endif
