/* Timeouts of GLib and operations of GIO.
   REQUIRES: glib
   RUN: %check_retry %s --checks=retry-fixed-interval,retry-immediate,retry-unbounded,retry-missing-jitter,retry-permanent-error -- -I/usr/include/glib-2.0 -I/usr/lib/x86_64-linux-gnu/glib-2.0/include */
#include <gio/gio.h>

typedef struct {
  GSocketClient *client;
  GSocketConnection *connection;
  guint tries;
  guint delay;
} Peer;

void peer_ready(Peer *peer);
void peer_failed(Peer *peer, const char *why);

/* A timeout that goes on while the connect fails. */
int peer_connect_now(Peer *peer);
static gboolean try_now(gpointer data) {
  Peer *peer = data;
  if (peer_connect_now(peer) == 0)
    return G_SOURCE_REMOVE;
  return G_SOURCE_CONTINUE;
}
void try_start(Peer *peer) {
  g_timeout_add_seconds(5, try_now, peer); /* expect: retry-fixed-interval "5 s", retry-unbounded */
}

/* An asynchronous connect. */
static void dial(Peer *peer);
static gboolean on_pause(gpointer data) {
  dial((Peer *)data);
  return G_SOURCE_REMOVE;
}
static void on_dialled(GObject *source, GAsyncResult *result, gpointer data) {
  Peer *peer = data;
  GError *error = NULL;
  peer->connection = g_socket_client_connect_to_host_finish(G_SOCKET_CLIENT(source), result, &error);
  if (peer->connection == NULL) {
    g_warning("no connection: %s", error->message);
    g_clear_error(&error);
    g_timeout_add(3000, on_pause, peer); /* expect: retry-fixed-interval "3 s", retry-unbounded */
    return;
  }
  peer_ready(peer);
}
static void dial(Peer *peer) {
  g_socket_client_connect_to_host_async(peer->client, "broker", 1883, NULL, on_dialled, peer);
}
void dial_start(Peer *peer) { dial(peer); }

/* The error decides; counted; doubles. */
static void reach(Peer *peer);
static gboolean on_delay(gpointer data) {
  reach(data);
  return FALSE;
}
static void on_reached(GObject *source, GAsyncResult *result, gpointer data) {
  Peer *peer = data;
  g_autoptr(GError) error = NULL;
  GSocketConnection *connection =
      g_socket_client_connect_to_host_finish(G_SOCKET_CLIENT(source), result, &error);
  if (error != NULL) {
    if (++peer->tries > 5) {
      peer_failed(peer, error->message);
      return;
    }
    g_timeout_add(peer->delay, on_delay, peer); /* expect: retry-missing-jitter */
    peer->delay *= 2;
    return;
  }
  peer->connection = connection;
}
static void reach(Peer *peer) {
  g_socket_client_connect_to_host_async(peer->client, "db", 5432, NULL, on_reached, peer);
}
void reach_start(Peer *peer) {
  peer->tries = 0;
  reach(peer);
}

/* Not a retry: a clock. */
static gboolean on_tick(gpointer data) {
  ++*(int *)data;
  return TRUE;
}
void tick_start(int *count) { g_timeout_add(1000, on_tick, count); }

/* Not a retry: sends the state every minute, come what may. */
int submit_state(Peer *peer);
static gboolean on_minute(gpointer data) {
  if (submit_state(data) != 0)
    g_warning("state lost");
  return G_SOURCE_CONTINUE;
}
void minute_start(Peer *peer) { g_timeout_add_seconds(60, on_minute, peer); }

/* Not a retry: asks until it is so. */
gboolean is_mounted(const char *path);
static gboolean on_look(gpointer path) { return is_mounted(path) ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE; }
void look_start(char *path) { g_timeout_add(200, on_look, path); }

/* Not a retry: work in slices. */
gboolean index_some(Peer *peer);
static gboolean on_idle(gpointer data) { return index_some(data); }
void index_start(Peer *peer) { g_idle_add(on_idle, peer); }
