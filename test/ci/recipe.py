"""Prints the shell code under a heading of a page. recipe.py PAGE HEADING"""

import pathlib
import re
import sys

page, heading = pathlib.Path(sys.argv[1]).read_text(), sys.argv[2]
section = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", page, re.M | re.S)
blocks = re.findall(r"^```sh\n(.*?)^```$", section[1] if section else "", re.M | re.S)
if not blocks:
    sys.exit(f"{sys.argv[1]}: no shell code under '{heading}'")
print("set -eu", *blocks, sep="\n")
