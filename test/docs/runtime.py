"""The code in docs/runtime compiles; what has a main runs.

runtime.py ROOT COMPILER [FLAG...]"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

BLOCK = re.compile(r"^```cpp(?: bad)?(?: (c\+\+\d\d))?\n(.*?)^```$", re.M | re.S)


def problem(source, standard, code, compiler, flags):
    source.write_text(code)
    program = source.with_suffix("")
    runs = "int main()" in code
    what = ["-o", str(program), "-pthread"] if runs else ["-fsyntax-only", "-Wno-unused"]
    compile = [compiler, *flags, f"-std={standard or 'c++17'}", *what, str(source)]
    for step in [compile] + ([[str(program)]] if runs else []):
        result = subprocess.run(step, capture_output=True, text=True)
        if result.returncode:
            return f"{source.stem}:\n{result.stdout}{result.stderr}"


def main(root, compiler, *more):
    flags = [*more, "-Wall", "-Wextra", "-Werror", f"-I{root}/runtime/include",
             f"-isystem{root}/test/docs/Inputs"]
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(os.cpu_count()) as pool:
        checks = [
            pool.submit(problem, pathlib.Path(scratch) / f"{page.stem}-{number}.cpp",
                        standard, code, compiler, flags)
            for page in sorted((root / "docs/runtime").glob("*.md"))
            for number, (standard, code) in enumerate(BLOCK.findall(page.read_text()), 1)
        ]
        wrong = [check.result() for check in checks if check.result()]
    print("\n".join(wrong) or f"{len(checks)} pieces of code")
    return bool(wrong) or not checks


sys.exit(main(pathlib.Path(sys.argv[1]), *sys.argv[2:]))
