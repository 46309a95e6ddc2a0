# REQUIRES: emacs
# RUN: %python %s %clangd
"""Emacs, set up as its page says, shows a finding."""

import sys

import editors
import lsp

SHOW = """
(find-file "a.c")
(flymake-mode 1)
(flymake-start)
(with-timeout (100 (message "nothing came"))
  (while (not (flymake-diagnostics))
    (accept-process-output nil 0.1)))
(dolist (d (flymake-diagnostics))
  (message "%s %s" (line-number-at-pos (flymake-diagnostic-beg d)) (flymake-diagnostic-text d)))
"""

with lsp.project({"a.c": lsp.RETRY, "init.el": editors.block("emacs.md", "elisp"), "show.el": SHOW}) as folder:
    # Eglot wants a project, and connects when Emacs is idle, which it never is here.
    (folder / ".git").mkdir()
    settings = ["--eval", "(progn (package-initialize) (setq eglot-sync-connect 200))"]
    now = ["--eval", "(advice-add 'eglot-ensure :override (lambda () (apply #'eglot (eglot--guess-contact))))"]
    shown = editors.start(
        ["emacs", "--batch", *settings, "-l", "init.el", *now, "-l", "show.el"], folder, sys.argv[1])
assert "retry-fixed-interval" in shown, shown
