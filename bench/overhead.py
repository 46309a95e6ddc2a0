"""What the checks cost on top of clang-tidy: ./dev bench overhead

Runs clang-tidy on the files in bench/overhead twice each, with one cheap check of
its own and with that check and all of ours, loading the plugin included. Counts
instructions, with the processor's counter where there is one, else under valgrind,
which takes some minutes. Prints the ratio for each file and for all of them.

    --method=perf|cachegrind|time   time: least user time of alternating runs
    --runs=N                        pairs of runs for each file
    --output=FILE                   where to write the numbers as JSON
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLUGIN = ROOT / "build/default/checks/RetryTidyModule.so"
FLAGS = ["-std=c++20"]
BASELINE = "-*,misc-unused-alias-decls"
WITH_OURS = f"{BASELINE},retry-*"
GOAL = 1.08


def tidy(checks, file):
    command = ["clang-tidy-22", "--quiet", "--config={}", f"--checks={checks}"]
    if checks == WITH_OURS:
        command.append(f"--load={PLUGIN}")
    return command + [str(file), "--"] + FLAGS


def run(command, **more):
    result = subprocess.run(command, capture_output=True, text=True, **more)
    if result.returncode:
        sys.exit(f"bench: error: {' '.join(command)}\n{result.stdout}{result.stderr}")
    return result


def by_perf(checks, file):
    """Instructions in user space; none if there is no such counter."""
    prefix = ["perf", "stat", "-x,", "-e", "instructions:u"]
    count = run(prefix + tidy(checks, file)).stderr.strip().splitlines()[-1].split(",")[0]
    return int(count) if count.isdigit() else None


def by_cachegrind(checks, file):
    with tempfile.NamedTemporaryFile() as out:
        prefix = ["valgrind", "--tool=cachegrind", "--cache-sim=no"]
        prefix.append(f"--cachegrind-out-file={out.name}")
        shown = run(prefix + tidy(checks, file)).stderr
    return int(re.search(r"I\s+refs:\s+([\d,]+)", shown)[1].replace(",", ""))


def by_time(checks, file):
    before = os.times().children_user
    run(tidy(checks, file))
    return os.times().children_user - before


METHODS = {
    "perf": (by_perf, "instructions", 1),
    "cachegrind": (by_cachegrind, "instructions", 1),
    "time": (by_time, "s of user time", 7),
}


def has_counter():
    probe = ["perf", "stat", "-x,", "-e", "instructions:u", "true"]
    try:
        shown = subprocess.run(probe, capture_output=True, text=True)
    except OSError:
        return False
    return shown.stderr.strip().split(",")[0].isdigit()


def measure(method, runs, files):
    count, _, _ = METHODS[method]
    for file in files:
        base, ours = [], []
        for _ in range(runs):
            base.append(count(BASELINE, file))
            ours.append(count(WITH_OURS, file))
        yield {"file": file.name, "baseline": min(base), "with_checks": min(ours)}


def ratio(row):
    return row["with_checks"] / row["baseline"]


def main():
    parser = argparse.ArgumentParser(description="what the checks cost")
    parser.add_argument("--method", choices=METHODS)
    parser.add_argument("--runs", type=int)
    parser.add_argument(
        "--output", type=pathlib.Path, default=ROOT / "build/default/overhead.json"
    )
    options = parser.parse_args()
    method = options.method or ("perf" if has_counter() else "cachegrind")
    _, unit, runs = METHODS[method]

    rows = []
    files = sorted((ROOT / "bench/overhead").glob("*.cpp"))
    print(f"{'':14}{'clang-tidy':>16}{'with ours':>16}  ratio   ({unit})")
    for row in measure(method, options.runs or runs, files):
        rows.append(row)
        show(row)
    total = {
        "file": "all",
        "baseline": sum(r["baseline"] for r in rows),
        "with_checks": sum(r["with_checks"] for r in rows),
    }
    show(total)
    print(f"goal: below {GOAL}; {'met' if ratio(total) < GOAL else 'missed'}")
    result = {"method": method, "unit": unit, "files": rows, "ratio": ratio(total)}
    options.output.write_text(json.dumps(result, indent=2) + "\n")


def show(row):
    def number(n):
        return f"{n:,}" if isinstance(n, int) else f"{n:.2f}"

    print(
        f"{row['file']:14}{number(row['baseline']):>16}"
        f"{number(row['with_checks']):>16}  {ratio(row):.3f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
