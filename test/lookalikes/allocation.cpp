// RUN: %check_retry %s -- -std=c++20
// expect-none
// Asks for memory: less of it, more of it, or after some was given back.
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

void *allocateLoop(std::size_t size) {
  for (;;) {
    if (void *p = std::malloc(size))
      return p;
    std::new_handler handler = std::get_new_handler();
    if (!handler)
      throw std::bad_alloc();
    handler();
  }
}

std::string format(const char *fmt, ...) {
  std::string out(64, '\0');
  for (int attempt = 0; attempt < 2; ++attempt) {
    va_list args;
    va_start(args, fmt);
    int n = std::vsnprintf(out.data(), out.size(), fmt, args);
    va_end(args);
    if (n < 0)
      return {};
    bool fits = static_cast<size_t>(n) < out.size();
    out.resize(static_cast<size_t>(n) + (fits ? 0 : 1));
    if (fits)
      break;
  }
  return out;
}

std::vector<float> largestBuffer(std::size_t wanted) {
  std::vector<float> buffer;
  while (wanted > 1024) {
    try {
      buffer.resize(wanted);
      return buffer;
    } catch (const std::bad_alloc &) {
      std::fprintf(stderr, "%zu samples do not fit, retrying with half\n",
                   wanted);
      wanted /= 2;
    }
  }
  return buffer;
}

class PageCache {
public:
  char *grab();

private:
  bool evictOldest();
  char *freePage();
};

char *PageCache::grab() {
  char *page;
  while (!(page = freePage())) {
    if (!evictOldest())
      return nullptr;
  }
  return page;
}

struct Api {
  // Bytes written, or the bytes needed as a negative number.
  long query(char *out, std::size_t size);
};

std::unique_ptr<char[]> queryGrowing(Api &api) {
  std::size_t size = 256;
  std::unique_ptr<char[]> buffer;
  long n;
  do {
    buffer = std::make_unique<char[]>(size);
    n = api.query(buffer.get(), size);
    if (n < 0)
      size = static_cast<std::size_t>(-n);
  } while (n < 0);
  return buffer;
}
