"""Every rule that the runtime library provides has a test of its name.

rules.py ROOT TESTS...

The rules are the rows of docs/checks/index.md; a row whose last cell is nothing but a
link is served by a page. A test of rule B1 is called B1_Something. No test of the
library sleeps.
"""

import pathlib
import re
import subprocess
import sys

ROW = re.compile(r"^\| ([A-Z]\d?) \|.*\| ([^|]*) \|$", re.M)
LINK = re.compile(r"\[[^]]*\]\([^)]*\)")
SLEEP = re.compile(r"\b(sleep_for|sleep_until|usleep|nanosleep)\b")


def main(root, programs):
    index = (root / "docs/checks/index.md").read_text()
    provided = [rule for rule, by in ROW.findall(index) if by and not LINK.fullmatch(by)]
    listed = "".join(
        subprocess.run([program, "--gtest_list_tests"], capture_output=True, text=True, check=True).stdout
        for program in programs
    )
    tested = set(re.findall(r"^  ([A-Z]\d?)_\w", listed, re.M))
    wrong = [f"no test of rule {rule}" for rule in provided if rule not in tested]
    for path in sorted((root / "test/unit/runtime").rglob("*.[ch]*")):
        wrong += [f"{path.relative_to(root)}: {word}" for word in SLEEP.findall(path.read_text())]
    print("\n".join(wrong) or f"{len(provided)} rules")
    return bool(wrong) or len(provided) < 30


sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2:]))
