// RUN: %check_retry %s --checks=retry-missing-jitter,retry-missing-cap,retry-unbounded,retry-fixed-interval -- -std=c11 -D_GNU_SOURCE
// Whoever keeps something for a callback leaves it alone: what is in it stays known.
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <sys/socket.h>

struct peer {
  struct event_base *base;
  struct bufferevent *bev;
  struct event *redial;
  struct timeval gap;
  int left;
};

static void dial(struct peer *p);
static void on_redial(evutil_socket_t fd, short what, void *own) {
  (void)fd;
  (void)what;
  dial(own);
}
static void on_event(struct bufferevent *bev, short what, void *own) {
  struct peer *p = own;
  if (what & BEV_EVENT_CONNECTED)
    return;
  bufferevent_free(bev);
  evtimer_add(p->redial, &p->gap); // expect: retry-missing-jitter "1 s, 2 s, 4 s", retry-missing-cap, retry-unbounded
  p->gap.tv_sec *= 2;
}
static void dial(struct peer *p) {
  p->bev = bufferevent_socket_new(p->base, -1, BEV_OPT_CLOSE_ON_FREE);
  bufferevent_setcb(p->bev, NULL, NULL, on_event, p);
  bufferevent_socket_connect_hostname(p->bev, NULL, AF_UNSPEC, "hub", 80);
}
void start(struct peer *p) {
  p->gap.tv_sec = 1;
  p->gap.tv_usec = 0;
  p->redial = evtimer_new(p->base, on_redial, p);
  dial(p);
}

/* Three seconds, five times. */
static void again(struct peer *p);
static void on_timer(evutil_socket_t fd, short what, void *own) {
  (void)fd;
  (void)what;
  again(own);
}
static void on_answer(struct bufferevent *bev, short what, void *own) {
  struct peer *p = own;
  if (what & BEV_EVENT_CONNECTED)
    return;
  bufferevent_free(bev);
  if (p->left-- > 0)
    event_add(p->redial, &p->gap); // expect: retry-fixed-interval "3 s, 3 s"
}
static void again(struct peer *p) {
  p->bev = bufferevent_socket_new(p->base, -1, BEV_OPT_CLOSE_ON_FREE);
  bufferevent_setcb(p->bev, NULL, NULL, on_answer, p);
  bufferevent_socket_connect_hostname(p->bev, NULL, AF_UNSPEC, "hub", 80);
}
void begin(struct peer *p) {
  p->left = 5;
  p->gap.tv_sec = 3;
  p->gap.tv_usec = 0;
  p->redial = event_new(p->base, -1, 0, on_timer, p);
  again(p);
}
