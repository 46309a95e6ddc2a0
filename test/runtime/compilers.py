"""The runtime library compiles, and works, with every compiler that it names.

    compilers.py ROOT [--all]

With each compiler and standard, a program that uses all of it runs, with and without
exceptions and type information. Each header compiles alone: with each compiler in one
of the standards, with --all in every one. Those that need another library, which take
long, compile with the first compiler alone.
"""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

COMPILERS = {"g++": "c++17", "clang++-14": "c++20", "clang++-22": "c++2b"}
STANDARDS = ["c++17", "c++20", "c++2b"]
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Werror"]
LEAN = ["-fno-exceptions", "-fno-rtti"]

# Headers for which another library must be there.
LIBRARY = {
    "adapters/beast.h": "boost/beast.hpp",
    "adapters/beast_tls.h": "boost/asio/ssl.hpp",
    "adapters/curl.h": "curl/curl.h",
    "adapters/grpcpp.h": "grpcpp/grpcpp.h",
    "adapters/httplib.h": "httplib.h",
    "adapters/libpq.h": "postgresql/libpq-fe.h",
    "asio.h": "asio.hpp",
    "boost_asio.h": "boost/asio.hpp",
    "prometheus.h": "prometheus/registry.h",
    "spdlog.h": "spdlog/spdlog.h",
    "sqlite.h": "sqlite3.h",
}
FOLDERS = ["-isystem/usr/include/postgresql"]
COROUTINES = {"coroutine.h"}
# Those that throw themselves, or whose library does.
THROWING = {"adapters/beast.h", "adapters/beast_tls.h", "adapters/httplib.h", "asio.h",
            "boost_asio.h", "coroutine.h", "spdlog.h", "sqlite.h"}


def failed(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return f"{' '.join(command)}\n{result.stdout}" if result.returncode else None


class Matrix:
    def __init__(self, root, scratch, everything):
        self.root, self.scratch, self.everything = root, pathlib.Path(scratch), everything
        self.compilers = [compiler for compiler in COMPILERS if shutil.which(compiler)]

    def command(self, compiler, standard):
        return [compiler, f"-std={standard}", *WARNINGS, f"-I{self.root}/runtime/include"]

    def finds(self, header):
        probe = [self.compilers[0], "-x", "c++", "-E", "-include", header, "/dev/null"]
        return header is None or failed(probe) is None

    def programs(self):
        for compiler in self.compilers:
            for standard in STANDARDS:
                for lean in ([], LEAN):
                    yield self.runs, compiler, standard, lean

    def headers(self):
        include = self.root / "runtime/include/retry"
        for path in sorted(include.rglob("*.h")):
            name = path.relative_to(include).as_posix()
            if not self.finds(LIBRARY.get(name)):
                print(f"skipped: {name}: no {LIBRARY[name]}")
                continue
            for compiler in self.compilers:
                for standard in STANDARDS:
                    if name in COROUTINES and standard == "c++17":
                        continue
                    rare = name in LIBRARY and compiler != self.compilers[0]
                    if self.everything or (standard == COMPILERS[compiler] and not rare):
                        yield self.compiles, name, compiler, standard

    def runs(self, compiler, standard, lean):
        program = self.scratch / "-".join(["uses", compiler, standard, *lean])
        source = self.root / "test/runtime/Inputs/uses.cpp"
        build = [*self.command(compiler, standard), *lean, "-pthread", str(source), "-o", str(program)]
        return failed(build) or failed([str(program)])

    def compiles(self, name, compiler, standard):
        source = self.scratch / f"{name.replace('/', '-')}-{compiler}-{standard}.cpp"
        source.write_text(f"#include <retry/{name}>\n")
        lean = [] if name in THROWING else LEAN
        return failed([*self.command(compiler, standard), *lean, *FOLDERS, "-fsyntax-only", str(source)])


def main(root, everything):
    with tempfile.TemporaryDirectory() as scratch:
        matrix = Matrix(root, scratch, everything)
        for compiler in COMPILERS.keys() - set(matrix.compilers):
            print(f"skipped: {compiler} is not installed")
        if not matrix.compilers:
            print("no compiler is installed")
            return 1
        jobs = [*matrix.programs(), *matrix.headers()]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            wrong = [w for w in pool.map(lambda job: job[0](*job[1:]), jobs) if w]
    print("\n".join(wrong) or f"{len(jobs)} combinations")
    return bool(wrong)


sys.exit(main(pathlib.Path(sys.argv[1]), "--all" in sys.argv[2:]))
