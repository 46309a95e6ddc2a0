# REQUIRES: stock-clangd
# RUN: %python %s %clangd %stock_clangd
"""It takes what the distribution's clangd takes, and offers what it offers."""

import subprocess
import sys

import lsp

OURS, STOCK = sys.argv[1:]


def printed(program, *flags):
    return subprocess.run([program, *flags], stdout=subprocess.PIPE, text=True, check=True).stdout.replace(program, "clangd")


def offered(program):
    with lsp.project({"a.cpp": "int seven() { return 1 + 2 * 3; }\n"}) as folder:
        with lsp.Server(program, folder) as server:
            path = folder / "a.cpp"
            server.open(path)
            product = {"start": {"line": 0, "character": 25}, "end": {"line": 0, "character": 30}}
            actions = server.request("textDocument/codeAction", {
                "textDocument": {"uri": lsp.uri(path)}, "range": product,
                "context": {"diagnostics": []}})
            return server.capabilities, sorted(action["title"] for action in actions)


def flags_of(text):
    return [line for line in text.splitlines() if line.startswith("  -")]


assert flags_of(printed(OURS, "--help-hidden")) == flags_of(printed(STOCK, "--help-hidden"))
assert printed(OURS, "--version") == printed(STOCK, "--version")
ours, stock = offered(OURS), offered(STOCK)
assert ours == stock, (ours, stock)
assert "Extract subexpression to variable" in ours[1], ours[1]
