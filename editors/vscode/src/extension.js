// The clangd extension does the work; this one tells it which clangd to start.
"use strict";
const vscode = require("vscode");
const { inventory } = require("./inventory");
const { find } = require("./programs");
const { CLANGD, whatToDo } = require("./settings");

const USE = `Use ${CLANGD}`;

function program(name) {
  const folder = vscode.workspace.getConfiguration("retrylint").get("path");
  return find(name, folder, process.env.PATH);
}

async function chooseClangd() {
  const found = program(CLANGD);
  if (!found) {
    vscode.window.showWarningMessage(`${CLANGD} was not found; set "retrylint.path" to its folder.`);
    return;
  }
  const clangd = vscode.workspace.getConfiguration("clangd");
  const current = clangd.get("path");
  const todo = whatToDo(current, found);
  if (todo === "nothing") return;
  if (todo === "ask") {
    const question = `clangd.path is ${current}, which does not know retries.`;
    if ((await vscode.window.showInformationMessage(question, USE)) !== USE) return;
  }
  await clangd.update("path", found, vscode.ConfigurationTarget.Global);
  await vscode.commands.executeCommand("clangd.restart");
}

async function showInventory(output) {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const retrylint = program("retrylint");
  if (!folder || !retrylint) {
    vscode.window.showWarningMessage(folder ? "retrylint was not found." : "No folder is open.");
    return;
  }
  output.clear();
  output.show();
  try {
    output.append(await inventory(retrylint, folder));
  } catch (error) {
    output.append(error.message);
  }
}

function activate(context) {
  const output = vscode.window.createOutputChannel("retrylint");
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand("retrylint.inventory", () => showInventory(output)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("retrylint.path")) chooseClangd();
    }),
  );
  return chooseClangd();
}

module.exports = { activate };
