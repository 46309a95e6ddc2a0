# REQUIRES: neovim
# RUN: %python %s %clangd
"""Neovim, set up as its page says, shows a finding."""

import sys

import editors
import lsp

SHOW = """
lua vim.wait(200000, function() return #vim.diagnostic.get(0) > 0 end)
lua for _, d in ipairs(vim.diagnostic.get(0)) do print(d.lnum + 1, d.code, d.message) end
quitall!
"""

with lsp.project({"a.c": lsp.RETRY, "init.lua": editors.block("neovim.md", "lua"), "show.vim": SHOW}) as folder:
    shown = editors.start(["nvim", "--headless", "-i", "NONE", "-u", "init.lua", "a.c", "-S", "show.vim"], folder, sys.argv[1])
assert "8 retry-fixed-interval" in shown, shown
