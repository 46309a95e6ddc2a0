"""Holds the output that README.md shows against what the program prints.

    readme.py ROOT PROGRAM [--update]

A block of text that begins with "$ ./dev lint ARGUMENTS" is what those print.
"""

import difflib
import pathlib
import re
import subprocess
import sys

SHOWN = re.compile(r"^```text\n\$ ./dev lint ([^\n]*)\n(.*?)^```$", re.M | re.S)


def main(root, program, update):
    readme = root / "README.md"
    text = readme.read_text()

    def printed(block):
        result = subprocess.run(
            [program, *block[1].split()], cwd=root, stdout=subprocess.PIPE, text=True
        )
        return f"```text\n$ ./dev lint {block[1]}\n{result.stdout}```"

    true, blocks = SHOWN.subn(printed, text)
    if not blocks:
        sys.exit("README.md: no output of ./dev lint")
    if true == text:
        return
    if not update:
        lines = difflib.unified_diff(
            text.splitlines(), true.splitlines(), "shown", "printed", lineterm=""
        )
        sys.exit("\n".join(["README.md: to repair it, add --update", *lines]))
    readme.write_text(true)


main(pathlib.Path(sys.argv[1]), sys.argv[2], "--update" in sys.argv)
