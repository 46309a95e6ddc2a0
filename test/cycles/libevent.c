/* Events, timers and buffers of libevent.
   REQUIRES: libevent
   RUN: %check_retry %s --checks=retry-fixed-interval,retry-immediate,retry-unbounded,retry-missing-jitter,retry-permanent-error
*/
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <stdlib.h>
#include <sys/socket.h>

struct client {
  struct event_base *base;
  struct bufferevent *bev;
  struct event *retry;
  struct sockaddr_storage address;
  int length;
  int tries;
};

void client_ready(struct client *c);
void client_dead(struct client *c);

/* The event was made elsewhere and is armed when the connect fails. */
static void client_connect(struct client *c);
static void on_retry(evutil_socket_t fd, short what, void *context) {
  (void)fd;
  (void)what;
  client_connect(context);
}
static void on_event(struct bufferevent *bev, short events, void *context) {
  struct client *c = context;
  (void)bev;
  if (events & BEV_EVENT_CONNECTED) {
    client_ready(c);
  } else if (events & (BEV_EVENT_ERROR | BEV_EVENT_TIMEOUT)) {
    struct timeval pause = {5, 0};
    evtimer_add(c->retry, &pause); /* expect: retry-fixed-interval "5 s", retry-unbounded */
  }
}
static void client_connect(struct client *c) {
  c->bev = bufferevent_socket_new(c->base, -1, BEV_OPT_CLOSE_ON_FREE);
  bufferevent_setcb(c->bev, NULL, NULL, on_event, c);
  bufferevent_socket_connect(c->bev, (struct sockaddr *)&c->address, c->length);
}
struct client *client_new(struct event_base *base) {
  struct client *c = calloc(1, sizeof *c);
  c->base = base;
  c->retry = evtimer_new(base, on_retry, c);
  client_connect(c);
  return c;
}

/* event_base_once, with a counter. */
static void probe(struct client *c);
static void on_once(evutil_socket_t fd, short what, void *context) {
  (void)fd;
  (void)what;
  probe((struct client *)context);
}
static void on_probe(struct bufferevent *bev, short events, void *context) {
  struct client *c = context;
  struct timeval pause = {0, 250000};
  if (events & BEV_EVENT_CONNECTED) {
    client_ready(c);
    return;
  }
  bufferevent_free(bev);
  if (++c->tries == 3) {
    client_dead(c);
    return;
  }
  event_base_once(c->base, -1, EV_TIMEOUT, on_once, c, &pause); /* expect: retry-fixed-interval "250 ms" */
}
static void probe(struct client *c) {
  struct bufferevent *bev = bufferevent_socket_new(c->base, -1, 0);
  bufferevent_setcb(bev, NULL, NULL, on_probe, c);
  bufferevent_socket_connect_hostname(bev, NULL, AF_INET, "broker", 1883);
}
void probe_start(struct client *c) { probe(c); }

/* A request whose status decides. */
struct job {
  struct event_base *base;
  struct evhttp_connection *connection;
};
static void fetch(struct job *j);
static void on_fetched(struct evhttp_request *request, void *context) {
  struct job *j = context;
  if (evhttp_request_get_response_code(request) != 200)
    fetch(j);
}
static void fetch(struct job *j) {
  struct evhttp_request *request = evhttp_request_new(on_fetched, j);
  evhttp_make_request(j->connection, request, EVHTTP_REQ_GET, "/state"); /* expect: retry-immediate, retry-unbounded, retry-permanent-error "400-407" */
}
void fetch_start(struct job *j) { fetch(j); }

/* Not a retry: a timer that goes on. */
struct beat {
  struct event *timer;
  unsigned count;
};
static void on_beat(evutil_socket_t fd, short what, void *context) {
  struct beat *b = context;
  struct timeval second = {1, 0};
  (void)fd;
  (void)what;
  b->count++;
  event_add(b->timer, &second);
}
void beat_start(struct event_base *base, struct beat *b) {
  struct timeval second = {1, 0};
  b->timer = evtimer_new(base, on_beat, b);
  event_add(b->timer, &second);
}

/* Not a retry: the session ended, a failed connect is final. */
static void open_again(struct client *c);
static void on_session(struct bufferevent *bev, short events, void *context) {
  struct client *c = context;
  (void)bev;
  if (events & BEV_EVENT_CONNECTED)
    client_ready(c);
  else if (events & BEV_EVENT_EOF)
    open_again(c);
  else
    client_dead(c);
}
static void open_again(struct client *c) {
  bufferevent_setcb(c->bev, NULL, NULL, on_session, c);
  bufferevent_socket_connect(c->bev, (struct sockaddr *)&c->address, c->length);
}
void open_start(struct client *c) { open_again(c); }
