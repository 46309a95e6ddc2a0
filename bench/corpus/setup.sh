#!/usr/bin/env bash
# Fetches and configures the packages of the corpus, so that they can be analysed.
#
#   bench/corpus/setup.sh DIR [PACKAGE...]
#
# For each package:  DIR/PACKAGE/src                    the patched Debian source
#                    DIR/PACKAGE/build                  the build tree, if it is apart
#                    DIR/PACKAGE/compile_commands.json  how its files are compiled
#                    DIR/PACKAGE/version, setup.log, done
#
# Nothing is compiled but what configure tries: make and ninja run with a stand-in
# for the compiler. A package that has its file `done` is left as it is. Needs
# Debian 12 and clang 22; installs build dependencies, as root or with sudo.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)

fail() {
  echo "corpus: error: $*" >&2
  exit 2
}

root=${1:?usage: setup.sh DIR [PACKAGE...]}
shift
mkdir -p "$root" && root=$(cd "$root" && pwd) || fail "cannot make $root"

cc=$(command -v clang-22) && cxx=$(command -v clang++-22) || fail "clang 22 is missing"
jobs=${JOBS:-2}
# The labels and judgements were written for these. When the archive has moved on,
# its version is taken, with a warning.
declare -A version=(
  [ipmitool]=1.8.19-4+deb12u2
  [librdkafka]=2.0.2-1
  [nfs-utils]=1:2.6.2-4+deb12u1
  [rsyslog]=8.2302.0-1+deb12u1
  [thrift]=0.17.0-2
  [wget]=1.21.3-1+deb12u1
  [xrootd]=5.5.3-1
)
# Needed by options that Debian's own build does not use, or only for its tests.
declare -A more_packages=([rsyslog]=librabbitmq-dev [xrootd]=libcppunit-dev)

export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
sudo=()
if ((EUID)); then sudo=(sudo); fi
apt() { "${sudo[@]}" apt-get -qq -o DPkg::Lock::Timeout=600 "$@"; }

# --- sources and build dependencies ---------------------------------------------

enable_sources() {
  local lists=/etc/apt/sources.list.d binary
  if ! grep -qsE '^Types:.*\bdeb-src\b' $lists/*.sources; then
    binary=$(grep -lsE '^Types: *deb *$' $lists/debian.sources $lists/*.sources | head -n 1)
    [[ -n $binary ]] || fail "no file in $lists says 'Types: deb'"
    sed -E 's/^Types:.*/Types: deb-src/' "$binary" | "${sudo[@]}" tee $lists/src.sources >/dev/null
  fi
  apt update || fail "apt-get update failed"
}

