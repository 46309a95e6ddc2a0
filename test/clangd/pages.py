# RUN: %python %s %plugin %llvm_version
"""The blocks for editors that cannot be run here."""

import json
import pathlib
import subprocess
import sys
import tomllib

import editors
import lsp

assert tomllib.loads(editors.block("helix.md", "toml")) == {
    "language-server": {"clangd": {"command": "retrylint-clangd"}}}
assert json.loads(editors.block("vscode.md", "json")) == {"clangd.path": "retrylint-clangd"}

# CLion calls a script like clang-tidy.
plugin, llvm = pathlib.Path(sys.argv[1]), sys.argv[2]
script = editors.block("clion.md", "sh").replace("PREFIX/lib/retrylint/RetryTidyModule.so", str(plugin))
assert str(plugin) in script and "clang-tidy-22" in script
script = script.replace("clang-tidy-22", f"clang-tidy-{llvm}")
with lsp.project({"a.c": lsp.RETRY, "tidy": script, ".clang-tidy": editors.block("clion.md", "yaml")}) as folder:
    (folder / "tidy").chmod(0o755)
    shown = subprocess.run([folder / "tidy", folder / "a.c", "--"], stdout=subprocess.PIPE, text=True, check=True).stdout
assert "[retry-fixed-interval]" in shown, shown
