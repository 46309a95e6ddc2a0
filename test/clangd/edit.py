# RUN: %python %s %clangd
"""Without any configuration, findings come and go while one types, in the text that is
not saved yet, and say where to read more and why."""

import pathlib
import sys
import urllib.parse
import urllib.request

import lsp

BAD = lsp.RETRY
GOOD = BAD.replace(BAD[BAD.index("  for"):BAD.index("  return -1")], "").replace("-1", "connect(fd, to, size)")

with lsp.project({"a.c": GOOD}) as folder:
    path = folder / "a.c"
    with lsp.Server(sys.argv[1], folder) as server:
        server.open(path)
        assert server.diagnostics(path) == []

        server.change(path, BAD)
        found = server.diagnostics(path)
        assert "retry-fixed-interval" in lsp.ours(found), found
        assert path.read_text() == GOOD

        finding = next(d for d in found if d["code"] == "retry-fixed-interval")
        assert finding["source"] == "clang-tidy", finding
        assert finding["range"]["start"] == {"line": 7, "character": 4}, finding
        notes = {note["message"]: note["location"] for note in finding["relatedInformation"]}
        attempt = next(notes[text] for text in notes if "is attempted here" in text)
        assert attempt["uri"] == lsp.uri(path) and attempt["range"]["start"]["line"] == 5, notes

        link = urllib.parse.urlparse(finding["codeDescription"]["href"])
        assert link.scheme == "file", link
        page = pathlib.Path(urllib.request.url2pathname(link.path)).read_text()
        assert page.startswith("# retry-fixed-interval"), page[:80]

        server.change(path, BAD[:-20])  # half typed
        server.diagnostics(path)

        server.change(path, GOOD)
        assert server.diagnostics(path) == []
        server.close(path)
