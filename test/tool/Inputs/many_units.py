"""Writes a project whose units share system headers, and some that cannot: many_units.py FOLDER

The units retry, so that there is something to report; those that cannot share would report
something else, or not compile, if they were given the headers of the others.
"""

import json
import pathlib
import sys

RETRY = """
bool send_request(const char *Name);
int retry_{0}() {{
  for (int I = 0; I < 4; ++I) {{
    if (send_request("{0}"))
      return 0;
    sleep({1});
  }}
  return -1;
}}
"""
HEADERS = ["unistd.h", "string", "vector", "cerrno", "cstdio", "sys/stat.h", "fcntl.h"]
ODD = {
    # Other headers would have been seen.
    "asks": "#ifdef EAGAIN\n#error not included\n#endif\n#include <unistd.h>\n" + RETRY.format("asks", 6),
    "names": "#include <unistd.h>\nint EDOM = 1;\n" + RETRY.format("names", 7),
    "defines": "#define vector array\n#include <unistd.h>\n#include <vector>\n" + RETRY.format("defines", 8),
    "clashes": "#include <unistd.h>\nstruct string {}; namespace std { struct vector {}; }\n"
               + RETRY.format("clashes", 9),
    # Two headers define the macro, and the last one counts.
    "twice": "#include <unistd.h>\n#include <sys/stat.h>\nint mode = S_IRUSR;\n" + RETRY.format("twice", 11),
    "never": "#include <unistd.h>\n#ifdef S_IRUSR\n#error not included\n#endif\n" + RETRY.format("never", 12),
    "broken": "#include <unistd.h>\nint x = nowhere;\n" + RETRY.format("broken", 10),
}


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    units = {f"unit{n}": "".join(f"#include <{h}>\n" for h in HEADERS[: 1 + n % len(HEADERS)]) + RETRY.format(n, 2 + n)
             for n in range(12)}
    # In the order of the database: every odd one after some that share.
    names = [*list(units)[:6], *ODD, *list(units)[6:]]
    database = []
    for name in names:
        (folder / f"{name}.cpp").write_text({**units, **ODD}[name])
        database.append({"directory": str(folder), "file": f"{name}.cpp",
                         "arguments": ["clang++", "-std=c++17", f"-DNAME_{name}", "-c", f"{name}.cpp"]})
    (folder / "compile_commands.json").write_text(json.dumps(database))


main(pathlib.Path(sys.argv[1]))
