"""The blocks of code in docs/editors."""

import pathlib
import re
import subprocess


def block(page, language):
    text = (pathlib.Path(__file__).parents[2] / "docs/editors" / page).read_text(encoding="utf-8")
    return re.search(rf"^```{language}\n(.*?)^```", text, re.M | re.S)[1]


def start(command, folder, clangd):
    """Runs an editor that finds this clangd under the name of the page."""
    programs = folder / "bin"
    programs.mkdir()
    (programs / "retrylint-clangd").symlink_to(clangd)
    environment = {"HOME": str(folder), "PATH": f"{programs}:/usr/bin:/bin", "TERM": "dumb", "LC_ALL": "C.UTF-8"}
    run = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, timeout=240,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return run.stdout
