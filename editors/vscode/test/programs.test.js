"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { find } = require("../src/programs");

function folderWith(t, name, mode) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "retrylint-"));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  fs.writeFileSync(path.join(folder, name), "", { mode });
  return folder;
}

test("the first in PATH that can be run", (t) => {
  const text = folderWith(t, "tool", 0o644);
  const first = folderWith(t, "tool", 0o755);
  const second = folderWith(t, "tool", 0o755);
  const variable = ["", "/nowhere", text, first, second].join(path.delimiter);
  assert.strictEqual(find("tool", "", variable), path.join(first, "tool"));
  assert.strictEqual(find("other", "", variable), undefined);
  assert.strictEqual(find("tool", "", undefined), undefined);
});

test("a folder that is named is the only one", (t) => {
  const named = folderWith(t, "tool", 0o755);
  const other = folderWith(t, "else", 0o755);
  assert.strictEqual(find("tool", named, ""), path.join(named, "tool"));
  assert.strictEqual(find("else", named, other), undefined);
});

test("a folder is no program", (t) => {
  const folder = folderWith(t, "file", 0o755);
  fs.mkdirSync(path.join(folder, "tool"));
  assert.strictEqual(find("tool", folder, ""), undefined);
});
