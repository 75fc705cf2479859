// Makes a checkout ready to run: the locked dependencies, and the built dashboard. Does nothing when
// that is so already, which takes milliseconds. Plain JavaScript without dependencies: it is what
// installs them. Must know nothing of the server.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { findNode, missingNode } from "../packages/server/bin/launch.mjs";
import { installFault } from "./installed-tree.mjs";
import { runQuietly } from "./run-command.mjs";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The first Node with `import.meta.dirname`, which the tools we run need; also in package.json's `engines`. */
const NODE_MIN = [20, 11];

const DASHBOARD = join(ROOT, "packages", "dashboard");
const DASHBOARD_SOURCES = ["index.html", "vite.config.ts", "package.json", "src", "public"];

/** What npm prints, and what to do about it. The first that matches is taken. */
const INSTALL_REMEDIES = [
  [/ENOSPC/, "there is no room left on the disk: free about 1 GB"],
  [/EACCES|EPERM|EROFS/, `this user may not write to ${ROOT}: give it the folder, or run as its owner`],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH/,
    "npm does not reach its registry: check the network, or the proxy in npm's settings",
  ],
  [
    /EUSAGE|in sync/,
    "package-lock.json does not fit package.json: run `npm install` and commit the lockfile",
  ],
  [
    /EINTEGRITY/,
    "a package is not the one that was locked: clear npm's cache with `npm cache clean --force`",
  ],
  [/npm: spawn npm ENOENT/, "npm was not found: install npm, which comes with Node"],
];

/** Makes the checkout ready, or throws a `SetupError` that says what to do. Answers the path of Node 24. */
export async function setup() {
  assertNodeVersion();
  await installDependencies();
  const node = findNode();
  if (node === null) throw new SetupError(missingNode());
  await buildDashboard(node);
  return node;
}

/** Trouble that a person can mend; its message is a sentence with the remedy. */
export class SetupError extends Error {}

/** Runs `work` with the path of Node 24 after `setup`; a `SetupError` is printed and ends the process. */
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
    `Node ${process.versions.node} is too old to set Vedette up: install Node ${NODE_MIN.join(".")} or newer.`,
  );
}

/**
 * `npm install` and not `npm ci`: npm leaves out of the lockfile what a registry did not have for other
 * platforms, and `npm ci` then refuses it. That only what is locked was installed is looked at afterwards.
 */
async function installDependencies() {
  const fault = findInstallFault();
  if (fault === null) return;
  process.stderr.write(`Installing the locked dependencies, for ${fault} …\n`);
  const [npm, ...first] = npmCommand();
  // Development dependencies too, whatever NODE_ENV says: the dashboard is built with them.
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
  const remaining = findInstallFault();
  if (remaining === null) return;
  throw new SetupError(
    `package-lock.json does not fit what npm installed (${remaining}): run \`npm install\` and commit the lockfile.`,
  );
}

function findInstallFault() {
  return installFault(
    readJson(join(ROOT, "package-lock.json")),
    readJson(join(ROOT, "node_modules", ".package-lock.json")),
  );
}

/** The npm that runs this script, with the Node it runs on: one in node_modules/.bin is about to be replaced. */
function npmCommand() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  if (cli?.endsWith("npm-cli.js") && existsSync(cli)) return [node ?? process.execPath, cli];
  return ["npm"];
}

function installSentence(output) {
  const [, remedy] = INSTALL_REMEDIES.find(([pattern]) => pattern.test(output)) ?? [];
  if (remedy !== undefined) return `The dependencies could not be installed, for ${remedy}, then try again.`;
  return `The dependencies could not be installed: run \`npm install\` to see why. npm's last words:\n${output.slice(-2_000)}`;
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
      `The dashboard could not be built: mend what vite names, then try again.\n${output}`,
    );
  }
  // Written last, so that a build cut short is done again.
  writeFileSync(stamp, "");
}

function newestChangeMs(paths) {
  const times = paths.map((path) => {
    const facts = statSync(path);
    if (!facts.isDirectory()) return facts.mtimeMs;
    const names = readdirSync(path);
    return Math.max(facts.mtimeMs, newestChangeMs(names.map((name) => join(path, name))));
  });
  return Math.max(0, ...times);
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return null;
    // A file cut short by an interrupted install is as good as none.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await afterSetup(() => {});
