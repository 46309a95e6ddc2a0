"""Writes a C project whose units begin with the same header, and some that only seem to: alike_units.py FOLDER

The header decides what the headers of the system declare, as a config.h does, and has a retry of its own, which every
unit reports. The units that are odd would report something else, or not compile, if they were given what others had.
"""

import json
import pathlib
import sys

CONFIG = """
#ifndef CONFIG_H
#define CONFIG_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include <unistd.h>
int send_request(const char *Name);
#ifdef QUICK
#define PAUSE 1
#else
#define PAUSE 2
#endif
static inline int retry_in_header(void) {
  for (int I = 0; I < 3; ++I) {
    if (send_request("header") == 0)
      return 0;
    sleep(PAUSE);
  }
  return -1;
}
#endif
"""
RETRY = """
int retry_{0}(void) {{
  for (int I = 0; I < 4; ++I) {{
    if (send_request("{0}") == 0)
      return 0;
    sleep({1});
  }}
  return -1;
}}
"""
# Multiplies the attempts of the header's: known only if its body is.
AROUND = """
int around_{0}(void) {{
  for (int I = 0; I < 3; ++I) {{
    if (retry_in_header() == 0)
      return 0;
    sleep(1);
  }}
  return -1;
}}
"""
BEGIN = "/* Unit {0}. */\n#include \"config.h\"\n"
HEADERS = ["errno.h", "stdio.h", "string.h", "stdlib.h"]
ODD = {
    "asks": BEGIN + "#ifdef EAGAIN\n#error not included\n#endif\n" + RETRY.format("asks", 20),
    "defines": BEGIN + "#define stdin nothing\n#include <stdio.h>\n" + RETRY.format("defines", 21),
    "before": "#define _GNU_SOURCE 2\n#include \"config.h\"\n" + RETRY.format("before", 22),
    "chooses": "#define QUICK\n#include \"config.h\"\n" + RETRY.format("chooses", 23),
    "flag": BEGIN + RETRY.format("flag", 24),
    "broken": BEGIN + "int x = nowhere;\n" + RETRY.format("broken", 25),
    "part": "#ifdef QUICK\n#include \"config.h\"\n#else\nint send_request(const char *Name);\nunsigned sleep(unsigned);\n#endif\n"
            + RETRY.format("part", 26),
    "deep/near": BEGIN + RETRY.format("near", 27),  # finds another config.h beside it
    "none": "int send_request(const char *Name);\nunsigned sleep(unsigned);\n" + RETRY.format("none", 28),
}


def main(folder):
    (folder / "deep").mkdir(parents=True, exist_ok=True)
    (folder / "config.h").write_text(CONFIG)
    (folder / "deep/config.h").write_text(CONFIG.replace("PAUSE 2", "PAUSE 3"))
    units = {f"unit{n}": BEGIN.format(n) + "".join(f"#include <{h}>\n" for h in HEADERS[: n % 5])
             + RETRY.format(n, 2 + n) + AROUND.format(n)
             for n in range(16)}
    # First what makes the worker give up on headers without a beginning; every odd one after some that share.
    names = [*list(units)[:12], *ODD, *list(units)[12:]]
    database = []
    for name in names:
        (folder / f"{name}.c").write_text({**units, **ODD}[name])
        flags = ["-DQUICK"] if name == "flag" else []
        database.append({"directory": str(folder), "file": f"{name}.c",
                         "arguments": ["clang", "-std=c11", *flags, "-c", f"{name}.c"]})
    (folder / "compile_commands.json").write_text(json.dumps(database))


main(pathlib.Path(sys.argv[1]))
