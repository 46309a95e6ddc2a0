"""What the runtime library costs: ./dev bench runtime

Builds and runs bench/runtime with g++ and clang++, measures what its header costs to
compile, prints the tables and writes them into docs/runtime/cost.md.

    --rounds=N       runs of each program; the least of all counts
    --output=FILE    where to write the numbers as JSON
    --no-page        leave the page as it is
"""

import argparse
import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/runtime/cost.md"
BEGIN, END = "<!-- begin: ./dev bench runtime -->\n", "<!-- end -->\n"
COMPILERS = ["g++", "clang++-22"]
GOAL = 5.0  # nanoseconds more than the hand loop

SHAPES = [
    ("direct", "direct call"),
    ("hand_loop", "hand-written loop"),
    ("function_loop", "loop over `std::function`"),
    ("virtual_policies", "two virtual policies, cloned"),
    ("ours", "`retry::call`"),
]
OURS = [
    ("ours_with_attempt/0", "success, callable takes the attempt"),
    ("ours/rolling_budget", "success, `rolling_budget`, which reads the clock"),
    ("ours/budget_denied", "failure, no budget left"),
    ("ours/breaker_open", "circuit open, no attempt"),
]
SHARED = [
    ("hand_loop", "hand-written loop, nothing shared"),
    ("token_bucket", "`retry::call`, success"),
    ("rolling_budget", "the same, `rolling_budget`"),
    ("token_bucket_one_failure", "`retry::call`, one failure"),
]
GRPC = [
    ("no_retries", "no retries"),
    ("grpc_retries", "gRPC's own"),
    ("ours", "`retry::unary`"),
]
SOURCES = [
    ("empty", "", "nothing"),
    ("standard", "#include <chrono>\n#include <string>\n", "`<string>`, `<chrono>`"),
    ("umbrella", "#include <retry/retry.h>\n", "`retry/retry.h`"),
    (
        "call",
        "#include <retry/retry.h>\nbool ask();\nstatic retry::dependency server(\"server\");\n"
        'bool read() { return retry::call(server, retry::get("read"), [] { return ask(); }).ok(); }\n',
        "`retry/retry.h` and one `retry::call`",
    ),
]


