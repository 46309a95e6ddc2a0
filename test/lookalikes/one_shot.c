// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <netdb.h>
#include <sys/socket.h>

struct api {
  char token[256];
  int fd;
};
int api_get(struct api *a, const char *path, const char *token, char *out,
            unsigned long len);
int api_login(struct api *a);

int get_balance(struct api *a, char *out, unsigned long len) {
  int attempt = 0, status;
retry_with_auth:
  status = api_get(a, "/balance", a->token, out, len);
  if (status == 401 && attempt++ == 0 && api_login(a) == 0)
    goto retry_with_auth;
  return status;
}

int db_reopen(void **conn);
int db_select(void *conn, const char *sql, char *out, unsigned long len);
#define SERVER_GONE 2006

int lookup_zone(void **conn, const char *sql, char *out, unsigned long len) {
  int reopened = 0;
  int rc;
  while ((rc = db_select(*conn, sql, out, len)) == SERVER_GONE && !reopened) {
    reopened = 1;
    if (db_reopen(conn) != 0)
      break;
  }
  return rc;
}

/* Asks again without name resolution if that is what failed. */
int peer_name(const struct sockaddr *sa, socklen_t len, char *host,
              socklen_t hostlen) {
  int flags = NI_NAMEREQD, r;
retry:
  r = getnameinfo(sa, len, host, hostlen, NULL, 0, flags);
  if (r == EAI_NONAME && flags == NI_NAMEREQD) {
    flags = NI_NUMERICHOST;
    goto retry;
  }
  return r;
}

CURLcode head_on_fresh_connection(CURL *h) {
  CURLcode rc;
  int fresh = 0;
  curl_easy_setopt(h, CURLOPT_NOBODY, 1L);
  do {
    curl_easy_setopt(h, CURLOPT_FRESH_CONNECT, (long)fresh);
    rc = curl_easy_perform(h);
  } while (rc == CURLE_GOT_NOTHING && !fresh++);
  return rc;
}

struct stmt;
int stmt_prepare(struct stmt *s);
int stmt_run(struct stmt *s);

int run_prepared(struct stmt *s) {
  int rc = stmt_run(s);
  if (rc == -ESTALE) {
    if ((rc = stmt_prepare(s)) == 0)
      rc = stmt_run(s);
  }
  return rc;
}
