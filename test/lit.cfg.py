# Every test that is a file. The GoogleTest suites are in unit/.
import os
import shlex

import lit.formats

config.name = "retrylint"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".cpp", ".test"]
config.excludes = ["Inputs", "unit"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.retrylint_binary_dir

# Nothing of the user's own set-up may decide a test.
config.environment["PATH"] = config.llvm_tools_dir + ":" + config.environment["PATH"]
config.environment["LC_ALL"] = "C.UTF-8"
# Containers go back and forth between instrumented code and libraries.
config.environment["ASAN_OPTIONS"] = "detect_container_overflow=0"


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
            f"--program={config.program}",
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
    (r"%build", command(config.retrylint_build_dir)),
    (r"%fuzzers", command(os.path.join(config.retrylint_binary_dir, "fuzz"))),
    (r"%root", command(config.retrylint_source_dir)),
]

# "REQUIRES: curl" skips a test where the library is not installed.
HEADERS = {
    "absl": "absl/time/clock.h",
    "boost": "boost/asio.hpp",
    "curl": "curl/curl.h",
    "grpc": "grpcpp/grpcpp.h",
    "httplib": "httplib.h",
}
if config.fuzzers:
    config.available_features.add("fuzzers")
for feature, header in HEADERS.items():
    if any(os.path.exists(os.path.join(d, header)) for d in config.include_dirs):
        config.available_features.add(feature)
