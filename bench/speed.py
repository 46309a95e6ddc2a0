"""What retrylint costs beside the compiler: ./dev bench speed [PACKAGE...]

On packages of the corpus, all with two jobs: `clang -fsyntax-only` on every file,
run-clang-tidy with our plugin, retrylint without a cache, and retrylint again when
everything is in the cache. Then how it grows with the number of files, of all packages
that are there, and with the size of one function. Counts processor time of all processes,
which a busy machine disturbs less than the clock; peak memory is that of the largest process.
All of them must find the same: if not, what differs is printed, and the exit code is 1.

    --corpus=DIR      where the packages are (bench/corpus/setup.sh)
    --every=N         only every Nth file of a package
    --growth          only how it grows
    --output=FILE     where to write the numbers as JSON
    --write=FILE      the page whose tables are replaced, if everything was measured
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build/default/tool/retrylint"
PLUGIN = ROOT / "build/default/checks/RetryTidyModule.so"
PACKAGES = ["librdkafka", "xrootd"]
FINDING = re.compile(r"^(\S[^:\n]*:\d+:\d+): warning: (.*\[retry-[\w-]+\])$", re.M)
# What a compile command says about its products is not wanted.
WITH_VALUE, ALONE = {"-o", "-MF", "-MT", "-MQ"}, {"-c", "-MD", "-MMD", "-MP"}


class Cost:
    def __init__(self, seconds=0.0, megabytes=0.0):
        self.seconds, self.megabytes = seconds, megabytes

    def __add__(self, other):
        return Cost(self.seconds + other.seconds, max(self.megabytes, other.megabytes))


def measured(command, directory=None):
    """The cost of a program and of all it started, and what it printed."""
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, cwd=directory, stdin=subprocess.DEVNULL, stdout=out,
                                 stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode(errors="replace")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024), text


def compile_only(entry):
    given = entry.get("arguments") or shlex.split(entry["command"])
    kept, values = [], iter(given[1:])
    for argument in values:
        if argument in WITH_VALUE:
            next(values)
        elif argument not in ALONE:
            kept.append(argument)
    plus = pathlib.Path(entry["file"]).suffix not in {".c", ".C"}
    command = ["clang++-22" if plus else "clang-22", "-fsyntax-only", "-w", *kept]
    return measured(command, entry["directory"])[0]


def clang(database):
    entries = json.loads((database / "compile_commands.json").read_text())
    with ThreadPoolExecutor(2) as pool:
        return sum(pool.map(compile_only, entries), Cost())


def tidy(database):
    cost, text = measured(["run-clang-tidy-22", "-quiet", "-j2", "-load", str(PLUGIN), "-checks=-*,retry-*",
                           "-header-filter=.*", "-config={}", "-p", str(database)])
    compiled = json.loads((database / "compile_commands.json").read_text())
    return cost, findings(text, [database, *dict.fromkeys(e["directory"] for e in compiled)])


def lint(database, *options):
    cost, text = measured([PROGRAM, "-j2", "--quiet", "-p", str(database), *options], "/")
    return cost, findings(text, ["/"])


def findings(text, bases):
    """Whole messages; clang-tidy names a file as seen from where it was compiled."""
    def located(place):
        file, line, column = place.rsplit(":", 2)
        paths = [os.path.normpath(os.path.join(base, file)) for base in bases]
        return f"{next(filter(os.path.exists, paths), file)}:{line}:{column}"

    return {f"{located(m[1])}: {m[2]}"
            for m in FINDING.finditer(re.sub(r"\x1b\[[0-9;]*m", "", text))}


def same(package, other, found, others_found):
    """Whether they agree; says where not."""
    for line in sorted(found ^ others_found):
        who = "cold alone" if line in found else f"{other} alone"
        print(f"bench: error: {package}: found by {who}: {line}", file=sys.stderr)
    return found == others_found


def subset(entries, folder):
    folder.mkdir(parents=True)
    (folder / "compile_commands.json").write_text(json.dumps(entries))
    return folder


def measure(name, database, cache):
    entries = json.loads((database / "compile_commands.json").read_text())
    print(f"bench: {name}: {len(entries)} files", file=sys.stderr)
    compiler = clang(database)
    with_tidy, tidy_found = tidy(database)
    cold, found = lint(database, "--no-cache")
    whole, whole_found = lint(database, "--no-cache", "--no-skip")
    lint(database, f"--cache-dir={cache}")
    warm, warm_found = lint(database, f"--cache-dir={cache}")
    return {
        "package": name, "files": len(entries), "findings": len(found),
        "same_as_plugin": same(name, "plugin", found, tidy_found),
        "same_without_skipping": same(name, "--no-skip", found, whole_found),
        "same_warm": same(name, "warm", found, warm_found),
        "clang_s": compiler.seconds, "tidy_s": with_tidy.seconds, "cold_s": cold.seconds,
        "no_skip_s": whole.seconds, "warm_s": warm.seconds,
        "clang_mb": compiler.megabytes, "cold_mb": cold.megabytes,
        "to_clang": cold.seconds / compiler.seconds, "to_tidy": cold.seconds / with_tidy.seconds,
        "warm_to_cold": warm.seconds / cold.seconds, "memory_to_clang": cold.megabytes / compiler.megabytes,
    }


def total(rows):
    summed = {key: sum(row[key] for row in rows) for key in rows[0] if key.endswith("_s") or key in ("files", "findings")}
    most = {key: max(row[key] for row in rows) for key in ("clang_mb", "cold_mb")}
    alike = {key: all(row[key] for row in rows) for key in rows[0] if key.startswith("same")}
    return {"package": "all", **summed, **most, **alike,
            "to_clang": summed["cold_s"] / summed["clang_s"], "to_tidy": summed["cold_s"] / summed["tidy_s"],
            "warm_to_cold": summed["warm_s"] / summed["cold_s"], "memory_to_clang": most["cold_mb"] / most["clang_mb"]}


def by_files(corpus, folder, every):
    """So many files, spread over all packages, so that they are of the same kinds."""
    entries = {}  # one for each file: what is built twice is analysed twice
    for database in sorted(corpus.glob("*/compile_commands.json")):
        for entry in json.loads(database.read_text()):
            entries.setdefault(os.path.join(entry["directory"], entry["file"]), entry)
    entries, rows = list(entries.values()), []
    for count in (100 // every, 300 // every, 1000 // every):
        if count > len(entries):
            print(f"bench: no row for {count} files: the packages have {len(entries)}", file=sys.stderr)
            continue
        chosen = [entries[i * len(entries) // count] for i in range(count)]
        print(f"bench: {count} files", file=sys.stderr)
        cost, _ = lint(subset(chosen, folder / str(count)), "--no-cache")
        rows.append({"files": count, "cold_s": cost.seconds, "ms_each": 1000 * cost.seconds / count,
                     "mb": cost.megabytes})
    return rows


def by_size(folder):
    """One function of so many lines that ends in a retry; a branch every ten lines."""
    folder.mkdir(parents=True)
    rows = []
    for size in (100, 300, 1000, 3000):
        file = folder / f"size{size}.c"
        lines = "".join(f"  {f'if (in[{i}] > {i}) ' if i % 10 == 0 else ''}out += in[{i}] * {i + 1};\n" for i in range(size))
        file.write_text("#include <unistd.h>\nint send_it(int);\nint f(const int *in) {\n  int out = 0;\n" + lines +
                        "  for (int n = 0; n < 3; ++n) {\n    if (send_it(out) == 0)\n      return 0;\n"
                        "    sleep(1);\n  }\n  return -1;\n}\n")
        cost, text = measured([PROGRAM, "--no-cache", "--quiet", str(file), "--"])
        compiler = compile_only({"file": file, "directory": folder, "arguments": ["cc", "-c", str(file)]})
        rows.append({"lines": size, "cold_s": cost.seconds, "clang_s": compiler.seconds,
                     "findings": len(findings(text, [folder]))})
    return rows


def agree(row):
    return row["same_as_plugin"] and row["same_without_skipping"] and row["same_warm"]


def tables(numbers):
    yes = {True: "yes", False: "**no**"}
    lines = ["| package | files | clang | plugin | cold | of clang | of plugin | warm | of cold | memory of clang's | same findings |",
             "|---|---|---|---|---|---|---|---|---|---|---|"]
    for row in numbers["packages"]:
        lines.append(f"| {row['package']} | {row['files']} | {row['clang_s']:.1f} s | {row['tidy_s']:.1f} s | "
                     f"{row['cold_s']:.1f} s | {row['to_clang']:.2f} | {row['to_tidy']:.2f} | {row['warm_s']:.2f} s | "
                     f"{100 * row['warm_to_cold']:.1f} % | {row['memory_to_clang']:.2f} | {yes[agree(row)]} |")
    lines += ["", "| files | cold | each | memory |", "|---|---|---|---|"]
    lines += [f"| {row['files']} | {row['cold_s']:.1f} s | {row['ms_each']:.0f} ms | {row['mb']:.0f} MB |"
              for row in numbers["by_files"]]
    lines += ["", "| lines of one function | clang | cold | findings |", "|---|---|---|---|"]
    lines += [f"| {row['lines']} | {1000 * row['clang_s']:.0f} ms | {1000 * row['cold_s']:.0f} ms | "
              f"{row['findings']} |" for row in numbers["by_size"]]
    return "\n".join(lines) + "\n"


def write(page, text):
    begin, end = "<!-- measured -->\n", "<!-- end -->"
    old = page.read_text()
    head, rest = old.split(begin)
    page.write_text(head + begin + text + rest[rest.index(end):])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=pathlib.Path, required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("packages", nargs="*")
    options = parser.parse_args()
    whole = not options.packages and options.every == 1 and not options.growth
    options.packages = [] if options.growth else options.packages or PACKAGES
    with tempfile.TemporaryDirectory(prefix="retrylint-bench") as temporary:
        work, rows = pathlib.Path(temporary), []
        for name in options.packages:
            found = options.corpus / name / "compile_commands.json"
            if not found.exists():
                sys.exit(f"bench: error: {found}: no such file; bench/corpus/setup.sh makes it")
            entries = json.loads(found.read_text())
            rows.append(measure(name, subset(entries[::options.every], work / name), work / "cache" / name))
        if len(rows) > 1:
            rows.append(total(rows))
        numbers = {"packages": rows, "by_files": by_files(options.corpus, work / "files", options.every),
                   "by_size": by_size(work / "size")}
    text = tables(numbers)
    print(text, end="")
    if options.output:
        options.output.write_text(json.dumps(numbers, indent=2) + "\n")
    if options.write and whole:
        write(options.write, text)
    elif options.write:
        print(f"bench: {options.write} is left as it is: only a part was measured", file=sys.stderr)
    if not all(agree(row) for row in rows):
        sys.exit("bench: error: not all of them find the same")


if __name__ == "__main__":
    main()
