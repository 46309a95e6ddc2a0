#include "client.h"

std::string payments::state(httplib::Client &http, const std::string &charge,
                            const Context &context) {
  return body(
      retry::httplib_client(service(), http)
          .Get(within(context, retry::get("state")), "/charges/" + charge));
}
