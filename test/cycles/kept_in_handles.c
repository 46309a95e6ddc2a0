/* What a program keeps in a handle for its callbacks is there when they are called,
   whatever the library has done with the handle meanwhile.
   REQUIRES: uv
   RUN: %check_retry %s --checks=retry-fixed-interval,retry-missing-jitter,retry-missing-cap,retry-immediate -- -std=gnu11
*/
#include <stdio.h>
#include <stdlib.h>
#include <uv.h>

/* Closed, then a timer that doubles. */
struct probe {
  uv_tcp_t tcp;
  uv_timer_t timer;
  uv_connect_t req;
  struct sockaddr_in peer;
  uint64_t delay;
};
static void probe_dial(struct probe *p);
static void probe_tick(uv_timer_t *t) { probe_dial(t->data); }
static void probe_closed(uv_handle_t *h) {
  struct probe *p = h->data;
  uv_timer_start(&p->timer, probe_tick, p->delay, 0); /* expect: retry-missing-jitter, retry-missing-cap */
  p->delay *= 2;
}
static void probe_connected(uv_connect_t *req, int status) {
  struct probe *p = req->data;
  if (status == 0) {
    puts("up");
    return;
  }
  uv_close((uv_handle_t *)&p->tcp, probe_closed);
}
static void probe_dial(struct probe *p) {
  uv_tcp_init(p->timer.loop, &p->tcp);
  p->tcp.data = p;
  p->req.data = p;
  uv_tcp_connect(&p->req, &p->tcp, (const struct sockaddr *)&p->peer, probe_connected);
}
void probe_start(struct probe *p) {
  p->delay = 100;
  p->timer.data = p;
  probe_dial(p);
}

/* The handle that fails says whose it is. */
struct line {
  uv_tcp_t tcp;
  uv_timer_t timer;
  uv_connect_t req;
  struct sockaddr_in peer;
};
static void line_dial(struct line *l);
static void line_tick(uv_timer_t *t) { line_dial(t->data); }
static void line_connected(uv_connect_t *req, int status) {
  struct line *l = req->handle ? req->data : NULL;
  if (status < 0)
    uv_timer_start(&l->timer, line_tick, 3000, 0); /* expect: retry-fixed-interval "3 s" */
}
static void line_dial(struct line *l) {
  l->tcp.data = l;
  l->req.data = l;
  l->timer.data = l;
  uv_tcp_connect(&l->req, &l->tcp, (const struct sockaddr *)&l->peer, line_connected);
}
void line_start(struct line *l) { line_dial(l); }

/* Closed, and dialled again at once. */
struct eager {
  uv_tcp_t tcp;
  uv_connect_t req;
  uv_loop_t *loop;
  struct sockaddr_in peer;
  int left;
};
static void eager_dial(struct eager *e);
static void eager_closed(uv_handle_t *h) { eager_dial(h->data); }
static void eager_connected(uv_connect_t *req, int status) {
  struct eager *e = req->data;
  if (status == 0 || e->left-- == 0)
    return;
  uv_close((uv_handle_t *)&e->tcp, eager_closed);
}
static void eager_dial(struct eager *e) {
  uv_tcp_init(e->loop, &e->tcp);
  e->tcp.data = e;
  e->req.data = e;
  uv_tcp_connect(&e->req, &e->tcp, (const struct sockaddr *)&e->peer, eager_connected); /* expect: retry-immediate */
}
void eager_start(struct eager *e) {
  e->left = 5;
  eager_dial(e);
}

/* Not a retry: the next one of several, each on a handle of its own. */
struct walk {
  uv_tcp_t tcp;
  uv_connect_t req;
  uv_loop_t *loop;
  struct sockaddr_in *next;
  int left;
};
static void walk_dial(struct walk *w);
static void walk_closed(uv_handle_t *h) {
  struct walk *w = h->data;
  w->next++;
  if (--w->left > 0)
    walk_dial(w);
}
static void walk_connected(uv_connect_t *req, int status) {
  struct walk *w = req->data;
  if (status < 0)
    uv_close((uv_handle_t *)&w->tcp, walk_closed);
}
static void walk_dial(struct walk *w) {
  uv_tcp_init(w->loop, &w->tcp);
  w->tcp.data = w;
  w->req.data = w;
  uv_tcp_connect(&w->req, &w->tcp, (const struct sockaddr *)w->next, walk_connected);
}
void walk_start(struct walk *w) { walk_dial(w); }
