"""A small LSP client: what an editor says to clangd, and hears from it."""

import contextlib
import json
import os
import pathlib
import subprocess
import tempfile
import threading

# A retry that waits for a second between its attempts.
RETRY = """\
#include <sys/socket.h>
#include <unistd.h>

int dial(int fd, const struct sockaddr *to, socklen_t size) {
  for (int i = 0; i < 3; i++) {
    if (connect(fd, to, size) == 0)
      return 0;
    sleep(1);
  }
  return -1;
}
"""


class Gone(Exception):
    """The server ended, or said nothing for too long and was ended."""


class Refused(Exception):
    """The server answered a request with an error."""


class Server:
    # Far longer than any answer takes: a server that hangs must not hang the suite.
    PATIENCE_SECONDS = 120

    def __init__(self, program, folder, *flags, environment=(), settings=""):
        """The settings are the user's config.yaml; the real user's decide nothing."""
        home = tempfile.TemporaryDirectory()
        write(pathlib.Path(home.name), {"clangd/config.yaml": settings})
        self._log = open(os.path.join(home.name, "log"), "w+", encoding="utf-8", errors="replace")
        self._home = home
        self._process = subprocess.Popen(
            [program, *flags],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env=dict(os.environ, HOME=home.name, XDG_CONFIG_HOME=home.name, XDG_CACHE_HOME=home.name)
            | dict(environment),
        )
        self._last_id = 0
        self._answers = {}
        self._versions = {}
        self._published = {}  # URI: (version, diagnostics)
        self.published_in_all = 0
        self.capabilities = self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": uri(folder),
                "capabilities": {
                    "textDocument": {
                        "publishDiagnostics": {
                            "relatedInformation": True,
                            "codeDescriptionSupport": True,
                        },
                        "codeAction": {
                            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}
                        },
                    }
                },
            },
        )
        self.notify("initialized", {})

    # --- The wire ---

    def _send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        try:
            self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self._process.stdin.flush()
        except OSError:
            raise self._gone() from None

    def _receive(self):
        guard = threading.Timer(self.PATIENCE_SECONDS, self._process.kill)
        guard.start()
        try:
            return self._read_message()
        finally:
            guard.cancel()

    def _read_message(self):
        size = None
        while line := self._process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                size = int(value)
        if size is None:
            raise self._gone()
        return json.loads(self._process.stdout.read(size))

    def _gone(self):
        code = self._process.wait()
        return Gone(f"the server ended with {code}; its last words:\n{self.log()[-8000:]}")

    def _handle(self, message):
        method = message.get("method")
        if method == "textDocument/publishDiagnostics":
            params = message["params"]
            self.published_in_all += 1
            self._published[params["uri"]] = (params.get("version"), params["diagnostics"])
        elif method and "id" in message:
            self._send({"id": message["id"], "result": None})
        elif "id" in message:
            self._answers[message["id"]] = message

    def _step(self):
        self._handle(self._receive())

    def log(self):
        self._log.seek(0)
        return self._log.read()

    # --- Requests ---

    def notify(self, method, params):
        self._send({"method": method, "params": params})

    def start(self, method, params):
        """Asks, and does not wait for the answer. Gives what to `cancel` or `answer`."""
        self._last_id += 1
        self._send({"id": self._last_id, "method": method, "params": params})
        return self._last_id

    def cancel(self, request):
        self.notify("$/cancelRequest", {"id": request})

    def answer(self, request):
        while request not in self._answers:
            self._step()
        message = self._answers.pop(request)
        if "error" in message:
            raise Refused(message["error"])
        return message["result"]

    def request(self, method, params):
        return self.answer(self.start(method, params))

    # --- Documents ---

    def open(self, path, text=None):
        if text is None:
            text = pathlib.Path(path).read_text(encoding="utf-8")
        self._versions[str(path)] = 1
        language = "c" if str(path).endswith(".c") else "cpp"
        document = {"uri": uri(path), "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, path, text):
        self._versions[str(path)] += 1
        self.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": uri(path), "version": self._versions[str(path)]},
                "contentChanges": [{"text": text}],
                "wantDiagnostics": True,
            },
        )

    def save(self, path):
        self.notify("textDocument/didSave", {"textDocument": {"uri": uri(path)}})

    def close(self, path):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})
        del self._versions[str(path)]

    def diagnostics(self, path):
        """Those of the text as it was sent last, which must differ from the one before."""
        while self._published.get(uri(path), (None,))[0] != self._versions[str(path)]:
            self._step()
        return self._published[uri(path)][1]

    def next_diagnostics(self, path):
        """Those that are published next, whatever the reason."""
        self._published.pop(uri(path), None)
        return self.diagnostics(path)

    def checks(self, path):
        """The names of our findings, sorted."""
        return ours(self.diagnostics(path))

    def fixes(self, path, diagnostic):
        return self.request(
            "textDocument/codeAction",
            {
                "textDocument": {"uri": uri(path)},
                "range": diagnostic["range"],
                "context": {"diagnostics": [diagnostic], "only": ["quickfix"]},
            },
        )

    # --- The process ---

    def resident_bytes(self):
        with open(f"/proc/{self._process.pid}/statm", encoding="ascii") as pages:
            return int(pages.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def processor_seconds(self):
        with open(f"/proc/{self._process.pid}/stat", encoding="ascii") as stat:
            user, system = stat.read().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                self.request("shutdown", None)
                self.notify("exit", None)
                code = self._process.wait()
                assert code == 0, f"the server ended with {code}:\n{self.log()[-8000:]}"
        finally:
            self._process.kill()
            self._process.wait()
            self._process.stdin.close()
            self._process.stdout.close()
            self._log.close()
            self._home.cleanup()


def uri(path):
    return pathlib.Path(path).absolute().as_uri()


def ours(diagnostics):
    return sorted(d["code"] for d in diagnostics if d.get("code", "").startswith("retry-"))


def applied(text, edits):
    """The text after LSP's edits, which count lines and UTF-16 units; the tests' are ASCII."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def offset(position):
        return starts[position["line"]] + position["character"]

    for edit in sorted(edits, key=lambda e: offset(e["range"]["start"]), reverse=True):
        begin, end = (offset(edit["range"][side]) for side in ("start", "end"))
        text = text[:begin] + edit["newText"] + text[end:]
    return text


@contextlib.contextmanager
def project(files):
    """A folder with these files, below none that has settings."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write(folder, files)
        yield folder


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def rewrite(path, text):
    """As an editor saves: never half written."""
    new = path.with_name("new")
    new.write_text(text, encoding="utf-8")
    os.replace(new, path)
