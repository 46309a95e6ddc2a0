"""skipping.py PROGRAM FOLDER... [NAME=FLAGS...]: the same with and without --no-skip?

Takes the sources of all %check_retry tests in the folders, with their own flags and
policies. NAME=FLAGS says what %NAME stands for in their RUN lines.
"""

import collections
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

# A line may go on in the next.
RUN = re.compile(r"RUN: %check_retry %s((?:[^\n\\]|\\\n[^\n]*?RUN:)*)")


def tests(folders, flags):
    """By policy: the source and the flags of every test."""
    groups = collections.defaultdict(list)
    for source in sorted(s for folder in folders for s in pathlib.Path(folder).resolve().glob("*.c*")):
        for line in RUN.findall(source.read_text()):
            line = re.sub(r"\\\n.*?RUN:", " ", line)
            for name, value in {"S": str(source.parent), **flags}.items():
                line = re.sub(rf"%{name}\b", lambda _: value, line)
            words = shlex.split(line)
            compiler = words[words.index("--") + 1:] if "--" in words else []
            if source.suffix != ".c" and not any(word.startswith("-std=") for word in compiler):
                compiler.append("-std=c++20")
            policy = next((word for word in words if word.startswith("--policy=")), None)
            groups[policy].append((source, compiler))
    return groups


def seen(program, policy, group, *options):
    """All that is reported, as it is written, and every loop that is known."""
    with tempfile.TemporaryDirectory() as folder:
        database = [{"directory": str(source.parent), "file": str(source),
                     "arguments": ["clang", *flags, "-c", str(source)]} for source, flags in group]
        pathlib.Path(folder, "compile_commands.json").write_text(json.dumps(database))
        report = pathlib.Path(folder, "report.json")
        loops = subprocess.run(
            [program, "-p", folder, "--no-cache", "--quiet", "--gates=advice,review,deploy,merge", "--pedantic",
             *([policy] if policy else []), f"--output=json:{report}", "--list-loops=json",
             *options, folder],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
        return report.read_text(), loops


def main():
    program, *given = sys.argv[1:]
    groups = tests([g for g in given if "=" not in g], dict(g.split("=", 1) for g in given if "=" in g))
    files = findings = loops = different = 0
    for policy, group in groups.items():
        skipping, whole = seen(program, policy, group), seen(program, policy, group, "--no-skip")
        files += len(group)
        findings += len(json.loads(whole[0])["findings"])
        loops += len(whole[1].splitlines())
        for one, other in zip(skipping, whole):
            different += one != other
            for line in sorted(set(one.splitlines()) ^ set(other.splitlines())):
                print("only", "with" if line in one.splitlines() else "without", "skipping:", line)
    print(f"{files} files, {findings} findings, {loops} loops")
    sys.exit(bool(different))


if __name__ == "__main__":
    main()
