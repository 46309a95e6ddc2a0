#!/usr/bin/env python3
"""What the checks say about real code, and how much of it is true.

    precision.py --corpus DIR --retrylint PROGRAM [--write FILE] [PACKAGE...]

Runs every check on every file of the packages that setup.sh has put into DIR and
compares with two reviewed files beside this one:

labels.jsonl       loops that were read: the lines, what kind of loop it is, which
                   checks a careful reviewer expects there and which would be wrong
                   ("*": all of them, for it is no retry or a right one).
judgements.jsonl   findings that were read: package, file, function, check (and line,
                   where a function has several), verdict "true", "false" or
                   "arguable", and the reason.

Prints every finding that is false, or not judged yet, every label that is missed, and
the tables; --write puts the tables into FILE, between its two marks.

    --labelled     only the files with labels
    --jobs=N       files at once (2)
    --timeout=S    seconds for a file (300)
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import time

import yaml

HERE = pathlib.Path(__file__).resolve().parent
POLICY = HERE.parent.parent / "rules/policy/default.yaml"
FINDING = re.compile(r"^(\S.*?):(\d+):\d+: warning: (.*) \[(retry-[a-z-]+)\]$")
RETRY_KINDS = ("retry", "async-retry")
VERDICTS = ("true", "false", "arguable", "unjudged")
MARKS = ("<!-- measured -->", "<!-- /measured -->")


def read_lines(path):
    return [json.loads(line) for line in open(path)] if path.exists() else []


class Package:
    def __init__(self, name, corpus, options):
        self.name, self.options = name, options
        self.root = corpus / name
        self.source = self.root / "src"
        self.labels = [l for l in options.labels if l["package"] == name]
        database = json.loads((self.root / "compile_commands.json").read_text())
        self.files = sorted({self.relative(e["file"]) for e in database})
        if options.labelled:
            self.files = sorted(set(self.files) & {l["path"] for l in self.labels})
        self.findings, self.loops = {}, []
        self.failures = collections.defaultdict(list)

    def relative(self, path):
        return os.path.relpath(os.path.normpath(os.path.join(self.source, path)), self.source)

    def program(self, *arguments):
        """The output for a file; notes a crash, a time-out or an error in the source."""
        command = [self.options.retrylint, "-p", self.root, *arguments]
        try:
            run = subprocess.run(command, cwd=self.source, capture_output=True, text=True,
                                 timeout=self.options.timeout)
        except subprocess.TimeoutExpired:
            self.failures["timeout"].append(arguments[-1])
            return ""
        if run.returncode < 0 or "crashed" in run.stderr:
            self.failures["crash"].append(arguments[-1])
        elif run.returncode == 3:
            self.failures["broken"].append(arguments[-1])
        elif run.returncode == 2:
            sys.exit(run.stderr)
        return run.stdout

    def run(self):
        started = time.time()
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for text in pool.map(self.program, self.files):
                for match in filter(None, map(FINDING.match, text.splitlines())):
                    place = self.relative(match[1]), int(match[2]), match[4]
                    self.findings[place] = match[3]
            self.seconds = time.time() - started
            failures = {k: list(v) for k, v in self.failures.items()}
            wanted = {l["path"] for l in self.labels} | {f for f, _, _ in self.findings}
            listed = [f for f in self.files if f in wanted]
            for text in pool.map(lambda f: self.program("--list-loops=json", f), listed):
                for line in text.splitlines():
                    loop = json.loads(line)
                    loop["file"] = self.relative(loop["file"])
                    if loop not in self.loops:
                        self.loops.append(loop)
            self.failures = failures

    def labels_at(self, file, line):
        """The labels around a line, innermost first."""
        around = [l for l in self.labels
                  if l["path"] == file and l["line_start"] <= line <= l["line_end"]]
        return sorted(around, key=lambda l: l["line_end"] - l["line_start"])

    def function_at(self, file, line):
        around = [l for l in self.loops if l["file"] == file and l["line"] <= line <= l["end"]]
        return min(around, key=lambda l: l["end"] - l["line"])["function"] if around else ""

    def judge(self, place):
        file, line, check = place
        function = self.function_at(file, line)
        for j in self.options.judgements:
            same = (j["package"], j["file"], j["check"]) == (self.name, file, check)
            if same and j.get("line", line) == line and j["function"] in (function, ""):
                return j["verdict"]
        labels = self.labels_at(file, line)
        if any(check in l["expect"] for l in labels):
            return "true"
        if labels and ("*" in labels[0]["must_not"] or check in labels[0]["must_not"]):
            return "false"
        return "unjudged"

    def recognised(self, label):
        """A listed loop whose attempt lies in the label, and in no label inside it."""
        for loop in self.loops:
            inner = self.labels_at(loop["file"], loop["attempt"])
            if inner and (inner[0] is label or (label in inner and loop["line"] <= label["line_start"]
                                                and loop["end"] >= label["line_end"] - 1)):
                return True
        return False


def table(head, rows):
    lines = [head, ["---"] + ["--:"] * (len(head) - 1)] + rows
    return "\n".join("| " + " | ".join(str(c) for c in row) + " |" for row in lines) + "\n"


def share(counts):
    """Of what was judged; what is arguable counts as half."""
    judged = counts["true"] + counts["false"] + counts["arguable"]
    return f"{100 * counts['true'] / judged:.0f} %" if judged else ""


class Score:
    def __init__(self, packages, checks):
        self.packages, self.checks = packages, checks
        self.by_check = collections.defaultdict(collections.Counter)
        self.by_package = collections.defaultdict(collections.Counter)
        self.remarks = []
        self.recall = collections.Counter()
        for p in packages:
            self.add(p)

    def add(self, p):
        for place, message in sorted(p.findings.items()):
            verdict = p.judge(place)
            self.by_check[place[2]][verdict] += 1
            self.by_package[p.name][verdict] += 1
            if verdict in ("false", "unjudged"):
                where = f"{p.name}: {place[0]}:{place[1]} ({p.function_at(*place[:2])})"
                self.remarks.append(f"{verdict}: {where}: {message} [{place[2]}]")
        for label in p.labels:
            self.compare(p, label)
        for kind, files in p.failures.items():
            self.remarks += [f"{kind}: {p.name}: {f}" for f in files]

    def compare(self, p, label):
        where = f"{p.name}: {label['path']}:{label['line_start']} ({label['function']})"
        here = {c for (f, n, c) in p.findings
                if f == label["path"] and label["line_start"] <= n <= label["line_end"]}
        recognised = p.recognised(label)
        if "*" in label["must_not"]:
            inside = [l for l in p.labels if l is not label and l["path"] == label["path"]
                      and label["line_start"] <= l["line_start"] <= l["line_end"] <= label["line_end"]]
            hit = here - {c for l in inside for c in l["expect"]}
            self.recall["quiet"] += 1
            self.recall["hit"] += bool(hit)
            self.recall["seen"] += recognised
            if recognised:
                self.remarks.append(f"taken for a retry: {where}")
        elif label["kind"] in RETRY_KINDS:
            self.recall["retries"] += 1
            self.recall["recognised"] += recognised
            if not recognised:
                self.remarks.append(f"not recognised: {where}")
            for check in label["expect"]:
                if check not in self.checks:
                    continue
                self.recall["expected"] += 1
                self.recall["found"] += check in here
                if check not in here and recognised:
                    self.remarks.append(f"missed: {where} {check}")

    def tables(self):
        total = collections.Counter()
        rows = []
        for p in self.packages:
            counts = self.by_package[p.name]
            failed = {k: len(p.failures.get(k, [])) for k in ("broken", "crash", "timeout")}
            row = collections.Counter(files=len(p.files), seconds=round(p.seconds), **failed,
                                      findings=counts.total(), **counts)
            total += row
            rows.append((f"{p.name} {(p.root / 'version').read_text().strip()}", row))
        columns = ("files", "broken", "findings", *VERDICTS, "crash", "timeout", "seconds")
        rows = [[name] + [row[c] for c in columns] for name, row in rows + [("all", total)]]
        text = table(["package", "files", "with errors", "findings", *VERDICTS, "crashes",
                      "time-outs", "seconds"], rows) + "\n"
        rows, by_gate = [], collections.defaultdict(collections.Counter)
        for name, gate in self.checks.items():
            counts = self.by_check[name]
            by_gate[gate] += counts
            rows.append([f"`{name}`", gate, counts.total()] + [counts[v] for v in VERDICTS]
                        + [share(counts)])
        for gate, counts in sorted(by_gate.items()):
            rows.append([f"all of the gate {gate}", gate, counts.total()]
                        + [counts[v] for v in VERDICTS] + [share(counts)])
        text += table(["check", "gate", "findings", *VERDICTS, "true, of those judged"], rows) + "\n"
        r = self.recall
        text += table(["labelled loops", "number"], [
            ["retries", r["retries"]],
            ["of these, recognised", r["recognised"]],
            ["findings expected in them", r["expected"]],
            ["of these, reported", r["found"]],
            ["loops that must stay quiet", r["quiet"]],
            ["of these, with a finding", r["hit"]],
            ["of these, taken for a retry", r["seen"]],
        ])
        return text


def existing_checks(retrylint):
    policy = yaml.safe_load(POLICY.read_text())["checks"]
    run = subprocess.run([retrylint, "--list"], capture_output=True, text=True, check=True)
    names = [line.split()[0] for line in run.stdout.splitlines()]
    return {n: policy.get(n.removeprefix("retry-"), {}).get("gate", "") for n in names}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*", metavar="PACKAGE")
    parser.add_argument("--corpus", type=pathlib.Path, required=True)
    parser.add_argument("--retrylint", type=os.path.abspath, required=True)
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("--labelled", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=300)
    options = parser.parse_args()
    options.labels = read_lines(HERE / "labels.jsonl")
    options.judgements = read_lines(HERE / "judgements.jsonl")
    corpus = options.corpus.resolve()
    names = options.packages or sorted({l["package"] for l in options.labels})
    packages = [Package(name, corpus, options) for name in names]
    for p in packages:
        p.run()
        print(f"{p.name}: {len(p.files)} files, {len(p.findings)} findings, {p.seconds:.0f} s",
              file=sys.stderr)
    score = Score(packages, existing_checks(options.retrylint))
    for remark in score.remarks:
        print(remark)
    tables = score.tables()
    print("\n" + tables)
    if options.write:
        text = options.write.read_text()
        before, rest = text.split(MARKS[0])
        options.write.write_text(f"{before}{MARKS[0]}\n\n{tables}\n{MARKS[1]}{rest.split(MARKS[1])[1]}")


if __name__ == "__main__":
    main()
