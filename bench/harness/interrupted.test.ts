import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { processGone } from "../../e2e/harness/processes.ts";
import { makeBenchFolder } from "./folder.ts";

const MAIN = fileURLToPath(new URL("./interrupted-main.ts", import.meta.url));
const RUN_COMMAND = new URL("../../scripts/run-command.mjs", import.meta.url).href;
const hasSetpriv = existsSync("/usr/bin/setpriv");
const root = await mkdtemp(join(tmpdir(), "vedette-interrupted-"));
// As root, PostgreSQL runs as another user, who must be able to enter the folder.
await chmod(root, 0o711);
afterAll(() => rm(root, { recursive: true, force: true }));

const skipped = hasSetpriv ? "" : ": no setpriv";

test.skipIf(!hasSetpriv).each(["SIGINT", "SIGKILL"] as const)(
  `a benchmark that is ended by %s leaves no nginx, Vedette or PostgreSQL${skipped}`,
  { timeout: 180_000 },
  async (signal) => {
    const bench = spawn(process.execPath, [MAIN, root], { stdio: ["ignore", "pipe", "inherit"] });
    await expectNothingLeft(bench, signal);
  },
);

test.skipIf(!hasSetpriv)(
  `a kill -9 of the script that runs a benchmark ends the benchmark and its processes${skipped}`,
  { timeout: 180_000 },
  async () => {
    const script = `import { runTied } from ${JSON.stringify(RUN_COMMAND)};
      await runTied(process.execPath, ${JSON.stringify([MAIN, root])});`;
    const args = ["--input-type=module", "--eval", script];
    const outer = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    await expectNothingLeft(outer, "SIGKILL");
  },
);

test("a benchmark removes the folder of a killed one, but not of a running one", async () => {
  const gone = spawn(process.execPath, ["--eval", ""]);
  await once(gone, "exit");
  const parent = await mkdtemp(join(root, "folders-"));
  const left = join(parent, `vedette-bench-${gone.pid}-left`);
  await mkdir(join(left, "data"), { recursive: true });
  const running = makeBenchFolder(parent);
  const own = makeBenchFolder(parent);
  expect((await readdir(parent)).toSorted()).toEqual([running, own].map((each) => basename(each)).toSorted());
});

/** Ends `outer` once its processes run, and waits until all of them have ended. */
async function expectNothingLeft(
  outer: ChildProcessByStdio<null, Readable, null>,
  signal: NodeJS.Signals,
): Promise<void> {
  const [line] = await once(createInterface(outer.stdout), "line");
  const pids = JSON.parse(String(line)) as number[];
  // The benchmark, Vedette, and PostgreSQL with its workers.
  expect(pids.length).toBeGreaterThan(3);
  const ended = once(outer, "exit");
  outer.kill(signal);
  await ended;
  await Promise.all(pids.map(processGone));
}
