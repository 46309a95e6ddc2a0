/* The part of the client that is written in C: it tells the ledger of a day's
   settlement. */
#ifndef LEDGER_H
#define LEDGER_H

#include <curl/curl.h>

/* 0, or -1 with a message on standard error. deadline_ms is on the monotonic
   clock. */
int upload_settlement(CURL *ledger, const char *day, long deadline_ms);

#endif
