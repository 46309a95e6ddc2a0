// REQUIRES: gnutls
// RUN: %check_retry %s --checks=%model_checks --
// expect-none
#include <gnutls/gnutls.h>

int connects(gnutls_session_t session) {
  int rc;
  do
    rc = gnutls_handshake(session);
  while (rc < 0 && gnutls_error_is_fatal(rc) == 0);
  return rc;
}
int connects_for_now(gnutls_session_t session) {
  for (;;) {
    int rc = gnutls_handshake(session);
    if (rc == GNUTLS_E_SUCCESS)
      return 0;
    if (rc == GNUTLS_E_AGAIN || rc == GNUTLS_E_INTERRUPTED)
      return 1;
    if (gnutls_error_is_fatal(rc))
      return -1;
  }
}
int sends(gnutls_session_t session, const char *text, size_t size) {
  ssize_t rc;
  while ((rc = gnutls_record_send(session, text, size)) < 0)
    if (gnutls_error_is_fatal(rc))
      return -1;
  return 0;
}
