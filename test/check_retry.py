"""Runs one source file through the clang-tidy plugin and through retrylint and
compares what they report with what the file expects.

    // RUN: %check_retry %s [--checks=GLOB] [--policy=FILE] [--gates=GATES] [--pedantic] -- FLAGS

Expectations, in the file and in the headers it includes with quotes:

    connect();  // expect: retry-immediate, retry-unbounded "until shutdown"
    // expect@-1: retry-immediate           (of the line before)
    // expect-none                          (no finding at all)

or, where columns and notes matter, FileCheck's:

    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: waits 1 s [retry-fixed-interval]
    // CHECK-NOTES: :[[@LINE-2]]:5: note: this is the attempt

Every finding must be expected and every expectation met. With CHECK-NOTES, so
must every note. The plugin and the program, if one is given, must report the same.
"""

import argparse
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import namedtuple

Diagnostic = namedtuple("Diagnostic", "file line column level message check")
Expectation = namedtuple("Expectation", "file line check text")

DIAGNOSTIC = re.compile(
    r"^(?P<file>[^\s:][^:]*):(?P<line>\d+):(?P<column>\d+): "
    r"(?P<level>warning|error|fatal error|note): "
    r"(?P<message>.*?)(?: \[(?P<check>[\w.,-]+)\])?$"
)
EXPECT = re.compile(r"/[/*]\s*expect(?:@(?P<offset>[+-]\d+))?:(?P<items>.*?)(?:\*/|$)")
EXPECT_NONE = re.compile(r"/[/*]\s*expect-none\b")
ITEM = re.compile(r'\s*(?P<check>retry-[\w-]+)(?:\s+"(?P<text>(?:[^"\\]|\\.)*)")?\s*')
LOCAL_INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


class Failure(Exception):
    pass


def render(diagnostic):
    check = f" [{diagnostic.check}]" if diagnostic.check else ""
    return (
        f"{diagnostic.file}:{diagnostic.line}:{diagnostic.column}: "
        f"{diagnostic.level}: {diagnostic.message}{check}"
    )


def parse_diagnostics(output, directory):
    found = []
    for line in output.splitlines():
        match = DIAGNOSTIC.match(line)
        if match:
            path = os.path.normpath(os.path.join(directory, match["file"]))
            found.append(
                Diagnostic(
                    path,
                    int(match["line"]),
                    int(match["column"]),
                    match["level"],
                    match["message"],
                    match["check"] or "",
                )
            )
    return found


def in_order(diagnostics):
    """The findings, each with its notes, as the program sorts them. clang-tidy
    sorts those of one place by another rule in every other release."""
    findings = []
    for diagnostic in diagnostics:
        if diagnostic.level == "note" and findings:
            findings[-1].append(diagnostic)
        else:
            findings.append([diagnostic])
    findings.sort(key=lambda f: (f[0].file, f[0].line, f[0].column, f[0].message, f[0].check))
    return [diagnostic for finding in findings for diagnostic in finding]


def files_of(path):
    """The file and the headers beside it that it includes with quotes."""
    seen, todo = [], [os.path.abspath(path)]
    while todo:
        current = todo.pop()
        if current in seen or not os.path.isfile(current):
            continue
        seen.append(current)
        with open(current, encoding="utf-8", errors="replace") as source:
            for include in LOCAL_INCLUDE.findall(source.read()):
                base = os.path.dirname(current)
                todo.append(os.path.normpath(os.path.join(base, include)))
    return seen


def parse_items(text, where):
    position = 0
    while True:
        item = ITEM.match(text, position)
        if not item:
            raise Failure(f"{where}: malformed expectation: {text.strip()}")
        quoted = item["text"]
        yield item["check"], re.sub(r"\\(.)", r"\1", quoted) if quoted else ""
        position = item.end()
        if position == len(text):
            return
        if text[position] != ",":
            raise Failure(f"{where}: malformed expectation: {text.strip()}")
        position += 1


def parse_expectations(path):
    expected, none = [], False
    for name in files_of(path):
        with open(name, encoding="utf-8", errors="replace") as source:
            for number, line in enumerate(source, 1):
                none = none or bool(EXPECT_NONE.search(line))
                match = EXPECT.search(line.rstrip("\n"))
                if match:
                    target = number + int(match["offset"] or 0)
                    for check, text in parse_items(match["items"], f"{name}:{number}"):
                        expected.append(Expectation(name, target, check, text))
    return expected, none


def run(command, allowed):
    result = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace"
    )
    if result.returncode not in allowed:
        raise Failure(
            f"exit code {result.returncode}: {' '.join(command)}\n"
            f"{result.stdout}{result.stderr}"
        )
    return result


