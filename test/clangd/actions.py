# RUN: %python %s %clangd
"""A fix is offered as a code action; applied, its finding is gone."""

import sys

import lsp

SOURCE = """\
#include <unistd.h>

int publish_event(int id);

int publish(int id) {
  int rc = -1;
  for (int round = 0; rc != 0 && round < 4; ++round) {
    rc = publish_event(id);
    if (rc != 0 && round < 3)
      sleep(1);
  }
  return rc;
}
"""

with lsp.project({"a.cpp": SOURCE}) as folder:
    path = folder / "a.cpp"
    with lsp.Server(sys.argv[1], folder) as server:
        server.open(path)
        finding = next(d for d in server.diagnostics(path) if d["code"] == "retry-fixed-interval")
        action = next(a for a in server.fixes(path, finding) if a["kind"] == "quickfix")
        assert [d["code"] for d in action["diagnostics"]] == ["retry-fixed-interval"], action
        assert action["diagnostics"][0]["codeDescription"] == finding["codeDescription"], action

        fixed = lsp.applied(SOURCE, action["edit"]["changes"][lsp.uri(path)])
        assert "std::uniform_real_distribution" in fixed and "#include <random>" in fixed, fixed
        server.change(path, fixed)
        left = server.diagnostics(path)
        assert "retry-fixed-interval" not in lsp.ours(left), left
        assert all(d["severity"] > 1 for d in left), left  # it compiles
