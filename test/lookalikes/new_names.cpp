// The next name, as long as this one is taken.
// RUN: %check_retry %s -- -std=c++20
// expect-none
#include <cerrno>
#include <fcntl.h>
#include <random>
#include <string>
#include <sys/stat.h>
#include <system_error>

std::string fresh_name(const std::string &model);
void rename_in_place(std::string &name);
std::error_code create_file(const std::string &name, int &fd);
std::error_code publish_entry(const char *name);

std::error_code make_file(const std::string &model, int &fd) {
  std::error_code ec;
  std::string name = model;
  for (int left = 128; left > 0; --left) {
    rename_in_place(name);
    ec = create_file(name, fd);
    if (!ec)
      return {};
    if (ec != std::errc::file_exists && ec != std::errc::permission_denied)
      return ec;
  }
  return ec;
}

std::error_code claim(const std::string &model) {
  std::string name = model;
  while (true) {
    rename_in_place(name);
    std::error_code ec = publish_entry(name.c_str());
    if (ec == std::errc::file_exists)
      continue;
    return ec;
  }
}

int make_folder(const std::string &model) {
  for (int n = 0; n < 50; ++n) {
    std::string name = fresh_name(model);
    if (mkdir(name.c_str(), 0700) == 0)
      return 0;
    if (errno != EEXIST && errno != EPERM)
      return -1;
  }
  return -1;
}

int open_new(std::string &name) {
  int fd;
  do {
    rename_in_place(name);
    fd = open(name.c_str(), O_CREAT | O_EXCL | O_RDWR, 0600);
  } while (fd < 0 && (errno == EEXIST || errno == EACCES));
  return fd;
}
