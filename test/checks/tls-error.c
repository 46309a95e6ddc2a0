// RUN: %check_retry %s --checks=retry-tls-error,retry-permanent-error -- -std=c17

#define _GNU_SOURCE
#include <curl/curl.h>
#include <openssl/ssl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

CURLcode fetch(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 4; i++) {
    rc = curl_easy_perform(h); // expect: retry-tls-error "CURLE_PEER_FAILED_VERIFICATION"
    if (rc != CURLE_PEER_FAILED_VERIFICATION && rc != CURLE_COULDNT_CONNECT)
      break;
    sleep(1u << i);
  }
  return rc;
}

/* The name that it had before. */
CURLcode fetch_cacert(CURL *h) {
  int n = 0;
  CURLcode rc;
again:
  rc = curl_easy_perform(h); // expect: retry-tls-error
  if ((rc == CURLE_SSL_CACERT || rc == CURLE_OPERATION_TIMEDOUT) && ++n < 3) {
    usleep(500000);
    goto again;
  }
  return rc;
}

/* Some that cannot succeed are known; the certificate is not among them. */
bool post(CURL *h) {
  int left = 3;
  while (left--) {
    CURLcode rc = curl_easy_perform(h); // expect: retry-tls-error, retry-permanent-error "CURLE_LOGIN_DENIED"
    switch (rc) {
    case CURLE_OK:
      return true;
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
      return false;
    default:
      fprintf(stderr, "%s\n", curl_easy_strerror(rc));
      sleep(1);
    }
  }
  return false;
}

static bool is_tls(CURLcode rc) {
  return rc == CURLE_SSL_CONNECT_ERROR || rc == CURLE_PEER_FAILED_VERIFICATION ||
         rc == CURLE_SSL_ISSUER_ERROR;
}

CURLcode fetch_tls_again(CURL *h) {
  CURLcode rc;
  int i = 0;
  do {
    if (i)
      sleep(1u << i);
    rc = curl_easy_perform(h); // expect: retry-tls-error "CURLE_SSL_ISSUER_ERROR"
  } while (is_tls(rc) && ++i < 3);
  return rc;
}

/* It asks curl what became of the verification. */
int fetch_verified(CURL *h) {
  for (int i = 0; i < 3; i++) {
    long verified = 0;
    if (curl_easy_perform(h) != CURLE_OK) // expect: retry-tls-error
      return -1;
    curl_easy_getinfo(h, CURLINFO_SSL_VERIFYRESULT, &verified);
    if (verified == 0)
      return 0;
    sleep(1u << i);
  }
  return -1;
}

int handshake(SSL *ssl) {
  for (int i = 0; i < 3; i++) {
    if (SSL_connect(ssl) == 1 && // expect: retry-tls-error "SSL_get_verify_result"
        SSL_get_verify_result(ssl) == X509_V_OK)
      return 0;
    sleep(1);
  }
  return -1;
}

/* ---- What follows does not go round on a certificate. */

CURLcode fetch_right(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 4; i++) {
    rc = curl_easy_perform(h);
    if (rc != CURLE_OPERATION_TIMEDOUT && rc != CURLE_COULDNT_CONNECT)
      break;
    sleep(1u << i);
  }
  return rc;
}

/* Success or failure: unclassified-error. */
CURLcode fetch_any(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 4; i++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    sleep(1u << i);
  }
  return rc;
}

/* A failed handshake need not be the certificate. */
CURLcode fetch_handshake(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 4; i++) {
    rc = curl_easy_perform(h);
    if (rc != CURLE_SSL_CONNECT_ERROR)
      break;
    sleep(1u << i);
  }
  return rc;
}

/* The certificate ends it. */
bool post_right(CURL *h) {
  for (int left = 3; left; left--) {
    CURLcode rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      return true;
    if (rc == CURLE_PEER_FAILED_VERIFICATION || rc == CURLE_SSL_ISSUER_ERROR ||
        rc == CURLE_SSL_PINNEDPUBKEYNOTMATCH || rc == CURLE_SSL_INVALIDCERTSTATUS ||
        rc == CURLE_URL_MALFORMAT || rc == CURLE_UNSUPPORTED_PROTOCOL ||
        rc == CURLE_SSL_CERTPROBLEM || rc == CURLE_SSL_CIPHER ||
        rc == CURLE_SSL_CACERT_BADFILE || rc == CURLE_BAD_CONTENT_ENCODING ||
        rc == CURLE_REMOTE_ACCESS_DENIED || rc == CURLE_LOGIN_DENIED ||
        rc == CURLE_AUTH_ERROR || rc == CURLE_REMOTE_FILE_NOT_FOUND ||
        rc == CURLE_TOO_MANY_REDIRECTS || rc == CURLE_UNKNOWN_OPTION ||
        rc == CURLE_BAD_FUNCTION_ARGUMENT)
      return false;
    sleep(1);
  }
  return false;
}

int handshake_right(SSL *ssl) {
  for (int i = 0; i < 3; i++) {
    if (SSL_connect(ssl) == 1)
      return SSL_get_verify_result(ssl) == X509_V_OK ? 0 : -1;
    sleep(1);
  }
  return -1;
}
