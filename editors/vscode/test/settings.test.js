"use strict";
const assert = require("node:assert");
const test = require("node:test");
const { whatToDo } = require("../src/settings");

const FOUND = "/opt/bin/retrylint-clangd";

test("what nobody chose is set", () => {
  assert.strictEqual(whatToDo("clangd", FOUND), "set");
  assert.strictEqual(whatToDo("", FOUND), "set");
  assert.strictEqual(whatToDo(undefined, FOUND), "set");
});

test("ours is kept, and corrected when it has moved", () => {
  assert.strictEqual(whatToDo(FOUND, FOUND), "nothing");
  assert.strictEqual(whatToDo("/old/retrylint-clangd", FOUND), "set");
});

test("another clangd was chosen by the user", () => {
  assert.strictEqual(whatToDo("/usr/bin/clangd-19", FOUND), "ask");
});

test("nothing to set if there is none", () => {
  assert.strictEqual(whatToDo("clangd", undefined), "nothing");
});
