# RUN: %python %s %clangd
"""Requests that nobody waits for any more, in the middle of edits, leave the rest in order."""

import sys

import lsp

CANCELLED = -32800

with lsp.project({"a.c": lsp.RETRY}) as folder, lsp.Server(sys.argv[1], folder) as server:
    path = folder / "a.c"
    server.open(path)
    place = {"textDocument": {"uri": lsp.uri(path)}, "position": {"line": 5, "character": 10}}
    refused = 0
    for turn in range(50):
        server.change(path, lsp.RETRY + "\n" * turn)
        requests = [server.start("textDocument/hover", place), server.start("textDocument/completion", place)]
        for request in requests:
            server.cancel(request)
        for request in requests:
            try:
                server.answer(request)
            except lsp.Refused as refusal:
                assert refusal.args[0]["code"] == CANCELLED, refusal
                refused += 1
    assert refused, "no request was cancelled in time"
    assert "retry-fixed-interval" in server.checks(path)
    assert "connect" in str(server.request("textDocument/hover", place))
