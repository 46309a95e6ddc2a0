# RUN: %python %s %clangd %cmake %build %llvm_version
"""Installed and moved, it finds clang's headers and our pages; with another LLVM it says so."""

import pathlib
import shutil
import subprocess
import sys

import lsp

clangd, cmake, build, llvm = sys.argv[1:]

# clang's version is asked of the library that is loaded: here, one that claims to be another.
OTHER = """
#include <string>
namespace clang { std::string getClangFullVersion() { return "clang version 99.0.0"; } }
"""

with lsp.project({"a.c": "#include <stddef.h>\n" + lsp.RETRY, "other.cpp": OTHER}) as folder:
    path = folder / "a.c"
    subprocess.run([cmake, "--install", build, "--prefix", folder / "first"], check=True, stdout=subprocess.DEVNULL)
    shutil.move(folder / "first", folder / "moved")
    program = folder / "moved/bin/retrylint-clangd"
    with lsp.Server(str(program), folder) as server:
        server.open(path)
        found = server.diagnostics(path)
        assert "retry-fixed-interval" in lsp.ours(found), found
        assert all(d["severity"] > 1 for d in found), found
        for d in found:
            page = pathlib.Path(d["codeDescription"]["href"].removeprefix("file://"))
            assert page.is_relative_to(folder / "moved") and page.is_file(), page

    # Without the pages there is no link, rather than a wrong one.
    shutil.rmtree(folder / "moved/share/doc")
    with lsp.Server(str(program), folder) as server:
        server.open(path)
        assert all("codeDescription" not in d for d in server.diagnostics(path))

    library = folder / "other.so"
    subprocess.run([f"clang++-{llvm}", "-shared", "-fPIC", "-o", library, folder / "other.cpp"], check=True)
    run = subprocess.run([clangd, "--version"], env={"LD_PRELOAD": str(library)},
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    assert run.returncode == 1 and f"built for clang {llvm}" in run.stderr and "99.0.0" in run.stderr, run
