"""The code in docs/runtime compiles; what has a main runs.

runtime.py ROOT COMPILER [FLAG...]"""

import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```cpp(?: bad)?\n(.*?)^```$", re.M | re.S)


def main(root, compiler, *more):
    flags = [*more, "-std=c++17", "-Wall", "-Wextra", "-Werror", f"-I{root}/runtime/include"]
    wrong, count = [], 0
    with tempfile.TemporaryDirectory() as scratch:
        for page in sorted((root / "docs/runtime").glob("*.md")):
            for number, code in enumerate(BLOCK.findall(page.read_text()), 1):
                count += 1
                source = pathlib.Path(scratch) / f"{page.stem}-{number}.cpp"
                source.write_text(code)
                program = source.with_suffix("")
                runs = "int main()" in code
                what = ["-o", str(program), "-pthread"] if runs else ["-fsyntax-only", "-Wno-unused"]
                steps = [[compiler, *flags, *what, str(source)]] + ([[str(program)]] if runs else [])
                for step in steps:
                    result = subprocess.run(step, capture_output=True, text=True)
                    if result.returncode:
                        wrong.append(f"{page.name}, block {number}:\n{result.stdout}{result.stderr}")
                        break
    print("\n".join(wrong) or f"{count} pieces of code")
    return bool(wrong) or not count


sys.exit(main(pathlib.Path(sys.argv[1]), *sys.argv[2:]))
