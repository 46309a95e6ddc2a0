// RUN: %check_retry %s --checks=retry-degraded-auth,retry-tls-error -- -std=c17

#define _GNU_SOURCE
#include <curl/curl.h>
#include <openssl/ssl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

CURLcode fetch(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; i++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      return rc;
    curl_easy_setopt(h, CURLOPT_SSL_VERIFYPEER, 0L); // expect: retry-degraded-auth "verification"
    sleep(1u << i);
  }
  return rc;
}

CURLcode fetch_certificate(CURL *h) {
  int n = 0;
  CURLcode rc;
  while ((rc = curl_easy_perform(h)) != CURLE_OK && n++ < 3) {
    if (rc == CURLE_PEER_FAILED_VERIFICATION)
      curl_easy_setopt(h, CURLOPT_SSL_VERIFYHOST, 0L); // expect: retry-degraded-auth
    else if (rc != CURLE_COULDNT_CONNECT)
      return rc;
    sleep(1u << n);
  }
  return rc;
}

static void relax(CURL *h) {
  curl_easy_setopt(h, CURLOPT_SSL_VERIFYPEER, 0L);
  curl_easy_setopt(h, CURLOPT_SSL_VERIFYHOST, 0L);
}

CURLcode fetch_relaxed(CURL *h) {
  CURLcode rc;
  int tries = 0;
again:
  rc = curl_easy_perform(h);
  if (rc == CURLE_OK || ++tries == 4)
    return rc;
  if (tries == 2)
    relax(h); // expect: retry-degraded-auth
  usleep(300000);
  goto again;
}

CURLcode fetch_by_round(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; i++) {
    curl_easy_setopt(h, CURLOPT_SSL_VERIFYPEER, i == 0 ? 1L : 0L); // expect: retry-degraded-auth
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    sleep(1);
  }
  return rc;
}

CURLcode fetch_anonymous(CURL *h, const char *user) {
  curl_easy_setopt(h, CURLOPT_USERPWD, user);
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; i++) {
    rc = curl_easy_perform(h);
    if (rc != CURLE_LOGIN_DENIED && rc != CURLE_OPERATION_TIMEDOUT)
      return rc;
    curl_easy_setopt(h, CURLOPT_USERPWD, NULL); // expect: retry-degraded-auth "credentials"
    sleep(1u << i);
  }
  return rc;
}

CURLcode fetch_plain(CURL *h) {
  const char *url = "https://main.example/";
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; i++) {
    curl_easy_setopt(h, CURLOPT_URL, url);
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    url = "http://fallback.example/"; // expect: retry-degraded-auth "encryption"
    sleep(1u << i);
  }
  return rc;
}

int handshake(SSL *ssl) {
  for (int i = 0; i < 3; i++) {
    if (SSL_connect(ssl) == 1)
      return 0;
    SSL_set_verify(ssl, SSL_VERIFY_NONE, NULL); // expect: retry-degraded-auth
    sleep(1);
  }
  return -1;
}

/* ---- What follows keeps its protection, or never had it. */

/* Bad, but not for the retry. */
CURLcode fetch_never(CURL *h) {
  CURLcode rc = CURLE_OK;
  curl_easy_setopt(h, CURLOPT_SSL_VERIFYPEER, 0L);
  for (int i = 0; i < 3; i++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    sleep(1u << i);
  }
  return rc;
}

CURLcode fetch_fresh(const char *url) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; i++) {
    CURL *h = curl_easy_init();
    curl_easy_setopt(h, CURLOPT_URL, url);
    curl_easy_setopt(h, CURLOPT_SSL_VERIFYPEER, 0L);
    rc = curl_easy_perform(h);
    curl_easy_cleanup(h);
    if (rc == CURLE_OK)
      break;
    sleep(1u << i);
  }
  return rc;
}

CURLcode fetch_strict(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; i++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    curl_easy_setopt(h, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(h, CURLOPT_FRESH_CONNECT, 1L);
    sleep(1u << i);
  }
  return rc;
}

/* Off for something else, and on again. */
void probe(CURL *h);

CURLcode fetch_restored(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; i++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    curl_easy_setopt(h, CURLOPT_SSL_VERIFYPEER, 0L);
    probe(h);
    curl_easy_setopt(h, CURLOPT_SSL_VERIFYPEER, 1L);
    sleep(1u << i);
  }
  return rc;
}

/* A better credential. */
const char *refresh(void);

CURLcode fetch_refreshed(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; i++) {
    rc = curl_easy_perform(h);
    if (rc != CURLE_LOGIN_DENIED)
      break;
    curl_easy_setopt(h, CURLOPT_XOAUTH2_BEARER, refresh());
    sleep(1u << i);
  }
  return rc;
}

/* After the last attempt. */
CURLcode fetch_after(CURL *h) {
  CURLcode rc = CURLE_OK;
  for (int i = 0; i < 3; i++) {
    rc = curl_easy_perform(h);
    if (rc == CURLE_OK)
      break;
    sleep(1u << i);
  }
  curl_easy_setopt(h, CURLOPT_USERPWD, NULL);
  return rc;
}
