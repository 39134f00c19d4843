#!/usr/bin/env node
"use strict";
// Starts the executable of epin, which is in the package for the platform, and ends as it does.

const { spawn } = require("node:child_process");
const { constants } = require("node:os");
const { isatty } = require("node:tty");
const { name, optionalDependencies } = require("../package.json");

/** Returns the package of the executable and its path to resolve; undefined if there is none. */
function executable(platform, arch) {
  const dependency = `${name}-${platform}-${arch}`;
  if (!(dependency in optionalDependencies)) return undefined;
  return { dependency, path: `${dependency}/bin/epin${platform === "win32" ? ".exe" : ""}` };
}

function fail(message) {
  console.error(`epin: ${message}`);
  process.exit(2);
}

function find() {
  const found = executable(process.platform, process.arch);
  if (!found) {
    fail(`there is no executable for ${process.platform} on ${process.arch}: use Linux, macOS or Windows on x64 or arm64`);
  }
  try {
    return require.resolve(found.path);
  } catch {
    fail(`the package ${found.dependency} is not installed: install ${name} again, on this machine and with optional dependencies`);
  }
}

function run(path, args) {
  // A terminal sends SIGINT and SIGHUP to the executable too, which ends at once at a second
  // signal. Windows does so with Ctrl-C, and kill would end the executable without a report.
  const sentToBoth = process.platform === "win32" ? ["SIGINT", "SIGTERM", "SIGHUP"] : [0, 1, 2].some(isatty) ? ["SIGINT", "SIGHUP"] : [];
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) {
    process.on(signal, () => sentToBoth.includes(signal) || child.kill(signal));
  }
  const child = spawn(path, args, { stdio: "inherit" });
  child.on("error", (error) => fail(`cannot start ${path}: ${error.message}`));
  child.on("exit", (status, signal) => {
    if (signal === null) process.exit(status);
    signals.forEach((each) => process.removeAllListeners(each));
    process.exitCode = 128 + constants.signals[signal]; // if Node ignores the signal
    process.kill(process.pid, signal);
  });
}

module.exports = { executable };
if (require.main === module) run(find(), process.argv.slice(2));
