# LLVM 19's clangd shows nothing that has no place in the source.
# REQUIRES: llvm-22
# RUN: %python %s %clangd
"""A mistake in the policy is shown, and nothing else of ours; the other files go on."""

import sys

import lsp

CHECK = "retry-fixed-interval"
FILES = {
    "wrong/a.c": lsp.RETRY,
    "right/b.c": lsp.RETRY,
}
with lsp.project(FILES) as folder, lsp.Server(sys.argv[1], folder) as server:
    wrong, right = folder / "wrong/a.c", folder / "right/b.c"
    server.open(wrong)
    server.open(right)
    assert CHECK in server.checks(wrong)

    policy = folder / "wrong/.retrylint.yaml"
    lsp.rewrite(policy, "checks:\n  fixed-intervall: {}\n")
    server.save(wrong)
    shown = server.next_diagnostics(wrong)
    assert not lsp.ours(shown), shown
    mistakes = [d for d in shown if "fixed-intervall" in d["message"]]
    assert len(mistakes) == 1 and mistakes[0]["severity"] == 1, shown
    server.change(right, lsp.RETRY + "\n")
    assert CHECK in server.checks(right)

    policy.unlink()
    server.change(wrong, lsp.RETRY)
    assert CHECK in server.checks(wrong)
