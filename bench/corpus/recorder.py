"""A stand-in for the compiler while make runs: records and compiles nothing.

    recorder.py COMPILER ARGUMENT...

A compilation is appended to the file that RECORD_TO names, one JSON object a line,
and leaves an empty object behind; a link leaves a program that does nothing.
Everything else (-E, -M, --version, what configure tries) is done by COMPILER.
"""

import fcntl
import json
import os
import shutil
import sys

SOURCES = (".c", ".cc", ".cpp", ".cxx", ".C", ".c++", ".cp")
WITH_VALUE = {
    "-o", "-I", "-D", "-U", "-L", "-l", "-include", "-isystem", "-MF", "-MT", "-MQ",
    "-idirafter", "-iquote", "-x", "-Xlinker", "-imacros", "-framework", "-z", "-T", "-u",
}
REAL_WORK = {"-E", "-M", "-MM", "-S", "--version", "-v", "-"}


def is_real_work(arguments):
    return (
        not arguments
        or REAL_WORK & set(arguments)
        or any(a.startswith(("-print", "-dump", "--print", "conftest")) for a in arguments)
    )


def main():
    compiler, arguments = sys.argv[1], sys.argv[2:]
    if is_real_work(arguments):
        os.execv(compiler, [compiler] + arguments)

    output, dependencies, sources = None, None, []
    rest = iter(arguments)
    for argument in rest:
        if argument in WITH_VALUE:
            value = next(rest, None)
            output = value if argument == "-o" else output
            dependencies = value if argument == "-MF" else dependencies
        elif not argument.startswith("-") and argument.endswith(SOURCES):
            sources.append(argument)

    compiles = "-c" in arguments
    empty = os.path.join(os.environ["RECORD_TOOLS"], "empty.o")
    for source in sources:
        others = set(sources) - {source}
        entry = {
            "directory": os.getcwd(),
            "file": source,
            "arguments": [compiler] + ([] if compiles else ["-c"])
            + [a for a in arguments if a not in others],
        }
        with open(os.environ["RECORD_TO"], "a") as log:
            fcntl.flock(log, fcntl.LOCK_EX)
            log.write(json.dumps(entry) + "\n")
        if not compiles:
            continue
        target = output or os.path.splitext(os.path.basename(source))[0] + ".o"
        shutil.copyfile(empty, target)
        if "-MD" in arguments or "-MMD" in arguments:
            open(dependencies or os.path.splitext(target)[0] + ".d", "w").close()
    if not compiles:
        target = output or "a.out"
        with open(target, "w") as program:
            program.write("#!/bin/sh\nexit 0\n")
        os.chmod(target, 0o755)


main()
