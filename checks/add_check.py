"""./dev add-check NAME "SUMMARY": starts a check that compiles and reports nothing.

Writes the class, its page and its test, and adds its rows to the records. Run it
again after a mistake: it refuses to overwrite anything.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

HEADER = """\
#ifndef RETRYLINT_CHECKS_{guard}_H
#define RETRYLINT_CHECKS_{guard}_H

#include "checks/RetryCheck.h"

namespace retrylint {{

/// {summary}
///
/// docs/checks/{name}.md
class {cls} : public RetryCheck {{
public:
  using RetryCheck::RetryCheck;

private:
  void judge(const RetryLoop &Loop, const Policy &P) override;
}};

}} // namespace retrylint

#endif
"""

SOURCE = """\
#include "checks/{cls}.h"

namespace retrylint {{

void {cls}::judge(const RetryLoop &, const Policy &) {{}}

}} // namespace retrylint
"""

TEST = """\
// RUN: %check_retry %s --checks=retry-{name} -- -std=c++20
// expect-none
"""


def fail(message):
    sys.exit(f"dev: error: {message}")


def page(name, summary):
    """The sections of a page that exists, empty."""
    model = (ROOT / "docs/checks/fixed-interval.md").read_text()
    lines = [f"# retry-{name}", "", summary, ""]
    for heading in re.findall(r"^## .*$", model, re.M):
        lines += [heading, "", "TODO", ""]
    return "\n".join(lines[:-1]) + "\n"


def insert_sorted(path, new, pattern):
    """Puts `new` among the entries that match `pattern`, in order."""
    text = path.read_text()
    entries = list(re.finditer(pattern, text, re.M | re.S))
    after = [entry for entry in entries if entry.group() > new]
    position = after[0].start() if after else entries[-1].end()
    path.write_text(text[:position] + new + text[position:])


def policy_row(name):
    """The gate and the rules of the check in the default policy, which gets a row
    for it if it has none."""
    path = ROOT / "rules/policy/default.yaml"
    text = path.read_text()
    row = re.search(rf"^  {name}: .*gate: (\w+), rules: \[(.*)\]", text, re.M)
    if row:
        return row[1], row[2].replace(",", "")
    last = list(re.finditer(r"^checks:\n(?:  .*\n)*", text, re.M))[-1].end()
    new = f"  {name}: {{enabled: true, gate: advice, rules: []}}\n"
    path.write_text(text[:last] + new + text[last:])
    return "advice", ""


def main():
    if len(sys.argv) != 3:
        fail('usage: ./dev add-check NAME "What it flags, in one sentence."')
    name, summary = sys.argv[1].removeprefix("retry-"), sys.argv[2]
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name):
        fail(f"a name is lower-case words with hyphens between, not '{name}'")
    if not re.fullmatch(r'[A-Z][^"\\\n]*\.', summary):
        fail("a summary is one sentence with a capital and a full stop, no quotes")
    cls = "".join(word.capitalize() for word in name.split("-")) + "Check"
    fields = {"name": name, "summary": summary, "cls": cls, "guard": cls.upper()}

    files = {
        f"checks/{cls}.h": HEADER.format(**fields),
        f"checks/{cls}.cpp": SOURCE.format(**fields),
        f"docs/checks/{name}.md": page(name, summary),
        f"test/checks/{name}.cpp": TEST.format(**fields),
    }
    for file in files:
        if (ROOT / file).exists():
            fail(f"{file} exists")
    for file, text in files.items():
        (ROOT / file).write_text(text)
        print(f"wrote {file}")

    insert_sorted(
        ROOT / "checks/Checks.def",
        f'RETRY_CHECK({cls}, "{name}",\n            "{summary}")\n',
        r'^RETRY_CHECK\(\w+, "[\w-]+",\s+"[^"]*"\)\n',
    )
    insert_sorted(
        ROOT / "checks/RetryTidyModule.cpp",
        f'#include "checks/{cls}.h"\n',
        r'^#include "checks/\w+Check\.h"\n',
    )
    gate, rules = policy_row(name)
    version = re.search(r"VERSION (\d+\.\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text())
    insert_sorted(
        ROOT / "docs/checks/index.md",
        f"| [retry-{name}]({name}.md) | {summary} | {rules} | {gate} | {version[1]} |\n",
        r"^\| \[retry-[^\n]*\n",
    )
    print("added it to checks/Checks.def, checks/RetryTidyModule.cpp,")
    print("  docs/checks/index.md and rules/policy/default.yaml")
    print("next: the test, the question in judge(), the page, CHANGELOG.md")


if __name__ == "__main__":
    main()
