/* Timers and callbacks of libuv.
   REQUIRES: uv
   RUN: %check_retry %s --checks=retry-fixed-interval,retry-immediate,retry-unbounded,retry-missing-jitter,retry-permanent-error
*/
#include <stdlib.h>
#include <uv.h>

struct peer {
  uv_tcp_t tcp;
  uv_connect_t request;
  uv_timer_t timer;
  struct sockaddr_in address;
  int attempts;
  unsigned delay;
};

void peer_ready(struct peer *p);
void peer_failed(struct peer *p, int status);

/* For ever, every two seconds. */
static void dial(struct peer *p);
static void on_redial(uv_timer_t *timer) { dial((struct peer *)timer->data); }
static void on_dialled(uv_connect_t *request, int status) {
  struct peer *p = request->data;
  if (status < 0) {
    uv_timer_start(&p->timer, on_redial, 2000, 0); /* expect: retry-fixed-interval "2 s, 2 s", retry-unbounded "for ever" */
    return;
  }
  peer_ready(p);
}
static void dial(struct peer *p) {
  p->request.data = p;
  p->timer.data = p;
  uv_tcp_connect(&p->request, &p->tcp, (const struct sockaddr *)&p->address, on_dialled);
}
void peer_start(struct peer *p) { dial(p); }

/* Counted and growing, but the same for everybody. */
static void link_up(struct peer *p);
static void on_wait(uv_timer_t *timer) { link_up((struct peer *)timer->data); }
static void on_up(uv_connect_t *request, int status) {
  struct peer *p = (struct peer *)request->data;
  if (status == 0) {
    peer_ready(p);
    return;
  }
  if (++p->attempts > 4) {
    peer_failed(p, status);
    return;
  }
  uv_timer_start(&p->timer, on_wait, 1000u << p->attempts, 0); /* expect: retry-missing-jitter */
}
static void link_up(struct peer *p) {
  int r;
  p->request.data = p;
  p->timer.data = p;
  r = uv_tcp_connect(&p->request, &p->tcp, (const struct sockaddr *)&p->address, on_up);
  if (r != 0)
    peer_failed(p, r);
}
void link_start(struct peer *p) {
  p->attempts = 0;
  link_up(p);
}

/* At once. */
static void resolve(uv_getaddrinfo_t *request);
static void on_resolved(uv_getaddrinfo_t *request, int status, struct addrinfo *found) {
  if (status != 0) {
    resolve(request);
    return;
  }
  uv_freeaddrinfo(found);
}
static void resolve(uv_getaddrinfo_t *request) {
  uv_getaddrinfo(uv_default_loop(), request, on_resolved, "db.internal", "5432", NULL); /* expect: retry-immediate, retry-unbounded */
}
void resolve_start(void) { resolve(malloc(sizeof(uv_getaddrinfo_t))); }

/* A repeating timer that is stopped by success. */
int submit_batch(const char *url);
static void on_batch(uv_timer_t *timer) {
  if (submit_batch("http://collector/batch") == 0) /* the attempt */
    uv_timer_stop(timer);
}
void batch_start(uv_timer_t *timer) {
  uv_timer_start(timer, on_batch, 0, 3000); /* expect: retry-fixed-interval, retry-unbounded */
}

/* Not retries: a clock, and reading. */
static int seconds;
static void on_second(uv_timer_t *timer) {
  (void)timer;
  ++seconds;
}
void clock_start(uv_timer_t *timer) { uv_timer_start(timer, on_second, 1000, 1000); }

static void on_data(uv_stream_t *stream, ssize_t n, const uv_buf_t *buffer) {
  if (n < 0)
    uv_close((uv_handle_t *)stream, NULL);
  free(buffer->base);
}
static void on_space(uv_handle_t *h, size_t size, uv_buf_t *buffer) {
  (void)h;
  buffer->base = malloc(size);
  buffer->len = size;
}
void read_start(uv_stream_t *stream) { uv_read_start(stream, on_space, on_data); }

/* Not a retry: writes the next line when the last one is written. */
struct lines {
  uv_write_t request;
  uv_stream_t *stream;
  uv_buf_t *next;
  int left;
};
static void write_next(struct lines *l);
static void on_written(uv_write_t *request, int status) {
  struct lines *l = request->data;
  if (status < 0)
    return;
  l->next++;
  if (--l->left > 0)
    write_next(l);
}
static void write_next(struct lines *l) {
  l->request.data = l;
  uv_write(&l->request, l->stream, l->next, 1, on_written);
}
void lines_start(struct lines *l) { write_next(l); }

/* Not a retry: reports every minute, whatever became of the last one. */
static void on_minute(uv_timer_t *timer) {
  submit_batch("http://collector/state");
  uv_timer_start(timer, on_minute, 60000, 0);
}
void minutes_start(uv_timer_t *timer) { on_minute(timer); }
