// RUN: %check_retry %s -- -std=c11 -D_GNU_SOURCE
// expect-none
// A device is asked until it is in the state that is waited for, or for one
// thing after the other.
#include <errno.h>
#include <linux/videodev2.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int clear_to_send(int fd) {
  int bits = 0;
  for (int i = 0; i < 10; i++) {
    if (ioctl(fd, TIOCMGET, &bits) == 0 && (bits & TIOCM_CTS) == 0)
      return 0;
    usleep(100000);
  }
  return -1;
}

int sent(int fd) {
  int queued;
  for (int i = 0; i < 20; i++) {
    int rc = ioctl(fd, TIOCOUTQ, &queued);
    if (rc == 0 && queued == 0)
      return 0;
    usleep(1000);
  }
  return -1;
}

int locked(int fd, struct v4l2_tuner *tuner) {
  for (int i = 0; i < 50; ++i) {
    if (ioctl(fd, VIDIOC_G_TUNER, tuner) != -1 && tuner->signal > 100)
      return 1;
    usleep(20000);
  }
  return 0;
}

int controls(int fd) {
  struct v4l2_queryctrl query;
  int found = 0;
  memset(&query, 0, sizeof query);
  for (query.id = V4L2_CID_BASE; query.id < V4L2_CID_LASTP1; query.id++) {
    if (ioctl(fd, VIDIOC_QUERYCTRL, &query) == 0) {
      found++;
      continue;
    }
    if (errno != EINVAL)
      return -1;
  }
  return found;
}

int own_controls(int fd, struct v4l2_queryctrl *query) {
  for (query->id = V4L2_CID_PRIVATE_BASE;; query->id++) {
    if (ioctl(fd, VIDIOC_QUERYCTRL, query) == 0)
      printf("%s\n", query->name);
    else if (errno == EINVAL)
      return 0;
  }
}

int formats(int fd) {
  struct v4l2_fmtdesc format = {.index = 2, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  while (format.index < 40) {
    if (ioctl(fd, VIDIOC_ENUM_FMT, &format) < 0 && errno != EINVAL)
      return -1;
    format.index++;
  }
  return 0;
}