def run(command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"bench: error: {' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout


def build(compiler):
    folder = ROOT / "build/bench" / compiler
    run(["cmake", "-G", "Ninja", "-S", ROOT / "bench/runtime", "-B", folder,
         f"-DCMAKE_CXX_COMPILER={compiler}"])
    run(["ninja", "-C", folder])
    return folder


def measure(program, rounds, clock):
    """The least time of each benchmark, and its counters."""
    least = {}
    for _ in range(rounds):
        shown = run([program, "--benchmark_format=json", "--benchmark_min_time=0.05",
                     "--benchmark_repetitions=3", "--benchmark_enable_random_interleaving=true"])
        for one in json.loads(shown)["benchmarks"]:
            if one["run_type"] != "iteration":
                continue
            if one.get("error_occurred"):
                sys.exit(f"bench: error: {one['name']}: {one['error_message']}")
            name = one["run_name"].removesuffix("/real_time")
            mine = least.setdefault(name, {"ns": one[clock]})
            mine["ns"] = min(mine["ns"], one[clock])
            if "allocations" in one:
                mine["allocations"] = one["allocations"]
    return least


def compile_seconds(compiler, rounds):
    least = {}
    with tempfile.TemporaryDirectory() as scratch:
        for name, text, _ in SOURCES:
            (pathlib.Path(scratch) / f"{name}.cpp").write_text(text)
        for _ in range(rounds):
            for name, _, _ in SOURCES:
                before = os.times().children_user
                run([compiler, "-std=c++17", "-O2", f"-I{ROOT}/runtime/include", "-c",
                     f"{scratch}/{name}.cpp", "-o", f"{scratch}/{name}.o"])
                took = os.times().children_user - before
                least[name] = min(least.get(name, took), took)
    return least


def table(head, rows):
    yield "| " + " | ".join(head) + " |"
    yield "|---" * len(head) + "|"
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""


def ns(one):
    return f"{one['ns']:.1f}" if one and one["ns"] < 100 else f"{one['ns']:.0f}" if one else ""


def call_tables(found, compiler):
    yield f"{compiler}, -O2, nanoseconds of one call:"
    yield ""
    yield from table(
        ["", "success", "1 failure", "2 failures", "given up after 3", "allocations, success"],
        [[label, *(ns(found.get(f"{shape}/{n}")) for n in range(4)),
          f"{found[f'{shape}/0']['allocations']:g}"] for shape, label in SHAPES])
    yield from table(["`retry::call`", "ns", "allocations"],
                     [[label, ns(found[name]), f"{found[name]['allocations']:g}"]
                      for name, label in OURS])


def tables(numbers):
    for compiler in COMPILERS:
        yield from call_tables(numbers[compiler]["calls"], compiler)
    mine = numbers[COMPILERS[0]]
    yield "Threads that share one dependency, nanoseconds of processor time of one call:"
    yield ""
    yield from table(["", "1 thread", "2 threads", "8 threads"],
                     [[label, *(ns(mine["threads"][f"{name}/threads:{n}"]) for n in (1, 2, 8))]
                      for name, label in SHARED])
    if "grpc" in mine:
        yield "A gRPC call over loopback, microseconds. Both wait up to 1 ms before the second attempt:"
        yield ""
        yield from table(["retries", "success", "1 failure"],
                         [[label, *(f"{mine['grpc'][key]['ns'] / 1000:.0f}" if key in mine["grpc"] else ""
                                    for key in (f"{name}/0", f"{name}/1"))]
                          for name, label in GRPC])
    yield "Compiling, as a multiple of `<string>` and `<chrono>`:"
    yield ""
    yield from table(["a source with", *COMPILERS],
                     [[label, *(f"{numbers[c]['compile'][name] / numbers[c]['compile']['standard']:.2f}"
                                for c in COMPILERS)] for name, _, label in SOURCES])


def verdict(numbers):
    for compiler in COMPILERS:
        found = numbers[compiler]["calls"]
        more = found["ours/0"]["ns"] - found["hand_loop/0"]["ns"]
        allocated = found["ours/0"]["allocations"]
        good = more <= GOAL and allocated == 0
        yield good, (f"{compiler}: success costs {more:.1f} ns more than the hand-written loop "
                     f"(goal {GOAL:g}) and {allocated:g} allocations (goal 0)")


def write_page(text):
    page = PAGE.read_text()
    before, rest = page.split(BEGIN)
    PAGE.write_text(before + BEGIN + text + END + rest.split(END)[1])


def main():
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument("--rounds", type=int, default=10)
    options.add_argument("--output", type=pathlib.Path, default=ROOT / "build/bench/runtime.json")
    options.add_argument("--no-page", action="store_true")
    options = options.parse_args()
    numbers = {}
    for compiler in COMPILERS:
        folder = build(compiler)
        numbers[compiler] = {
            "calls": measure(folder / "bench_calls", options.rounds, "cpu_time"),
            "threads": measure(folder / "bench_threads", options.rounds, "cpu_time"),
            "compile": compile_seconds(compiler, options.rounds),
        }
        if (folder / "bench_grpc").exists():
            numbers[compiler]["grpc"] = measure(folder / "bench_grpc", max(1, options.rounds // 3), "real_time")
    text = "\n" + "\n".join(tables(numbers))
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps({"machine": platform.machine(), "numbers": numbers}, indent=1))
    if not options.no_page:
        write_page(text)
    print(text)
    results = list(verdict(numbers))
    print("\n".join(line for _, line in results))
    return 0 if all(good for good, _ in results) else 1


sys.exit(main())
