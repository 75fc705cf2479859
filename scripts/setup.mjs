// Prepares a checkout: installs the locked dependencies, builds the dashboard and bundles the server. If nothing is to do, it takes
// milliseconds. Plain JavaScript without dependencies, because it installs them.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { findNode, isBundleCurrent, missingNode, newestChangeMs } from "../packages/server/bin/launch.mjs";
import { installError } from "./installed-tree.mjs";
import { linkLibraries } from "./package/link-libraries.mjs";
import { runQuietly } from "./run-command.mjs";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The first Node with `import.meta.dirname`, which our tools require; also in `engines` of package.json. */
const NODE_MIN = [20, 11];

const DASHBOARD = join(ROOT, "packages", "dashboard");
const DASHBOARD_SOURCES = ["index.html", "vite.config.ts", "package.json", "src", "public"];

/** Patterns of npm's output with their remedies. The first match is used. */
const INSTALL_REMEDIES = [
  [/ENOSPC/, "the disk is full: free up about 1 GB"],
  [
    /EACCES|EPERM|EROFS/,
    `this user cannot write to ${ROOT}: change the owner of the folder, or run as its owner`,
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH/,
    "npm cannot reach its registry: check the network, or the proxy settings of npm",
  ],
  [
    /EUSAGE|in sync/,
    "package-lock.json does not match package.json: run `npm install` and commit the lockfile",
  ],
  [/EINTEGRITY/, "a package does not match the lockfile: clear npm's cache with `npm cache clean --force`"],
  [/npm: spawn npm ENOENT/, "npm was not found: install npm, which comes with Node"],
];

/** Prepares the checkout, or throws a `SetupError` with a remedy. Returns the path of Node 24. */
export async function setup() {
  assertNodeVersion();
  await installDependencies();
  linkLibraries(ROOT);
  const node = findNode();
  if (node === null) throw new SetupError(missingNode());
  await buildDashboard(node);
  await bundleServer(node);
  return node;
}

/** A problem that the user can fix; its message is a sentence with the remedy. */
export class SetupError extends Error {}

/** Runs `work` with the path of Node 24 after `setup`; prints a `SetupError` and sets the exit code. */
export async function afterSetup(work) {
  try {
    await work(await setup());
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

function assertNodeVersion() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])) return;
  throw new SetupError(
    `Node ${process.versions.node} is too old to set up Vedette: install Node ${NODE_MIN.join(".")} or newer.`,
  );
}

/**
 * `npm install` instead of `npm ci`: npm omits packages for other platforms from the lockfile if a registry did not have
 * them, and `npm ci` then fails. The result is compared with the lockfile afterwards.
 */
async function installDependencies() {
  const error = findInstallError();
  if (error === null) return;
  process.stderr.write(`Installing the locked dependencies (${error}) …\n`);
  const [npm, ...first] = npmCommand();
  // Includes development dependencies regardless of NODE_ENV, because they build the dashboard.
  const flags = [
    "--no-save",
    "--ignore-scripts",
    "--include=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
  ];
  const args = [...first, "install", ...flags, "--loglevel=error"];
  const { code, output } = await runQuietly(npm, args, { cwd: ROOT });
  if (code !== 0) throw new SetupError(installSentence(output));
  const remaining = findInstallError();
  if (remaining === null) return;
  throw new SetupError(
    `package-lock.json does not match the installed packages (${remaining}): run \`npm install\` and commit the lockfile.`,
  );
}

function findInstallError() {
  return installError(
    readJson(join(ROOT, "package-lock.json")),
    readJson(join(ROOT, "node_modules", ".package-lock.json")),
  );
}

/** The npm that runs this script, with its own Node: the one in node_modules/.bin is about to be replaced. */
function npmCommand() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  if (cli?.endsWith("npm-cli.js") && existsSync(cli)) return [node ?? process.execPath, cli];
  return ["npm"];
}

function installSentence(output) {
  const [, remedy] = INSTALL_REMEDIES.find(([pattern]) => pattern.test(output)) ?? [];
  if (remedy !== undefined)
    return `The dependencies could not be installed because ${remedy}, then try again.`;
  return `The dependencies could not be installed: run \`npm install\` to see why. Last output of npm:\n${output.slice(-2_000)}`;
}

async function buildDashboard(node) {
  const sources = DASHBOARD_SOURCES.map((name) => join(DASHBOARD, name)).filter((path) => existsSync(path));
  if (!sources.some((path) => path.endsWith("index.html"))) return;
  const stamp = join(DASHBOARD, "dist", ".built");
  const newestMs = newestChangeMs([...sources, join(ROOT, "packages", "contract", "src")]);
  if (existsSync(stamp) && statSync(stamp).mtimeMs >= newestMs) return;
  process.stderr.write("Building the dashboard …\n");
  const vite = join(ROOT, "node_modules", "vite", "bin", "vite.js");
  const { code, output } = await runQuietly(node, [vite, "build"], { cwd: DASHBOARD });
  if (code !== 0) {
    throw new SetupError(
      `The dashboard could not be built: fix the errors of vite, then try again.\n${output}`,
    );
  }
  // Written last, so that an interrupted build is repeated.
  writeFileSync(stamp, "");
}

async function bundleServer(node) {
  if (isBundleCurrent()) return;
  process.stderr.write("Bundling the server …\n");
  const { code, output } = await runQuietly(node, [join(ROOT, "scripts", "package", "bundle-server.mjs")], {
    cwd: ROOT,
  });
  if (code !== 0) {
    throw new SetupError(
      `The server could not be bundled: fix the errors of rolldown, then try again.\n${output}`,
    );
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return null;
    // A file truncated by an interrupted install counts as missing.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await afterSetup(() => {});
