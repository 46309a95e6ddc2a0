"""Every relative link in the documentation leads somewhere. links.py ROOT"""

import pathlib
import re
import sys

LINK = re.compile(r"\]\((?!\w+:)([^)#]+)")
CODE = re.compile(r"^```.*?^```$", re.M | re.S)


def main(root):
    pages = [*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("examples/*.md")]
    links = [
        (page, link)
        for page in sorted(pages)
        for link in LINK.findall(CODE.sub("", page.read_text()))
    ]
    broken = [
        f"{page.relative_to(root)}: {link}"
        for page, link in links
        if not (page.parent / link).exists()
    ]
    print("\n".join(broken) or f"{len(links)} links")
    return bool(broken) or not links


sys.exit(main(pathlib.Path(sys.argv[1])))
