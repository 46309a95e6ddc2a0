// Which clangd the clangd extension should start.
"use strict";
const path = require("node:path");

const CLANGD = "retrylint-clangd";
const UNSET = "clangd"; // the clangd extension's default

/**
 * What to do about the setting "clangd.path": nothing, "set" it, or "ask", since the user chose another clangd.
 * One of ours that has moved is ours to correct.
 */
function whatToDo(current, found) {
  if (!found || current === found) return "nothing";
  const ours = !current || current === UNSET || path.basename(current) === CLANGD;
  return ours ? "set" : "ask";
}

module.exports = { CLANGD, whatToDo };
