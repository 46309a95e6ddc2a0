// REQUIRES: zmq
// RUN: %check_retry %s --checks=%model_checks --
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <unistd.h>
#include <zmq.h>
#include <zmq.hpp>

bool push(void *socket, const char *data, size_t size) {
  for (int i = 0; i < 5; i++) {
    if (zmq_send(socket, data, size, ZMQ_DONTWAIT) >= 0)
      return true;
    usleep(10000); // expect: retry-fixed-interval "10 ms"
  }
  return false;
}

int attach(void *socket, const char *address) {
  int rc;
  do { // expect: retry-unbounded "zmq_connect"
    rc = zmq_connect(socket, address); // expect: retry-immediate
  } while (rc != 0);
  return rc;
}

bool bind_port(zmq::socket_t &socket) {
  auto wait = std::chrono::milliseconds(20);
  for (int i = 0; i < 6; ++i) {
    try {
      socket.bind("tcp://*:5555");
      return true;
    } catch (const zmq::error_t &) {
      std::this_thread::sleep_for(wait); // expect: retry-missing-jitter
      wait *= 2;
    }
  }
  return false;
}

bool offer(zmq::socket_t &socket, const std::string &text) {
  for (int n = 0; n < 3; ++n) {
    auto sent = socket.send(zmq::buffer(text), zmq::send_flags::dontwait);
    if (sent)
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100)); // expect: retry-fixed-interval "100 ms"
  }
  return false;
}

// Requests come one by one.
void serve(zmq::socket_t &socket) {
  for (;;) {
    zmq::message_t request;
    auto got = socket.recv(request);
    if (!got)
      continue;
    socket.send(request, zmq::send_flags::none);
  }
}

int read_parts(void *socket) {
  int parts = 0, more = 1;
  size_t size = sizeof more;
  while (more) {
    zmq_msg_t m;
    zmq_msg_init(&m);
    if (zmq_msg_recv(&m, socket, 0) < 0)
      return -1;
    zmq_msg_close(&m);
    parts++;
    zmq_getsockopt(socket, ZMQ_RCVMORE, &more, &size);
  }
  return parts;
}

// A signal came between.
int send_all(void *socket, const void *data, size_t size) {
  int rc;
  do
    rc = zmq_send(socket, data, size, 0);
  while (rc < 0 && errno == EINTR);
  return rc;
}

void watch(void *socket, volatile bool *stop) {
  zmq_pollitem_t item = {socket, 0, ZMQ_POLLIN, 0};
  while (!*stop) {
    if (zmq_poll(&item, 1, 250) <= 0)
      continue;
    char buffer[64];
    zmq_recv(socket, buffer, sizeof buffer, 0);
  }
}
