"""The policies that README.md and the pages show are accepted by the program.

policies.py ROOT PROGRAM"""

import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.M | re.S)


def main(root, program):
    shown = [
        (page, text)
        for page in [
            root / "README.md",
            root / "docs/adopting.md",
            *sorted(root.glob("docs/checks/*.md")),
        ]
        for text in BLOCK.findall(page.read_text())
    ]
    wrong = []
    with tempfile.TemporaryDirectory() as scratch:
        source = pathlib.Path(scratch) / "empty.c"
        policy = pathlib.Path(scratch) / "policy.yaml"
        source.touch()
        for page, text in shown:
            policy.write_text(text)
            result = subprocess.run(
                [program, f"--policy={policy}", str(source), "--"],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            if result.returncode:
                wrong.append(f"{page.name}: {result.stdout}")
    print("\n".join(wrong) or f"{len(shown)} policies")
    return bool(wrong) or not shown


sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2]))
