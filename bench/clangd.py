"""What the checks cost in the editor: ./dev bench clangd [--write=FILE]

The same files in three servers: the distribution's clangd, retrylint-clangd with our
checks switched off, and as it is. One edit, of a function, goes to each in turn, so that
whatever else the machine does disturbs all alike; timed is how long the diagnostics of
the edited text take. Processor time is counted as well, which a busy machine disturbs less.

    --edits=N         how often each file is edited in each server
    --write=FILE      the page whose table is replaced

./dev bench clangd --soak edits and breaks the inputs of the tests for long instead, and
watches memory: test/clangd/soak.py has the options.
"""

import argparse
import contextlib
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test/clangd"))
import lsp  # noqa: E402  (the tests' client)

BUILD = ROOT / "build/default"
OURS = BUILD / "tool/clangd/retrylint-clangd"
# What clangd does beside, once, is not counted.
QUIET = "Index: {StandardLibrary: No, Background: Skip}\n"
OFF = QUIET + "Diagnostics: {ClangTidy: {Remove: retry-*}}\n"
SERVERS = {"clangd": ("clangd-22", QUIET), "off": (str(OURS), OFF), "on": (str(OURS), QUIET)}
# A client with retries, a file that is all retries, and a large one without any.
FILES = {
    "examples/bad/charge.cpp": ["-std=c++17"],
    "test/checks/immediate.cpp": ["-std=c++20"],
    "test/checks/permanent-error.c": [],
    "analysis/Interpreter.cpp": None,  # of the build's own database
}
BEGIN, END = "<!-- measured -->\n", "<!-- end -->"


def commands():
    built = json.loads((BUILD / "compile_commands.json").read_text())
    for name, flags in FILES.items():
        path = str(ROOT / name)
        if flags is None:
            entry = next(e for e in built if e["file"] == path)
            # Without the precompiled header: an editor does not use it.
            flags = re.findall(r"-(?:I|D|std=|isystem )\S+", entry["command"])
            flags = [word for flag in flags for word in flag.split()]
        yield {"directory": str(BUILD), "file": path, "arguments": ["clang++", *flags, "-c", path]}


class Samples:
    def __init__(self):
        self.latency, self.processor = [], 0.0

    def median(self):
        return statistics.median(self.latency)


def typed(text, number):
    """One more statement, where the function in the middle of the file ends."""
    middle = text.index("\n", len(text) // 2)
    place = re.compile(r"^  (?:return|throw)\b", re.MULTILINE).search(text, middle).start()
    return f"{text[:place]}  int typed = {number};\n{text[place:]}"


def measure(servers, name, edits):
    path = ROOT / name
    text = path.read_text(encoding="utf-8")
    samples = {key: Samples() for key in servers}
    for server in servers.values():
        server.open(path, text)
        server.diagnostics(path)
    for edit in range(edits):
        for key, server in servers.items():
            before, started = server.processor_seconds(), time.monotonic()
            server.change(path, typed(text, edit))
            server.diagnostics(path)
            samples[key].latency.append(time.monotonic() - started)
            samples[key].processor += server.processor_seconds() - before
    for server in servers.values():
        server.close(path)
    return len(text.splitlines()), samples


def table(results):
    rows = [
        "| file | lines | clangd | checks off | checks on | latency | processor time |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, (lines, samples) in results.items():
        stock, on = samples["clangd"], samples["on"]
        times = " | ".join(f"{samples[key].median() * 1000:.0f} ms" for key in ("clangd", "off", "on"))
        rows.append(f"| `{name}` | {lines} | {times} | {on.median() / stock.median():.2f} "
                    f"| {on.processor / stock.processor:.2f} |")
    return "\n".join(rows) + "\n"


def main():
    if "--soak" in sys.argv:
        arguments = [a for a in sys.argv[1:] if a != "--soak"]
        soak = [str(ROOT / "test/clangd/soak.py"), str(OURS), str(ROOT / "test/checks")]
        sys.exit(subprocess.call([sys.executable, *soak, *arguments]))
    parser = argparse.ArgumentParser()
    parser.add_argument("--edits", type=int, default=60)
    parser.add_argument("--write", type=pathlib.Path)
    options = parser.parse_args()
    if not shutil.which("clangd-22"):
        sys.exit("bench: error: clangd-22 is not installed")
    with contextlib.ExitStack() as stack:
        database = {"compile_commands.json": json.dumps(list(commands()))}
        folder = stack.enter_context(lsp.project(database))
        flags = [f"--compile-commands-dir={folder}", "--log=error"]
        servers = {
            key: stack.enter_context(lsp.Server(program, folder, *flags, settings=settings))
            for key, (program, settings) in SERVERS.items()
        }
        results = {}
        for name in FILES:
            results[name] = measure(servers, name, options.edits)
            print(table({name: results[name]}).splitlines()[-1], flush=True)
    if options.write:
        page = options.write.read_text(encoding="utf-8")
        head, _, rest = page.partition(BEGIN)
        options.write.write_text(head + BEGIN + table(results) + END + rest.partition(END)[2], encoding="utf-8")


if __name__ == "__main__":
    main()
