# RUN: %python %s %clangd %retrylint %root/test/checks/fixed-interval.c %root/test/checks/sleep-after-last-attempt.c %root/test/checks/idempotency-key.c %root/test/checks/nested.cpp %root/test/checks/degraded-auth.c
"""The editor shows what retrylint prints. With more files on the command line, of more."""

import json
import re
import shlex
import subprocess
import sys

import lsp

clangd, retrylint, *sources = sys.argv[1:]


def flags_of(source):
    with open(source, encoding="utf-8") as text:
        run = re.search(r"%check_retry .*? --(?: (.*))?$", text.read(), re.M)
    return [flag for flag in shlex.split(run[1] or "") if not flag.startswith("%")]


def printed(source):
    run = subprocess.run(
        [retrylint, "--no-cache", "--format=json", source, "--", *flags_of(source)],
        stdout=subprocess.PIPE, check=False, text=True,
    )
    for finding in json.loads(run.stdout)["findings"]:
        if finding["file"].endswith(source.rpartition("/")[2]):
            yield finding["line"], finding["column"], finding["check"], finding["message"]


def shown(server, source):
    server.open(source)
    for d in server.diagnostics(source):
        if d.get("code", "").startswith("retry-"):
            start, message = d["range"]["start"], d["message"].removesuffix(" (fix available)")
            # clangd begins its messages with a capital.
            message = message[0].lower() + message[1:]
            yield start["line"] + 1, start["character"] + 1, d["code"], message
    server.close(source)


commands = [
    {"directory": "/", "file": source, "arguments": ["clang", *flags_of(source), "-c", source]}
    for source in sources
]
failed = False
with lsp.project({"compile_commands.json": json.dumps(commands)}) as folder:
    flags = [f"--compile-commands-dir={folder}", "--background-index=0"]
    with lsp.Server(clangd, folder, *flags) as server:
        for source in sources:
            expected, found = sorted(printed(source)), sorted(shown(server, source))
            assert expected, f"{source}: nothing to compare"
            for name, these in [("not in the editor", set(expected) - set(found)),
                                ("only in the editor", set(found) - set(expected))]:
                for finding in sorted(these):
                    failed = True
                    print(f"{source}: {name}: {finding}")
sys.exit(failed)
