# RUN: %python %s %clangd
"""Functions without a retry are not run again after each edit. When something that they
depend on changes, they are: an edited server says what a fresh one says."""

import sys

import lsp

HEAD = """\
#include <sys/socket.h>
#include <unistd.h>
"""
# The parts of a file that are the same before and after, around what changes.
TO = "int fd, const struct sockaddr *to, socklen_t size"
LOOP = """
  for (int i = 0; i < %s; i++) {
    if (%s == 0)
      return 0;
    sleep(1);
  }
  return -1;
"""
CONNECT = "connect(fd, to, size)"


def dial(times="3", call=CONNECT, head="int dial(" + TO + ")"):
    return f"{head} {{{LOOP % (times, call)}}}\n"


def callee(body):
    return HEAD + f"static int once({TO}) {{ return {body}; }}\n" + dial(call="once(fd, to, size)")


def callee_of_callee(body):
    return (
        HEAD
        + f"static int inner({TO}) {{ return {body}; }}\n"
        + f"static int once({TO}) {{ return inner(fd, to, size); }}\n"
        + dial(call="once(fd, to, size)")
    )


def through_header(body):
    return (
        HEAD
        + '#include "through.h"\n'
        + f"int inner({TO}) {{ return {body}; }}\n"
        + dial(call="through(fd, to, size)")
    )


def constant_of_caller(times):
    return (
        HEAD
        + dial(times="most", head=f"static int dial(int most, {TO})")
        + f"int both({TO}) {{ return dial({times}, fd, to, size); }}\n"
    )


def macro(times):
    return HEAD + f"#define MOST {times}\n" + dial(times="MOST")


def macro_in_body(times):
    return HEAD + f"int most(void) {{\n#define MOST {times}\n  return MOST;\n}}\n" + dial(times="MOST")


def global_constant(times):
    return HEAD + f"static constexpr int most = {times};\n" + dial(times="most")


def constant_function(times):
    return HEAD + f"static constexpr int most() {{ return {times}; }}\n" + dial(times="most()")


def functor(body):
    return (
        HEAD
        + f"struct Once {{ {TO.replace(', ', '; ')}; int operator()() {{ return {body}; }} }};\n"
        + dial(call="once()", head="int dial(Once once)")
    )


def lambda_to_template(body):
    return (
        HEAD
        + dial(call="f()", head="template <class F> int again(F f)")
        + f"int both({TO}) {{ return again([=] {{ return {body}; }}); }}\n"
    )


def virtual(body):
    return (
        HEAD
        + f"struct Line {{ virtual int once({TO}) = 0; }};\n"
        + f"struct Wire final : Line {{ int once({TO}) override; }};\n"
        + f"int Wire::once({TO}) {{ return {body}; }}\n"
        + dial(call="wire.once(fd, to, size)", head=f"int dial(Wire &wire, {TO})")
    )


def own(times):
    return HEAD + dial(times=times)


# Quiet before, a retry after.
EDITS = {
    "own": (own, "1", "3"),
    "callee": (callee, "0", CONNECT),
    "callee-of-callee": (callee_of_callee, "0", CONNECT),
    "through-header": (through_header, "0", CONNECT),
    "constant-of-caller": (constant_of_caller, "1", "4"),
    "macro": (macro, "1", "4"),
    "macro-in-body": (macro_in_body, "1", "4"),
    "global-constant": (global_constant, "1", "4"),
    "constant-function": (constant_function, "1", "4"),
    "functor": (functor, "0", CONNECT),
    "lambda-to-template": (lambda_to_template, "0", CONNECT),
    "virtual": (virtual, "0", CONNECT),
}
MODEL = """\
apis:
  library: own
  functions:
    - name: frobnicate
      sends: {protocol: http, method: GET}
      success: zero
"""
FILES = {
    # It forwards: clangd skips other bodies in headers.
    "through.h": f"int inner({TO});\n"
    "template <class... Args> int through(Args &&...args) { return inner(static_cast<Args &&>(args)...); }\n",
    "most.h": "#define MOST 1\n",
    "in-header.cpp": HEAD + '#include "most.h"\n' + dial(times="MOST"),
    "flags.cpp": HEAD + "#ifndef MOST\n#define MOST 1\n#endif\n" + dial(times="MOST"),
    "policy/modelled.cpp": HEAD + "int frobnicate(int id);\n" + dial(call="frobnicate(fd)"),
    "policy/.retrylint.yaml": "checks: {fixed-interval: {enabled: true}}\n",
}


def unrelated(text):
    """An edit of another function."""
    return text + "int unrelated(void) { return 1; }\n", text + "int unrelated(void) { return 2; }\n"


def by_a_fresh_server(path, text):
    with lsp.Server(sys.argv[1], path.parent) as server:
        server.open(path, text)
        return server.diagnostics(path)


def quiet(server, path, text):
    """Opened, and remembered."""
    server.open(path, text)
    for state in unrelated(text):
        assert server.checks(path) == [], (path, server.diagnostics(path))
        server.change(path, state)
    assert server.checks(path) == [], (path, server.diagnostics(path))


def until_found(server, path):
    """A new preamble is made beside, and the file is looked at again with it."""
    while not server.checks(path):
        server.next_diagnostics(path)


with lsp.project(FILES) as folder, lsp.Server(sys.argv[1], folder) as server:
    for name, (write, before, after) in EDITS.items():
        path = folder / f"{name}.cpp"
        quiet(server, path, write(before))
        text = unrelated(write(after))[1]
        server.change(path, text)
        found = server.diagnostics(path)
        assert lsp.ours(found), f"{name}: nothing is found in\n{text}"
        assert found == by_a_fresh_server(path, text), name
        # And back.
        server.change(path, unrelated(write(before))[1])
        assert server.checks(path) == [], name
        server.close(path)

    # What is changed on disk.
    path = folder / "in-header.cpp"
    text = path.read_text()
    quiet(server, path, text)
    lsp.rewrite(folder / "most.h", "#define MOST 4\n")
    server.change(path, text)
    until_found(server, path)

    path = folder / "policy/modelled.cpp"
    text = path.read_text()
    quiet(server, path, text)
    lsp.rewrite(folder / "policy/.retrylint.yaml", MODEL)
    server.change(path, text)
    assert server.checks(path), "the model is not known"

    # The command.
    path = folder / "flags.cpp"
    text = path.read_text()
    quiet(server, path, text)
    command = {"workingDirectory": str(folder), "compilationCommand": ["c++", "-DMOST=4", str(path)]}
    server.notify(
        "workspace/didChangeConfiguration",
        {"settings": {"compilationDatabaseChanges": {str(path): command}}},
    )
    until_found(server, path)
