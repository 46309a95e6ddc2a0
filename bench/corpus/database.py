"""Makes a compilation database that clang can use.

    database.py RECORDED COMPILE_COMMANDS EXTRA_INCLUDE

RECORDED is a database, or what recorder.py wrote. Of each file that exists the last
compilation is kept, with absolute paths. C++ files look into EXTRA_INCLUDE first.
"""

import json
import os
import shlex
import sys


def main():
    recorded, target, extra = sys.argv[1:]
    with open(recorded) as file:
        text = file.read()
    if text.lstrip().startswith("["):
        entries = json.loads(text)
    else:
        entries = [json.loads(line) for line in text.splitlines()]
    units = {}
    for entry in entries:
        path = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
        generated = "/CMakeFiles/" in path or os.path.basename(path).startswith("conftest")
        if generated or path.endswith(".S") or not os.path.exists(path):
            continue
        words = entry.get("arguments") or shlex.split(entry["command"])
        words = [w for w in words if not w.endswith("/.tools/launcher")]
        if not path.endswith(".c") and os.path.isdir(extra):
            words[1:1] = ["-isystem", extra]
        units[path] = {"directory": entry["directory"], "file": path, "arguments": words}
    with open(target, "w") as file:
        json.dump(sorted(units.values(), key=lambda e: e["file"]), file, indent=1)
    print(len(units), "translation units")
    return not units


sys.exit(main())
