// REQUIRES: glib
// RUN: %check_retry %s --checks=%model_checks -- %glib_flags
#include <gio/gio.h>

GSocketConnection *dial(GSocketClient *client, const char *host) {
  for (int i = 0; i < 5; i++) {
    g_autoptr(GError) error = NULL;
    GSocketConnection *c = g_socket_client_connect_to_host(client, host, 443, NULL, &error);
    if (c)
      return c;
    g_warning("connect: %s", error->message);
    g_usleep(2 * G_USEC_PER_SEC); // expect: retry-fixed-interval "2 s"
  }
  return NULL;
}

GList *lookup(GResolver *resolver, const char *name) {
  GList *found = NULL;
  while (!(found = g_resolver_lookup_by_name(resolver, name, NULL, NULL))) // expect: retry-unbounded, retry-immediate
    ;
  return found;
}

GVariant *call(GDBusProxy *proxy) {
  gulong wait = 10000;
  for (guint n = 0; n < 4; n++) {
    GVariant *answer = g_dbus_proxy_call_sync(proxy, "Status", NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);
    if (answer != NULL)
      return answer;
    g_usleep(wait); // expect: retry-missing-jitter
    wait *= 2;
  }
  return NULL;
}

gboolean shake(GTlsConnection *tls) {
  int tries = 0;
  while (!g_tls_connection_handshake(tls, NULL, NULL)) {
    if (++tries == 3)
      return FALSE;
    g_usleep(500000); // expect: retry-fixed-interval "500 ms"
  }
  return TRUE;
}

// Lines, one after the other.
void lines(GDataInputStream *in) {
  char *line;
  while ((line = g_data_input_stream_read_line(in, NULL, NULL, NULL))) {
    g_print("%s\n", line);
    g_free(line);
  }
}

// A worker.
void work(GAsyncQueue *queue, void (*handle)(gpointer)) {
  for (;;) {
    gpointer job = g_async_queue_timeout_pop(queue, 100000);
    if (job)
      handle(job);
  }
}

// Another host each time.
GSocketConnection *any(GSocketClient *client, char **hosts) {
  for (; *hosts; hosts++) {
    GSocketConnection *c = g_socket_client_connect_to_host(client, *hosts, 443, NULL, NULL);
    if (c)
      return c;
  }
  return NULL;
}

GSocketConnection *dial_with_care(GSocketClient *client, const char *host) {
  for (int i = 0; i < 3; i++) {
    g_autoptr(GError) error = NULL;
    GSocketConnection *c = g_socket_client_connect_to_host(client, host, 443, NULL, &error);
    if (c)
      return c;
    if (!g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED) || i == 2)
      return NULL;
    g_message("refused, attempt %d of 3", i + 1);
    g_usleep((gulong)g_random_int_range(0, 1000000 << i));
  }
  return NULL;
}
