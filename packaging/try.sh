#!/usr/bin/env bash
# Run where the packages are to be tried: installs what lies beside it, and uses it.
set -euxo pipefail
cd "$(dirname "$0")"
export DEBIAN_FRONTEND=noninteractive
PACKAGES=packages bash -e -o pipefail install.sh
retrylint --version
apt-get install -y -q --no-install-recommends "$PWD"/packages/*.deb

cmake -G Ninja -S project -B build
ninja -C build | grep 'dial.c:9:5: warning: .*\[retry-fixed-interval\]'
code=0
retrylint -p build --output=sarif:out.sarif project/src >out.txt || code=$?
test $code = 1
grep 'fetch.cpp:10:5: warning: .*\[retry-fixed-interval\]' out.txt
grep '"ruleId": "retry-fixed-interval"' out.sarif

if command -v retrylint-clangd; then
  retrylint-clangd --compile-commands-dir=build --check=project/src/fetch.cpp --check-warnings >clangd.txt 2>&1 || true
  grep 'retry-fixed-interval' clangd.txt || { cat clangd.txt; exit 1; }
fi

mkdir app
cat >app/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(app CXX)
find_package(retry REQUIRED)
add_executable(app app.cpp)
target_link_libraries(app PRIVATE retry::retry)
END
cat >app/app.cpp <<'END'
#include <retry/retry.h>
int main() {
  retry::dependency server("server");
  return retry::call(server, retry::get("read"), [] { return std::error_code(); }) ? 0 : 1;
}
END
cmake -G Ninja -S app -B app/build
ninja -C app/build
app/build/app

dpkg --purge libretry-dev retrylint-clang-tidy-22 retrylint
test ! -e /usr/lib/retrylint
