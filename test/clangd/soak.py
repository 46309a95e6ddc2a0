# RUN: %python %s %clangd %root/test/checks --rounds=8 --edits=4 --failure=%t.txt
"""Files are opened, edited into all kinds of broken code and closed again, many times:
clangd does not crash, and does not grow.

A round is every file once. Memory is looked at after each, when all files are closed."""

import argparse
import pathlib
import random
import sys

import lsp
import mutations

# Between the first half and the end. One odd input raises the heap's high-water mark by up to a
# fifth, where it then stays; what leaks goes on.
ALLOWED_GROWTH = 1.25
# One heap for all threads: what they leave behind is used again, so that growth shows.
ALLOCATOR = {"MALLOC_ARENA_MAX": "1"}


def soak(server, sources, options, failure):
    dice = random.Random(options.seed)
    memory = []
    for turn in range(options.rounds):
        for source in sources:
            text = source.read_text(encoding="utf-8")
            last = text
            server.open(source, text)
            for edit in range(options.edits):
                # Most edits are of what was broken before, some undo it all.
                changed = last
                while changed == last:
                    changed = mutations.mutated(dice, last if edit % 4 else text)
                last = changed
                failure.write_text(f"// {source.name}\n{changed}", encoding="utf-8")
                server.change(source, changed)
                server.diagnostics(source)
            server.close(source)
        memory.append(server.resident_bytes())
        print(f"round {turn + 1}: {memory[-1] / 2**20:.0f} MiB", file=sys.stderr)
    # The least of the last rounds: a file that was closed just now may not be freed yet.
    begin, end = max(memory[: len(memory) // 2]), min(memory[-max(1, len(memory) // 4) :])
    assert end <= begin * ALLOWED_GROWTH, f"memory grows: {memory}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clangd")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--glob", default="*.c")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--edits", type=int, default=10, help="of each file in each round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--failure", type=pathlib.Path, default="build/soak.txt",
                        help="where the text that it failed on is kept")
    options = parser.parse_args()
    sources = sorted(options.folder.glob(options.glob))
    assert sources
    with lsp.project({"compile_flags.txt": "-Wno-everything\n"}) as folder:
        flags = [f"--compile-commands-dir={folder}", "--background-index=0", "--log=error"]
        with lsp.Server(options.clangd, folder, *flags, environment=ALLOCATOR) as server:
            soak(server, sources, options, options.failure)
    options.failure.unlink()


if __name__ == "__main__":
    main()
