// RUN: %check_retry %s --checks=retry-* -- -std=c++17
// expect-none
// What hands out one record after the other may throw, and is emptied then.
#include <string>

struct Record {
  std::string name;
  int status = 0;
};
struct DnsBackend {
  virtual ~DnsBackend();
  virtual bool get(Record &record) = 0;
  int count();
};
void store(const Record &record);

int DnsBackend::count() {
  Record record;
  int n = 0;
  try {
    while (get(record))
      ++n;
  } catch (...) {
    while (get(record))
      ;
    throw;
  }
  return n;
}
struct RemoteReader {
  bool next(Record &record);
  bool fetch(Record &record);
};
void copies(RemoteReader &reader) {
  Record record;
  while (true) {
    try {
      if (!reader.fetch(record))
        return;
      store(record);
    } catch (const std::exception &) {
      record = Record();
    }
  }
}

// A walk that goes on after a folder that cannot be read.
struct Entry {
  Entry *next;
};
struct RemoteWalk {
  Entry *index(int &error);
};
int walks(RemoteWalk &walk) {
  int error = 0, failed = 0;
  Entry *entry;
  while ((entry = walk.index(error)) || error) {
    while (entry)
      entry = entry->next;
    if (error)
      failed = 4;
  }
  return failed;
}