def run_plugin(options, flags):
    config = {"CheckOptions": {}}
    if options.policy:
        config["CheckOptions"]["PolicyFile"] = os.path.abspath(options.policy)
    if options.gates:
        config["CheckOptions"]["Gates"] = options.gates
    if options.pedantic:
        config["CheckOptions"]["Pedantic"] = "true"
    command = [
        options.clang_tidy,
        f"--load={options.plugin}",
        f"--checks=-*,{options.checks}",
        f"--config={json.dumps(config)}",
        "--header-filter=.*",
        "--quiet",
        options.file,
        "--",
    ]
    return run(command + flags, {0, 1})


def run_program(options, flags):
    command = [options.program, f"--checks={options.checks}", "--gate=advice", "--no-cache"]
    if options.policy:
        command.append(f"--policy={options.policy}")
    if options.gates:
        command.append(f"--gates={options.gates}")
    if options.pedantic:
        command.append("--pedantic")
    return run(command + [options.file, "--"] + flags, {0, 1, 3})


def compare_with_expectations(findings, expectations):
    missing, unexpected = list(expectations), []
    for finding in findings:
        met = next(
            (
                e
                for e in missing
                if (e.file, e.line, e.check) == (finding.file, finding.line, finding.check)
                and e.text in finding.message
            ),
            None,
        )
        if met:
            missing.remove(met)
        else:
            unexpected.append(finding)
    lines = []
    for e in missing:
        text = f' "{e.text}"' if e.text else ""
        lines.append(f"missing:    {e.file}:{e.line}: {e.check}{text}")
    lines += [f"unexpected: {render(f)}" for f in unexpected]
    if lines:
        raise Failure("\n".join(lines))


def compare_with_filecheck(options, diagnostics, source):
    prefixes = [p for p in ("CHECK-MESSAGES", "CHECK-NOTES") if f"{p}:" in source]
    levels = "warning|error|note" if "CHECK-NOTES" in prefixes else "warning|error"
    # Only the diagnostics: a source excerpt may hold the word "error:", too.
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as shown:
        shown.writelines(
            render(d) + "\n"
            for d in diagnostics
            if d.level != "note" or "CHECK-NOTES" in prefixes
        )
        shown.flush()
        run(
            [
                options.filecheck,
                f"--input-file={shown.name}",
                f"--check-prefixes={','.join(prefixes)}",
                f"--implicit-check-not={{{{{levels}}}}}:",
                "--allow-empty",
                options.file,
            ],
            {0},
        )


def check(options, flags):
    with open(options.file, encoding="utf-8", errors="replace") as source_file:
        source = source_file.read()
    expectations, none = parse_expectations(options.file)
    by_filecheck = "CHECK-MESSAGES:" in source or "CHECK-NOTES:" in source
    if none == bool(expectations or by_filecheck):
        raise Failure(
            "the file expects nothing and does not say '// expect-none'"
            if not none
            else "the file says '// expect-none' and expects something"
        )

    plugin = run_plugin(options, flags)
    here = os.getcwd()
    diagnostics = in_order(parse_diagnostics(plugin.stdout, here))
    errors = [d for d in diagnostics if d.level.endswith("error")]
    if errors or plugin.returncode:
        raise Failure(
            "clang-tidy failed:\n"
            + "".join(render(e) + "\n" for e in errors)
            + plugin.stderr
        )
    findings = [d for d in diagnostics if d.level == "warning"]

    if by_filecheck:
        compare_with_filecheck(options, diagnostics, source)
    if expectations or not by_filecheck:
        compare_with_expectations(findings, expectations)

    if not options.program:
        return
    program = run_program(options, flags)
    by_program = parse_diagnostics(program.stdout, here)
    if by_program != diagnostics:
        difference = difflib.unified_diff(
            [render(d) for d in diagnostics],
            [render(d) for d in by_program],
            "clang-tidy plugin",
            "retrylint",
            lineterm="",
        )
        raise Failure("the front ends differ:\n" + "\n".join(difference) + program.stderr)
    if program.returncode != (1 if findings else 0):
        raise Failure(
            f"retrylint ended with {program.returncode} on {len(findings)} findings"
        )


def main():
    arguments, flags = sys.argv[1:], []
    if "--" in arguments:
        split = arguments.index("--")
        arguments, flags = arguments[:split], arguments[split + 1 :]
    parser = argparse.ArgumentParser()
    for tool in ("--clang-tidy", "--plugin", "--filecheck"):
        parser.add_argument(tool, required=True)
    parser.add_argument("--program")
    parser.add_argument("--checks", default="retry-*")
    parser.add_argument("--policy")
    parser.add_argument("--gates")
    parser.add_argument("--pedantic", action="store_true")
    parser.add_argument("file")
    options = parser.parse_args(arguments)
    if not options.file.endswith(".c") and not any(f.startswith("-std=") for f in flags):
        flags = ["-std=c++20"] + flags
    try:
        check(options, flags)
    except Failure as failure:
        sys.exit(f"{options.file}:\n{failure}")


if __name__ == "__main__":
    main()
