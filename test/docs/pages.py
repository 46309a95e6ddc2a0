"""Holds the pages of docs/checks against the records and the program.

    pages.py ROOT PROGRAM

Each check of checks/Checks.def has a page with its summary and all sections, a
row in index.md and one in README.md. The code under "Bad" and "Good" compiles; bad code has the
finding of the page, good code has none.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

SECTIONS = [
    "What it flags",
    "Why it hurts",
    "Bad",
    "Good",
    "Options",
    "Suppressing it",
    "Limitations",
    "References",
]
OPTIONAL = "Fix"
RECORD = re.compile(r'^RETRY_CHECK\(\w+, "([\w-]+)",\s+"([^"]*)"\)', re.M)
BLOCK = re.compile(r"^```(c|cpp)\n(.*?)^```$", re.M | re.S)
POLICY = re.compile(r"^```yaml\n(.*?)^```$", re.M | re.S)
FINDING = re.compile(r"^(\S+?):\d+:\d+: warning: .* \[(retry-[\w-]+)\]$", re.M)


def sections_of(page):
    parts = re.split(r"^## (.*)\n", page, flags=re.M)
    return parts[0], list(zip(parts[1::2], parts[2::2]))


def wrong_form(name, summary, page):
    head, sections = sections_of(page)
    if head != f"# retry-{name}\n\n{summary}\n\n":
        yield f"does not begin with its name and '{summary}'"
    if [title for title, _ in sections if title != OPTIONAL] != SECTIONS:
        yield f"its sections are not {', '.join(SECTIONS)}"
    bodies = dict(sections)
    for title in ("Bad", "Good"):
        if not BLOCK.search(bodies.get(title, "")):
            yield f"no code under {title}"
    reason = rf"NOLINT\w*\(retry-{name}\): \w"
    if not re.search(reason, bodies.get("Suppressing it", "")):
        yield "does not show a suppression with a reason"
    for title, body in sections:
        if not body.strip() or "TODO" in body:
            yield f"nothing under {title}"


def write_blocks(name, page, folder):
    """One file for each block, under the policy that is shown with it; yields its
    path and what it must be."""
    for title, body in sections_of(page)[1]:
        if title in ("Bad", "Good"):
            place = folder / f"{name}-{title.lower()}"
            place.mkdir()
            if policy := POLICY.search(body):
                (place / ".retrylint.yaml").write_text(policy[1])
            for number, (language, code) in enumerate(BLOCK.findall(body), 1):
                path = place / f"{name}-{title.lower()}-{number}.{language}"
                path.write_text(code)
                yield path, title


def run(program, *arguments):
    """The findings by file, and what went wrong."""
    result = subprocess.run(
        [program, *arguments, "--"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    found = {}
    for path, check in FINDING.findall(result.stdout):
        found.setdefault(pathlib.Path(path).name, set()).add(check)
    failed = result.returncode not in (0, 1)
    return found, [f"exit code {result.returncode}:\n{result.stdout}"] * failed


def wrong_blocks(expected, folder, program, deploy):
    found, failures = run(program, str(folder))
    yield from failures
    # Findings of the gate "deploy" are shown when they are asked for.
    for check in sorted(deploy & {name for name, _ in expected.values()}):
        mine = [str(path) for path, (name, _) in expected.items() if name == check]
        more, failures = run(program, f"--checks=retry-{check}", "--gates=deploy", *mine)
        yield from failures
        for name, checks in more.items():
            found.setdefault(name, set()).update(checks)
    for path, (name, title) in expected.items():
        checks = found.get(path.name, set())
        if title == "Bad" and f"retry-{name}" not in checks:
            yield f"{path.name}: no finding of retry-{name}, only {sorted(checks)}"
        if title == "Good" and checks:
            yield f"{path.name}: {sorted(checks)} in good code"


def wrong_index(index, records, policy):
    """Rows that are missing, differ, or are of no check."""
    rows = re.findall(r"^\| \[retry-.*$", index, re.M)
    for name, summary in records:
        row = policy["checks"][name]
        start = (
            f"| [retry-{name}]({name}.md) | {summary} "
            f"| {' '.join(row['rules'])} | {row['gate']} | "
        )
        mine = [r for r in rows if r.startswith(start)]
        if len(mine) != 1 or not re.fullmatch(r"\d+\.\d+\.\d+ \|", mine[0][len(start) :]):
            yield f"index.md: expected one row '{start}VERSION |'"
    if len(rows) != len(records) or rows != sorted(rows):
        yield "index.md: not one row for each check, in order"


def wrong_rules(index, policy_text, records):
    """Rule ids of the policy without a row, and rows that name no check."""
    ids = set()
    for group in re.findall(r"[\[ ]((?:[A-Z]\d?(?:, )?)+)\]", policy_text):
        ids |= {rule for rule in group.split(", ") if re.fullmatch(r"[A-Z]\d?", rule)}
    rows = {}
    for row in re.findall(r"^\| ([A-Z]\d?) \|(.*)\|$", index, re.M):
        rows[row[0]] = [cell.strip() for cell in row[1].split("|")]
    for rule in sorted(ids - rows.keys()):
        yield f"index.md: rule {rule} has no row"
    named = {name for name, _ in records}
    for rule, (_, checked, provided) in rows.items():
        if not checked and not provided:
            yield f"index.md: nothing serves rule {rule}"
        for name in re.findall(r"^([a-z-]+)(?:,|$)|, ([a-z-]+)(?=,|$)", checked):
            if "".join(name) not in named:
                yield f"index.md: rule {rule}: no check {''.join(name)}"


def wrong_readme(readme, records):
    for name, _ in records:
        if f"| [retry-{name}](docs/checks/{name}.md) | " not in readme:
            yield f"README.md: no row for retry-{name}"


def main(root, program):
    records = RECORD.findall((root / "checks/Checks.def").read_text())
    policy = yaml.safe_load((root / "rules/policy/default.yaml").read_text())
    folder = root / "docs/checks"
    wrong = list(wrong_index((folder / "index.md").read_text(), records, policy))
    policy_text = (root / "rules/policy/default.yaml").read_text()
    wrong += wrong_rules((folder / "index.md").read_text(), policy_text, records)
    wrong += wrong_readme((root / "README.md").read_text(), records)
    pages = {path.stem for path in folder.glob("*.md")} - {"index"}
    for name in sorted(pages - {name for name, _ in records}):
        wrong.append(f"{name}.md: no such check")
    with tempfile.TemporaryDirectory() as scratch:
        expected = {}
        for name, summary in records:
            if name not in pages:
                wrong.append(f"{name}.md: missing")
                continue
            page = (folder / f"{name}.md").read_text()
            wrong += [f"{name}.md: {w}" for w in wrong_form(name, summary, page)]
            for path, title in write_blocks(name, page, pathlib.Path(scratch)):
                expected[path] = (name, title)
        deploy = {n for n, row in policy["checks"].items() if row["gate"] == "deploy"}
        wrong += wrong_blocks(expected, scratch, program, deploy)
    print("\n".join(wrong) or f"{len(records)} checks, {len(expected)} pieces of code")
    return bool(wrong)


sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2]))