install_tools() {
  local missing=() tool
  for tool in dpkg-dev:dpkg-source cmake:cmake ninja-build:ninja autoconf:autoconf \
    automake:automake libtool:libtoolize; do
    command -v "${tool#*:}" >/dev/null || missing+=("${tool%%:*}")
  done
  ((!${#missing[@]})) || apt install -y --no-install-recommends "${missing[@]}"
}

fetch() {
  local wanted=${version[$1]}
  cd "$dir" || return 1
  rm -rf src build unpack && mkdir unpack || return 1
  (cd unpack && { apt-get -qq source "$1=$wanted" || apt-get -qq source "$1"; }) || return 1
  mv unpack/*/ src && rm -rf unpack || return 1
  dpkg-parsechangelog -l src/debian/changelog -S Version >version
  [[ $(<version) == "$wanted" ]] ||
    echo "corpus: warning: $1 is $(<version), the labels are for $wanted" >&2
}

# Without documentation and tests. The two libcurl packages have the same headers
# and exclude each other: one of them serves all.
install_dependencies() {
  if declare -F "dependencies_$1" >/dev/null; then
    "dependencies_$1"
    return
  fi
  sed -i.orig 's/libcurl4-gnutls-dev/libcurl4-openssl-dev/g' src/debian/control
  apt build-dep -y --no-install-recommends --no-remove -P nodoc,nocheck "$dir/src" </dev/null
  local status=$?
  mv src/debian/control.orig src/debian/control
  [[ $status == 0 && -n ${more_packages[$1]-} ]] || return $status
  apt install -y --no-install-recommends ${more_packages[$1]}
}

# --- the stand-ins for the compiler ------------------------------------------------

write_stand_ins() {
  export RECORD_TOOLS=$root/.tools
  mkdir -p "$RECORD_TOOLS"
  : >"$RECORD_TOOLS/empty.c"
  "$cc" -c -fPIC -o "$RECORD_TOOLS/empty.o" "$RECORD_TOOLS/empty.c" || fail "clang does not work"
  local name real
  for name in cc c++; do
    [[ $name == cc ]] && real=$cc || real=$cxx
    cat >"$RECORD_TOOLS/$name" <<SH
#!/bin/sh
[ -n "\$RECORD_TO" ] || exec $real "\$@"
exec python3 -S "$here/recorder.py" $real "\$@"
SH
  done
  # For CMake: with SKIP_COMPILE set, objects are empty.
  cat >"$RECORD_TOOLS/launcher" <<'SH'
#!/bin/bash
[ -n "$SKIP_COMPILE" ] || exec "$@"
while [ $# -gt 0 ]; do
  case $1 in -o) out=$2; shift ;; -MF) dep=$2; shift ;; esac
  shift
done
[ -z "$dep" ] || echo "$out:" >"$dep"
cp "$RECORD_TOOLS/empty.o" "$out"
SH
  chmod +x "$RECORD_TOOLS"/{cc,c++,launcher}
}

# Boost 1.74 gives enumerations values that are out of range, which clang 20 and
# later reject. A repaired copy of that header is looked at first.
repair_boost() {
  local header=boost/mpl/aux_/integral_wrapper.hpp
  [[ -e /usr/include/$header ]] || return 0
  mkdir -p "$RECORD_TOOLS/include/${header%/*}"
  sed -E 's/\(value ([-+]) 1\)/(__is_enum(AUX_WRAPPER_VALUE_TYPE) ? value : value \1 1)/' \
    /usr/include/$header >"$RECORD_TOOLS/include/$header"
}

database() {
  repair_boost
  python3 "$here/database.py" "$1" "$dir/compile_commands.json" "$RECORD_TOOLS/include"
}

# --- build systems --------------------------------------------------------------

with_cmake() {
  cmake -S "$dir/src" -B "$dir/build" -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx" \
    -DCMAKE_C_COMPILER_LAUNCHER="$RECORD_TOOLS/launcher" \
    -DCMAKE_CXX_COMPILER_LAUNCHER="$RECORD_TOOLS/launcher" "$@" &&
    database "$dir/build/compile_commands.json"
}

# Generated sources and headers have to exist.
generate() {
  local files
  files=$(ninja -C "$dir/build" -t targets all 2>/dev/null |
    sed -nE 's/^([^:]*\.(h|hh|hpp|c|cc|cpp)): CUSTOM_COMMAND.*/\1/p' | grep -v '^/')
  [[ -z $files ]] || SKIP_COMPILE=1 ninja -C "$dir/build" -j"$jobs" -k 0 $files || return 1
  database "$dir/build/compile_commands.json"
}

# configure, then make. A step that runs one of the empty programs may fail.
with_make() {
  cd "$dir/src" || return 1
  [[ -x configure ]] || autoreconf -fi || return 1
  env -u RECORD_TO CC="$RECORD_TOOLS/cc" CXX="$RECORD_TOOLS/c++" CFLAGS="-g -O0 -w" \
    CXXFLAGS="-g -O0 -w" ./configure --disable-silent-rules "$@" || return 1
  rm -f "$dir/recorded.jsonl"
  RECORD_TO=$dir/recorded.jsonl make -k -j"$jobs" CC="$RECORD_TOOLS/cc" CXX="$RECORD_TOOLS/c++"
  database "$dir/recorded.jsonl"
}

# --- packages -----------------------------------------------------------------------

configure_ipmitool() { with_make --disable-registry-download --enable-intf-dummy; }

configure_librdkafka() {
  with_cmake -DRDKAFKA_BUILD_TESTS=ON -DRDKAFKA_BUILD_EXAMPLES=ON -DWITH_CURL=ON
}

configure_nfs-utils() {
  with_make --enable-gss --enable-nfsv4 --enable-svcgss --with-systemd=no
}

configure_rsyslog() {
  with_make --enable-mysql --enable-pgsql --enable-elasticsearch --enable-relp --enable-gnutls \
    --enable-imfile --enable-imptcp --enable-impstats --enable-omprog --enable-mail \
    --enable-omhttp --enable-imdocker --enable-omkafka --enable-imkafka --enable-omhiredis \
    --enable-imhiredis --enable-omhttpfs --enable-imjournal --enable-omjournal --enable-imdiag \
    --enable-omuxsock --enable-openssl --enable-improg --enable-omrabbitmq --enable-imhttp=no \
    --enable-mmkubernetes=no --disable-generate-man-pages --enable-omclickhouse
}

# The C++ library alone; the whole package is for twenty languages.
dependencies_thrift() {
  apt install -y --no-install-recommends bison flex libevent-dev libssl-dev zlib1g-dev \
    libboost{,-test,-filesystem,-thread,-system,-date-time,-chrono}-dev
}
configure_thrift() {
  with_cmake -DBUILD_COMPILER=OFF -DBUILD_TESTING=OFF -DBUILD_TUTORIALS=OFF -DWITH_AS3=OFF \
    -DWITH_C_GLIB=OFF -DBUILD_JAVA=OFF -DBUILD_PYTHON=OFF -DBUILD_JAVASCRIPT=OFF \
    -DBUILD_NODEJS=OFF -DBUILD_KOTLIN=OFF -DWITH_QT5=OFF
}

configure_wget() { with_make --with-ssl=gnutls --disable-nls; }

configure_xrootd() {
  with_cmake -DENABLE_PYTHON=FALSE -DENABLE_TESTS=TRUE -DENABLE_CEPH=FALSE && generate
}

# --- all of them ------------------------------------------------------------------

set_up() {
  local start=$SECONDS
  dir=$root/$1
  [[ ! -e $dir/done ]] || return 0
  [[ -n ${version[$1]-} ]] || fail "no such package: $1"
  mkdir -p "$dir"
  if { fetch "$1" && install_dependencies "$1" && "configure_$1"; } >"$dir/setup.log" 2>&1; then
    touch "$dir/done"
    echo "corpus: $1 $(<"$dir/version"), $(grep -c '"file"' "$dir/compile_commands.json") files," \
      "$((SECONDS - start)) s" >&2
  else
    echo "corpus: error: $1 could not be set up, see $dir/setup.log" >&2
    return 1
  fi
}

todo=()
for package in ${*:-$(printf '%s\n' "${!version[@]}" | sort)}; do
  [[ -e $root/$package/done ]] || todo+=("$package")
done
((${#todo[@]})) || exit 0
enable_sources
install_tools
write_stand_ins
failed=0
for package in "${todo[@]}"; do (set_up "$package") || failed=1; done
exit $failed
