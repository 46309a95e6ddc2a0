// The message shows the headers of the answer.
// REQUIRES: libsoup
// RUN: %check_retry %s --checks=retry-ignored-retry-after -- %libsoup_flags
#include <libsoup/soup.h>
#include <stdlib.h>

void pause_before(int attempt);

GBytes *fetch(SoupSession *session, const char *uri) {
  for (int i = 0; i < 3; i++) {
    SoupMessage *msg = soup_message_new("GET", uri);
    GBytes *body = soup_session_send_and_read(session, msg, NULL, NULL); // expect: retry-ignored-retry-after "429, 503"
    guint status = soup_message_get_status(msg);
    g_object_unref(msg);
    if (body && status == 200)
      return body;
    if (body && status != 429 && status != 503)
      return NULL;
    pause_before(i);
  }
  return NULL;
}

gboolean stored(SoupSession *session, SoupMessage *msg) {
  for (int i = 0; i < 3; i++) {
    GInputStream *in = soup_session_send(session, msg, NULL, NULL); // expect: retry-ignored-retry-after "503"
    if (in && soup_message_get_status(msg) != 503)
      return soup_message_get_status(msg) == 200;
    pause_before(i);
  }
  return FALSE;
}

static gboolean poll_again(gpointer data) {
  SoupSession *session = data;
  SoupMessage *msg = soup_message_new("GET", "https://example.com/news");
  GBytes *body = soup_session_send_and_read(session, msg, NULL, NULL); // expect: retry-ignored-retry-after
  guint status = soup_message_get_status(msg);
  g_object_unref(msg);
  if (body == NULL || status == 503)
    return G_SOURCE_CONTINUE;
  g_bytes_unref(body);
  return G_SOURCE_REMOVE;
}
void begin(SoupSession *session) { g_timeout_add_seconds(15, poll_again, session); }

/* It is read. */
GBytes *patient(SoupSession *session, const char *uri) {
  for (int i = 0; i < 3; i++) {
    SoupMessage *msg = soup_message_new("GET", uri);
    GBytes *body = soup_session_send_and_read(session, msg, NULL, NULL);
    if (body && soup_message_get_status(msg) == 200)
      return body;
    if (body && soup_message_get_status(msg) != 429)
      return NULL;
    const char *after = soup_message_headers_get_one(
        soup_message_get_response_headers(msg), "Retry-After");
    g_usleep(after ? atol(after) * 1000000ul : 1000000ul << i);
  }
  return NULL;
}

/* Somebody else looks at them. */
void study(SoupMessageHeaders *headers);
GBytes *handed_on(SoupSession *session, const char *uri) {
  for (int i = 0; i < 3; i++) {
    SoupMessage *msg = soup_message_new("GET", uri);
    GBytes *body = soup_session_send_and_read(session, msg, NULL, NULL);
    if (body && soup_message_get_status(msg) == 200)
      return body;
    study(soup_message_get_response_headers(msg));
    pause_before(i);
  }
  return NULL;
}
