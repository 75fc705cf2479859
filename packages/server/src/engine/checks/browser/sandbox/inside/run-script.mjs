// Runs one script with Playwright Test: writes it to the home folder, opens the connection to the proxy, and
// runs Playwright's command line in the same process, which saves the start of another one.
import childProcess from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { openEgress } from "./open-egress.mjs";
import send from "./send.cjs";

const require = createRequire(import.meta.url);
const job = await send.readInput(endAll);
const home = process.cwd();
const folder = path.join(home, "journey");

fs.mkdirSync(folder);
fs.mkdirSync(path.join(folder, "node_modules", "@playwright"), { recursive: true });
for (const [name, target] of Object.entries(job.packages)) {
  fs.symlinkSync(target, path.join(folder, "node_modules", name));
}
fs.writeFileSync(path.join(folder, job.fileName), job.source);
if (job.egressSocket !== null) await openEgress(job.egressSocket, job.proxyPort);

// This process and its workers read the variables there. They never become real environment variables, which
// Node, the linker or a browser would interpret.
const jobPath = path.join(home, "job.json");
fs.writeFileSync(jobPath, JSON.stringify({ ...job, source: undefined, folder, home }));
globalThis.vedetteJobPath = jobPath;

const { fork } = childProcess;
/** The environment of workers is Vedette's, not the one that the script's variables replace. */
const technical = { ...process.env, VEDETTE_JOB: jobPath };
childProcess.fork = (file, options) => {
  const ofPlaywright = Object.entries(options.env).filter(([name]) => name.startsWith("TEST_"));
  return fork(file, { ...options, env: { ...technical, ...Object.fromEntries(ofPlaywright) } });
};

const cli = path.join(job.packages["@playwright/test"], "cli.js");
process.argv = [process.execPath, cli, "test", "--config", path.join(import.meta.dirname, "config.cjs")];
require(cli);

/** Called after the runner was killed: a sandbox ends with it automatically, a trusted run does so here. */
function endAll() {
  try {
    process.kill(0, "SIGKILL");
  } finally {
    process.exit(1);
  }
}
