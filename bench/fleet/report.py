"""What retries do to a server and to a fleet: ./dev bench fleet

Builds bench/fleet, runs the experiment once for each strategy, one after the other, then
the simulation, and prints the tables. A full run takes 16 minutes and writes the tables
into docs/runtime/fleet-experiment.md, the numbers beside it and the plots to docs/images.
Fails if the library does not keep to its budget.

    --seconds=N    length of each run of the experiment (60); another length writes nothing
    --only=NAME    this strategy alone; writes nothing
    --redraw       only the simulation; the experiment's numbers are those of the last full run
"""

import argparse
import json
import pathlib
import subprocess
import sys

import plots

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/runtime/fleet-experiment.md"
IMAGES = ROOT / "docs/images"
FULL = 60  # seconds
ATTEMPTS = [3, 8]
TOLERANCE = 1.02
STRATEGIES = {  # name: label, and the budget's ratio if it is the library's
    "naive": ("naive loop", None),
    "backoff": ("backoff, no jitter", None),
    "jitter": ("backoff, full jitter", None),
    "bucket-10": ("ours, token bucket 10 %", 0.1),
    "bucket-20": ("ours, token bucket 20 %", 0.2),
    "window-10": ("ours, rolling window 10 %", 0.1),
    "window-20": ("ours, rolling window 20 %", 0.2),
    "default": ("ours, as it comes", 0.2),
}


def run(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if result.returncode:
        sys.exit(f"bench: error: {' '.join(map(str, command))}: exit code {result.returncode}")
    return result.stdout


def build():
    folder = ROOT / "build/bench/fleet"
    run(["cmake", "-G", "Ninja", "-S", ROOT / "bench/fleet", "-B", folder,
         "-DCMAKE_CXX_COMPILER=clang++-22"])
    run(["ninja", "-C", folder])
    return folder


def experiment(program, names, seconds):
    """One run after the other, so that none disturbs another."""
    runs = []
    for name in names:
        for attempts in ATTEMPTS:
            print(f"{STRATEGIES[name][0]}, {attempts} attempts: {seconds} s", file=sys.stderr)
            one = json.loads(run([program, name, str(attempts), str(seconds)]))
            bins, half = one.pop("requests_per_100ms"), seconds * 5
            calls = {part: one[part]["calls"] for part in ("healthy", "outage")}
            one["outage"]["outbound_over_inbound"] = sum(bins[half:2 * half]) / calls["outage"]
            one["outbound_over_inbound"] = sum(bins) / sum(calls.values())
            one["requests_per_second"] = [sum(bins[i:i + 10]) for i in range(0, len(bins), 10)]
            runs.append(one)
    return runs


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


def experiment_table(runs):
    def row(name):
        three, eight = (next(r for r in runs if (r["strategy"], r["attempts"]) == (name, n))
                        for n in ATTEMPTS)
        both = (three, eight)
        return [STRATEGIES[name][0],
                *(f"{r['outage']['outbound_over_inbound']:.2f}" for r in both),
                *(f"{r['outbound_over_inbound']:.2f}" for r in both),
                *(f"{100 * r['outage']['succeeded'] / r['outage']['calls']:.0f} %" for r in both),
                *(r["outage"]["late"] for r in both)]
    names = dict.fromkeys(r["strategy"] for r in runs)
    return table(["", "outage, 3 attempts", "8 attempts", "whole, 3", "8", "calls that succeed, 3", "8",
                  "callers past their deadline, 3", "8"], map(row, names))


def simulation_table(runs):
    def peak(name, clients, attempts):
        bins = next(r["requests_per_100ms"] for r in runs if
                    (r["strategy"], r["clients"], r["attempts"]) == (name, clients, attempts))
        return f"{max(bins):,}"
    cases = [(clients, n) for clients in (1000, 100000) for n in ATTEMPTS]
    return table(["", *(f"{clients:,} clients, {n} attempts" for clients, n in cases)],
                 [[name, *(peak(name, *case) for case in cases)]
                  for name in dict.fromkeys(r["strategy"] for r in runs)])


def verdict(runs):
    """Whether the library kept its promises, and a line for each."""
    for name in dict.fromkeys(r["strategy"] for r in runs):
        label, ratio = STRATEGIES[name]
        if ratio is None:
            continue
        mine = [r for r in runs if r["strategy"] == name]
        three, eight = (r["outage"]["outbound_over_inbound"] for r in mine)
        limit = (1 + ratio) * TOLERANCE
        yield max(three, eight) <= limit, f"{label}: {three:.3f} and {eight:.3f}, at most {limit:.3f}"
        yield abs(three - eight) <= 0.03, f"{label}: the same for 3 and 8 attempts, within 0.03"
        late = sum(r["outage"]["late"] + r["healthy"]["late"] for r in mine)
        yield late == 0, f"{label}: {late} callers past their deadline"


def write_page(tables):
    text = PAGE.read_text()
    for name, content in tables.items():
        begin, end = f"<!-- begin: {name} -->\n", f"<!-- end: {name} -->\n"
        before, rest = text.split(begin)
        text = before + begin + "\n" + content + "\n" + end + rest.split(end)[1]
    PAGE.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=FULL)
    parser.add_argument("--only", choices=STRATEGIES)
    parser.add_argument("--redraw", action="store_true")
    options = parser.parse_args()
    if not 2 <= options.seconds <= 600:
        parser.error("--seconds is from 2 to 600")
    folder = build()
    names = [options.only] if options.only else list(STRATEGIES)
    numbers = PAGE.with_suffix(".json")
    simulated = json.loads(run([folder / "simulation"]))
    measured = (json.loads(numbers.read_text())["experiment"] if options.redraw else
                experiment(folder / "experiment", names, options.seconds))
    tables = {"experiment": experiment_table(measured), "simulation": simulation_table(simulated)}
    print("\n".join(tables.values()))
    if options.seconds != FULL or options.only:
        return 0  # too short for the budget's window
    numbers.write_text(json.dumps({"experiment": measured, "simulation": simulated}) + "\n")
    write_page(tables)
    IMAGES.mkdir(exist_ok=True)
    labels = {name: label for name, (label, _) in STRATEGIES.items()}
    plots.requests(measured, labels, IMAGES / "fleet-requests.svg")
    plots.multipliers(measured, labels, IMAGES / "fleet-multipliers.svg")
    plots.herd(simulated, IMAGES / "fleet-herd.svg")
    results = list(verdict(measured))
    print("\n".join(("ok: " if good else "FAILED: ") + line for good, line in results))
    return 0 if all(good for good, _ in results) else 1


sys.exit(main())
