"""Code as it is while somebody types: cut off, unbalanced, with a word too many."""

import re

TOKENS = re.compile(r"\w+|\s+|.", re.S)
FRAGMENTS = [
    "(", ")", "{", "}", ";", "<", "::", "->", '"', "\\", "/*", "#if 0\n", "#define retry",
    "for (", "while (", "do {", "switch (", "if (", "else", "return", "break;", "continue;",
    "goto again;", "again:", "try {", "catch (...) {", "throw", "auto", "[&] {", "template <",
    "struct {", "operator", "co_await ", "sleep(", "connect(", "0", "= nullptr", "int int",
]


def _span(random, length, longest=400):
    begin = random.randrange(length + 1)
    return begin, min(length, begin + random.randrange(longest))


def _cut_off(random, text):
    return text[: random.randrange(len(text) + 1)]


def _remove(random, text):
    begin, end = _span(random, len(text))
    return text[:begin] + text[end:]


def _repeat(random, text):
    begin, end = _span(random, len(text))
    return text[:end] + text[begin:end] + text[end:]


def _insert(random, text):
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(FRAGMENTS) + text[at:]


def _exchange(random, text):
    tokens = TOKENS.findall(text)
    if tokens:
        tokens[random.randrange(len(tokens))] = random.choice(tokens)
    return "".join(tokens)


def _move_line(random, text):
    lines = text.splitlines(keepends=True)
    if lines:
        line = lines.pop(random.randrange(len(lines)))
        lines.insert(random.randrange(len(lines) + 1), line)
    return "".join(lines)


def mutated(random, text):
    """Another text. The includes stay: clangd 22 itself crashes on a comment that begins in one."""
    start = text.find("\n", text.rfind("\n#include ") + 1) + 1
    head, body = text[:start], text[start:]
    for _ in range(random.randint(1, 4)):
        change = random.choice([_cut_off, _remove, _repeat, _insert, _insert, _exchange, _move_line])
        body = change(random, body)
    return head + body
