# RUN: %python %s %clangd
"""clangd's own configuration has the last word, and compile commands are read."""

import json
import sys

import lsp

CHECK = "retry-fixed-interval"


def checks_with(files, source="a.c", flags=()):
    with lsp.project({source: lsp.RETRY, **files}) as folder:
        with lsp.Server(sys.argv[1], folder, *flags) as server:
            server.open(folder / source)
            found = server.diagnostics(folder / source)
            return lsp.ours(found), [d.get("code") for d in found]


everything, _ = checks_with({})
assert CHECK in everything and len(everything) > 1, everything

# Switched off: one, all; in .clang-tidy, in .clangd, on the command line.
one_less = [name for name in everything if name != CHECK]
for files in [
    {".clang-tidy": f"Checks: '-{CHECK}'\n"},
    {".clang-tidy": f"Checks: '-*,bugprone-*,-{CHECK}'\n"},
    {".clangd": f"Diagnostics:\n  ClangTidy:\n    Remove: {CHECK}\n"},
    {".clangd": f"Diagnostics:\n  Suppress: {CHECK}\n"},
]:
    assert checks_with(files)[0] == one_less, files
for files in [
    {".clang-tidy": "Checks: '-retry-*'\n"},
    {".clangd": "Diagnostics:\n  ClangTidy:\n    Remove: retry-*\n"},
]:
    assert checks_with(files)[0] == [], files
assert checks_with({}, flags=["--clang-tidy=0"])[0] == []

# Only one of ours; a list that says nothing of ours keeps them, and clang-tidy's own work.
assert checks_with({".clang-tidy": f"Checks: '-retry-*,{CHECK}'\n"})[0] == [CHECK]
ours, all_names = checks_with({".clang-tidy": "Checks: '-*,readability-braces-around-statements'\n"})
assert ours == everything and "readability-braces-around-statements" in all_names, all_names

# A compile command decides what is compiled.
with lsp.project({"src/a.c": f"#ifdef RETRIES\n{lsp.RETRY}#endif\n", "src/b.c": lsp.RETRY}) as folder:
    source = folder / "src/a.c"
    command = ["cc", "-DRETRIES", "-c", str(source)]
    lsp.write(folder, {"build/compile_commands.json": json.dumps(
        [{"directory": str(folder), "file": str(source), "arguments": command}])})
    with lsp.Server(sys.argv[1], folder) as server:
        server.open(source)
        assert CHECK in server.checks(source)
