"""Applies the fixes of a check to a copy of one source file.

    // RUN: %check_fix %s --checks=retry-fixed-interval [--leaves=N] -- FLAGS

The fixed copy must look as its CHECK-FIXES lines say, compile without a warning,
give no finding of the check but N that have no fix, and stay as it is when the
fixes are applied again. No other retry check may find more than before.
"""

import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

FINDING = re.compile(r"^[^\s:][^:]*:\d+:\d+: (?:warning|error): .*\[(?P<check>retry-[\w-]+)", re.M)


class Failure(Exception):
    pass


def run(command, allowed=(0,)):
    result = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if result.returncode not in allowed:
        raise Failure(f"{' '.join(command)}\n{result.stdout}{result.stderr}")
    return result.stdout


def tidy(options, file, flags, checks, *more):
    command = [options.clang_tidy, f"--load={options.plugin}", f"--checks=-*,{checks}"]
    return run(command + ["--quiet", *more, file, "--"] + flags)


def findings(options, file, flags):
    output = tidy(options, file, flags, "retry-*")
    return collections.Counter(m["check"] for m in FINDING.finditer(output))


def read(file):
    with open(file, encoding="utf-8") as source:
        return source.read()


def check(options, flags, folder):
    copy = os.path.join(folder, os.path.basename(options.file))
    # Expectations speak of the result, and must not be taken for it.
    with open(copy, "w", encoding="utf-8") as out:
        out.write(re.sub(r"// *CHECK-FIXES.*", "//", read(options.file)))
    before = findings(options, copy, flags)
    if not before[options.checks]:
        raise Failure(f"no finding of {options.checks} to fix")
    tidy(options, copy, flags, options.checks, "--fix")
    fixed = read(copy)
    run([options.clang, "-fsyntax-only", "-Wall", "-Wextra", "-Wconversion", "-Werror", *flags, copy])
    after = findings(options, copy, flags)
    if after[options.checks] != options.leaves:
        raise Failure(f"{after[options.checks]} findings of {options.checks} left")
    for name, count in after.items():
        if count > before[name]:
            raise Failure(f"{name}: {before[name]} findings before, {count} after")
    tidy(options, copy, flags, options.checks, "--fix")
    if read(copy) != fixed:
        raise Failure("applied again, the fixes change the file again")
    run([options.filecheck, f"--input-file={copy}", "--check-prefix=CHECK-FIXES", options.file])


def main():
    arguments, flags = sys.argv[1:], []
    if "--" in arguments:
        split = arguments.index("--")
        arguments, flags = arguments[:split], arguments[split + 1 :]
    parser = argparse.ArgumentParser()
    for tool in ("--clang-tidy", "--clang", "--plugin", "--filecheck", "--checks"):
        parser.add_argument(tool, required=True)
    parser.add_argument("--leaves", type=int, default=0)
    parser.add_argument("file")
    options = parser.parse_args(arguments)
    folder = tempfile.mkdtemp()
    try:
        check(options, flags, folder)
    except Failure as failure:
        sys.exit(f"{options.file}:\n{failure}")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
