# RUN: %python %s %clangd
"""Each file is judged by the nearest policy, as it is on disk now."""

import sys

import lsp

CHECK = "retry-fixed-interval"
ON = "checks:\n  fixed-interval: {enabled: true}\n"
OFF = "checks:\n  fixed-interval: {enabled: false}\n"

FILES = {
    "strict/a.c": lsp.RETRY,
    "lenient/b.c": lsp.RETRY,
    "lenient/.retrylint.yaml": OFF,
    "base.yaml": ON,
}
with lsp.project(FILES) as folder, lsp.Server(sys.argv[1], folder) as server:
    strict, lenient = folder / "strict/a.c", folder / "lenient/b.c"
    policy = folder / "strict/.retrylint.yaml"

    # Two files, two policies.
    server.open(strict)
    server.open(lenient)
    assert CHECK in server.checks(strict)
    assert CHECK not in server.checks(lenient)

    # A policy that appears, noticed by the next edit.
    lsp.rewrite(policy, OFF)
    server.change(strict, lsp.RETRY + "\n")
    assert CHECK not in server.checks(strict)

    # One that changes, noticed when something is saved: no text has changed since.
    lsp.rewrite(policy, ON)
    server.save(lenient)
    assert CHECK in lsp.ours(server.next_diagnostics(strict))

    # One that another extends.
    lsp.rewrite(policy, "extends: ../base.yaml\n")
    server.save(strict)
    assert CHECK in lsp.ours(server.next_diagnostics(strict))
    lsp.rewrite(folder / "base.yaml", OFF)
    server.save(strict)
    assert CHECK not in lsp.ours(server.next_diagnostics(strict))

    # And when it is gone, so is what it said.
    policy.unlink()
    server.change(strict, lsp.RETRY)
    assert CHECK in server.checks(strict)
