// Every retry of a project, good or bad.
"use strict";
const { execFile } = require("node:child_process");

/** What `retrylint inventory` prints in the folder, or says is wrong. */
function inventory(program, folder) {
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    execFile(program, ["inventory", "--quiet"], options, (error, output, errors) => {
      if (error && !output) reject(new Error(errors.trim() || error.message));
      else resolve(output + errors);
    });
  });
}

module.exports = { inventory };
