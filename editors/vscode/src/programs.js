// Where the programs are.
"use strict";
const fs = require("node:fs");
const path = require("node:path");

/** The program of this name in the folder, if one is given, else in PATH; undefined if it is not there. */
function find(name, folder, pathVariable) {
  const folders = folder ? [folder] : (pathVariable ?? "").split(path.delimiter).filter(Boolean);
  return folders.map((each) => path.join(each, name)).find(isProgram);
}

function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

module.exports = { find };
