// REQUIRES: libsoup
// RUN: %check_retry %s --checks=%model_checks -- %libsoup_flags
#include <libsoup/soup.h>
#include <string.h>

GBytes *fetch(SoupSession *session, const char *uri) {
  for (int i = 0; i < 5; i++) {
    SoupMessage *msg = soup_message_new("GET", uri);
    GBytes *body = soup_session_send_and_read(session, msg, NULL, NULL); // expect: retry-permanent-error
    if (body && soup_message_get_status(msg) == SOUP_STATUS_OK)
      return body;
    g_object_unref(msg);
    g_usleep(G_USEC_PER_SEC); // expect: retry-fixed-interval "1 s"
  }
  return NULL;
}

GBytes *order(SoupSession *session, const char *uri, GBytes *data) {
  SoupMessage *msg = soup_message_new("POST", uri);
  soup_message_set_request_body_from_bytes(msg, "application/json", data);
  GBytes *answer = NULL;
  int tries = 0;
  while (!answer && tries < 3) {
    answer = soup_session_send_and_read(session, msg, NULL, NULL); // expect: retry-non-idempotent "POST", retry-immediate
    tries++;
  }
  return answer;
}

GInputStream *open_stream(SoupSession *session, SoupMessage *msg) {
  GInputStream *in;
  for (;;) { // expect: retry-unbounded "soup_session_send"
    in = soup_session_send(session, msg, NULL, NULL);
    if (in)
      return in;
    g_usleep(100000); // expect: retry-fixed-interval "100 ms"
  }
}

GBytes *patient(SoupSession *session, const char *uri) {
  SoupMessage *msg = soup_message_new("HEAD", uri);
  gulong wait = 250000;
  for (int i = 0; i < 4; i++) {
    GBytes *b = soup_session_send_and_read(session, msg, NULL, NULL);
    if (b)
      return b;
    g_usleep(wait); // expect: retry-missing-jitter
    wait *= 2;
  }
  return NULL;
}

// Page after page.
int pages(SoupSession *session, GPtrArray *uris) {
  int good = 0;
  for (guint i = 0; i < uris->len; i++) {
    SoupMessage *msg = soup_message_new("GET", g_ptr_array_index(uris, i));
    GBytes *b = soup_session_send_and_read(session, msg, NULL, NULL);
    if (b)
      good++;
    g_object_unref(msg);
  }
  return good;
}

// A key makes it safe.
GBytes *order_once(SoupSession *session, const char *uri) {
  SoupMessage *msg = soup_message_new("POST", uri);
  g_autofree char *key = g_uuid_string_random();
  soup_message_headers_append(soup_message_get_request_headers(msg), "Idempotency-Key", key);
  for (int i = 0; i < 3; i++) {
    GBytes *answer = soup_session_send_and_read(session, msg, NULL, NULL);
    if (answer)
      return answer;
    if (i < 2) {
      g_warning("order: no answer, attempt %d of 3", i + 1);
      g_usleep((gulong)g_random_int_range(0, 1000000 << i));
    }
  }
  return NULL;
}

// Waits for a job to be done.
gboolean wait_done(SoupSession *session, const char *uri) {
  for (int i = 0; i < 20; i++) {
    SoupMessage *msg = soup_message_new("GET", uri);
    g_autoptr(GBytes) state = soup_session_send_and_read(session, msg, NULL, NULL);
    g_object_unref(msg);
    if (!state)
      return FALSE;
    if (strstr(g_bytes_get_data(state, NULL), "done"))
      return TRUE;
    g_usleep(G_USEC_PER_SEC);
  }
  return FALSE;
}

GBytes *fetch_with_care(SoupSession *session, const char *uri) {
  for (int i = 0; i < 3; i++) {
    SoupMessage *msg = soup_message_new("GET", uri);
    GBytes *body = soup_session_send_and_read(session, msg, NULL, NULL);
    guint status = soup_message_get_status(msg);
    g_object_unref(msg);
    if (body && status == 200)
      return body;
    if (body && status != 502 && status != 504)
      return NULL;
    if (i < 2) {
      g_warning("fetch: %u, attempt %d of 3", status, i + 1);
      g_usleep((gulong)g_random_int_range(0, 1000000 << i));
    }
  }
  return NULL;
}
