// npm run dev: the server, restarted when its source changes, and the vite server for the dashboard.
import { spawn } from "node:child_process";
import { existsSync, watch } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterSetup, ROOT } from "./setup.mjs";

const VEDETTE = join(ROOT, "packages", "server", "bin", "vedette.mjs");
const DASHBOARD = join(ROOT, "packages", "dashboard");
const WATCHED = ["packages/server/src", "packages/server/migrations", "packages/contract/src"];

/** An editor saves a file in several steps, and a checkout touches many files: wait until changes stop. */
const QUIET_MS = 150;

await afterSetup((node) => {
  const server = keepRunning(() => start(node, [VEDETTE, "serve", ...process.argv.slice(2)], ROOT));
  const vite = existsSync(join(DASHBOARD, "index.html"))
    ? start(node, [join(ROOT, "node_modules", "vite", "bin", "vite.js")], DASHBOARD)
    : null;

  let timer;
  for (const folder of WATCHED) {
    watch(join(ROOT, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(server.restart, QUIET_MS);
    });
  }
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, async () => {
      vite?.kill(signal);
      await server.stop();
      process.exit(0);
    });
  }
});

function start(node, args, cwd) {
  return spawn(node, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
}

/** Runs one child at a time: a new one starts when the old one has drained and exited. */
function keepRunning(startChild) {
  let child = startChild();
  let turn = Promise.resolve();
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  };
  const restart = () => {
    turn = turn.then(stop).then(() => {
      process.stderr.write("Source changed: restarting.\n");
      child = startChild();
    });
  };
  return { restart, stop: () => turn.then(stop) };
}
