# Every test that is a file. The GoogleTest suites are in unit/.
import os
import shlex
import shutil

import lit.formats

config.name = "retrylint"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".cpp", ".test"]
config.excludes = ["Inputs", "unit"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.retrylint_binary_dir

# Nothing of the user's own set-up may decide a test.
config.environment["PATH"] = config.llvm_tools_dir + ":" + config.environment["PATH"]
config.environment["XDG_CACHE_HOME"] = os.path.join(config.retrylint_binary_dir, "cache")
config.environment["LC_ALL"] = "C.UTF-8"
# Containers go back and forth between instrumented code and libraries.
config.environment["ASAN_OPTIONS"] = "detect_container_overflow=0"
# "lit --param=plugin_only" runs the checks' tests where nothing else is built.
program = [] if "plugin_only" in lit_config.params else [config.program]
config.available_features.add(f"llvm-{config.llvm_version}")
if program:
    config.available_features.add("program")


def command(*words):
    return " ".join(shlex.quote(word) for word in words)


config.substitutions += [
    (
        r"%check_retry",
        command(
            config.python,
            os.path.join(config.test_source_root, "check_retry.py"),
            f"--clang-tidy={config.llvm_tools_dir}/clang-tidy",
            f"--plugin={config.plugin}",
            *(f"--program={path}" for path in program),
            f"--filecheck={config.llvm_tools_dir}/FileCheck",
        ),
    ),
    (
        r"%check_fix",
        command(
            config.python,
            os.path.join(config.test_source_root, "check_fix.py"),
            f"--clang-tidy={config.llvm_tools_dir}/clang-tidy",
            f"--clang={config.llvm_tools_dir}/clang",
            f"--plugin={config.plugin}",
            f"--filecheck={config.llvm_tools_dir}/FileCheck",
        ),
    ),
    (r"%retrylint", command(config.program)),
    (r"%plugin", command(config.plugin)),
    (r"%cmake", command(config.cmake)),
    (r"%python", command(config.python)),
    (r"%libdir", command(config.libdir)),
    (r"%llvm_version", config.llvm_version),
    (r"%build", command(config.retrylint_build_dir)),
    (r"%fuzzers", command(os.path.join(config.retrylint_binary_dir, "fuzz"))),
    (r"%root", command(config.retrylint_source_dir)),
]

# Tests of API models are not about every check: these need no more than a model.
MODEL_CHECKS = ["fixed-interval", "immediate", "missing-jitter", "non-idempotent",
                "permanent-error", "tls-error", "unbounded"]
config.substitutions.append(
    ("%model_checks", ",".join("retry-" + check for check in MODEL_CHECKS)))

# "REQUIRES: curl" skips a test where the library is not installed.
HEADERS = {
    "absl": "absl/time/clock.h",
    "asio": "asio.hpp",
    "benchmark": "benchmark/benchmark.h",
    "boost": "boost/asio.hpp",
    "cpprest": "cpprest/http_client.h",
    "curl": "curl/curl.h",
    "fmt": "fmt/core.h",
    "glib": "glib-2.0/gio/gio.h",
    "glog": "glog/logging.h",
    "gnutls": "gnutls/gnutls.h",
    "grpc": "grpcpp/grpcpp.h",
    "hiredis": "hiredis/hiredis.h",
    "httplib": "httplib.h",
    "libpq": "postgresql/libpq-fe.h",
    "libpqxx": "pqxx/pqxx",
    "libsoup": "libsoup-3.0/libsoup/soup.h",
    "mariadb": "mariadb/mysql.h",
    "mosquitto": "mosquitto.h",
    "mosquittopp": "mosquittopp.h",
    "openssl": "openssl/ssl.h",
    "paho": "MQTTClient.h",
    "pahopp": "mqtt/client.h",
    "poco": "Poco/Net/HTTPClientSession.h",
    "qt": "qt5/QtNetwork/QNetworkAccessManager",
    "prometheus": "prometheus/registry.h",
    "rdkafka": "librdkafka/rdkafka.h",
    "spdlog": "spdlog/spdlog.h",
    "sqlite": "sqlite3.h",
    "libssh2": "libssh2.h",
    "zmq": "zmq.hpp",
    "libevent": "event2/event.h",
    "uv": "uv.h",
}

# Libraries that are not found by themselves: "%qt_flags". What is in lib/ are
# headers that a library was configured with.
FOLDERS = {
    "glib": ["glib-2.0", "lib/glib-2.0/include"],
    "libpq": ["postgresql"],
    "libsoup": ["libsoup-3.0", "glib-2.0", "lib/glib-2.0/include"],
    "mariadb": ["mariadb"],
    "qt": ["qt5", "qt5/QtCore", "qt5/QtGui", "qt5/QtNetwork", "qt5/QtSql", "qt5/QtWidgets"],
}


def flags_for(folders):
    for folder in folders:
        for root in config.include_dirs:
            if folder.startswith("lib/"):
                root = root.replace("/include", "/lib")
            path = os.path.join(root, folder.removeprefix("lib/"))
            if os.path.isdir(path):
                yield "-isystem" + path


for library, folders in FOLDERS.items():
    config.substitutions.append((f"%{library}_flags", command(*flags_for(folders))))

# "REQUIRES: pre-commit" skips a test where the program is not installed.
PROGRAMS = {
    "clang-tidy-scripts": f"run-clang-tidy-{config.llvm_version}",
    "dpkg-dev": "dpkg-shlibdeps",
    "jq": "jq",
    "pre-commit": "pre-commit",
    "zsh": "zsh",
}
for feature, program in PROGRAMS.items():
    if shutil.which(program):
        config.available_features.add(feature)
# Debian's, whose rules lie here; other builds would fetch theirs from the network.
if shutil.which("bazel") and os.path.isdir("/usr/share/bazel/rules/java"):
    config.available_features.add("bazel")

if config.fuzzers:
    config.available_features.add("fuzzers")
for feature, header in HEADERS.items():
    if any(os.path.exists(os.path.join(d, header)) for d in config.include_dirs):
        config.available_features.add(feature)
