"""options.py PROGRAM: does the manual page name what --help does, and is it completed?"""

import re
import subprocess
import sys


def said(*arguments):
    return subprocess.run([sys.argv[1], *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout


def missing(where, text, names):
    return [f"{where}: {name}" for name in sorted(names) if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text, re.I)]


overview = said("--help")
commands = re.findall(r"^  (\w+) +- ", overview, re.M)
assert len(commands) > 5, commands
manual = said("man").replace("\\-", "-")
wrong = []
for command in [[], *([name] for name in commands)]:
    options = set(re.findall(r"^  (--?[\w-]+)", said(*command, "--help"), re.M)) - {"--help-list"}
    assert command or len(options) > 20, options
    for where, text in (("man", manual), ("bash", said("completion", "bash")), ("zsh", said("completion", "zsh"))):
        wrong += missing(f"{where}: {' '.join(command)}", text, {*options, *command})
sys.exit("\n".join(wrong) or 0)
