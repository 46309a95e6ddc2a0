// RETRYLINT names the program; a project of one retry is made for it.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { inventory } = require("../src/inventory");

const RETRY = `
#include <sys/socket.h>
#include <unistd.h>
void dial(int fd, const struct sockaddr *to, socklen_t size) {
  while (connect(fd, to, size) != 0)
    sleep(1);
}
`;
const retrylint = process.env.RETRYLINT;
const options = { skip: retrylint ? false : "RETRYLINT does not name the program" };

function folder(t) {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), "retrylint-"));
  t.after(() => fs.rmSync(made, { recursive: true }));
  return made;
}

test("lists the retries of a folder", options, async (t) => {
  const project = folder(t);
  fs.writeFileSync(path.join(project, "a.c"), RETRY);
  fs.writeFileSync(path.join(project, "compile_flags.txt"), "");
  assert.match(await inventory(retrylint, project), /a\.c[^]*connect/);
});

test("says what is wrong", options, async (t) => {
  await assert.rejects(inventory(retrylint, folder(t)), /compile_commands\.json/);
});
