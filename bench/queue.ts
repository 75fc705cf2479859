import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { MemoryQueue } from "../packages/server/src/engine/queue/memory.ts";
import { createNatsQueue } from "../packages/server/src/engine/queue/nats.ts";
import type { Queue } from "../packages/server/src/engine/queue/queue.ts";
import { systemClock } from "../packages/server/src/platform/kernel/clock.ts";
import { createLogger } from "../packages/server/src/platform/kernel/logger.ts";
import { SHARDS } from "../packages/server/src/platform/kernel/shard.ts";
import { startNatsServer } from "../packages/server/test/servers/nats-server.ts";
import { usageOf } from "./harness/process-usage.ts";
import { machineFacts, table, writeSection } from "./harness/report.ts";
import { makeJob, toReport } from "./queue/jobs.ts";

/*
 * The cost of sending a check through the queue and its report back: within one thread, and over NATS to a runner in
 * another process, encrypted, acknowledged and kept on disk. No check is executed and nothing is stored, so this is the
 * cost of the queue alone. `--seconds N` (per measurement) makes a shorter run, which is not written to bench/README.md.
 */

const FULL_SECONDS = 10;
/** The number of jobs that a scheduler tick publishes at 20,000 a second. */
const BATCH = 200;
/** Half a second of checks of such a scheduler. */
const IN_FLIGHT_MAX = 10_000;
const READY_WITHIN_MS = 20_000;

type Side = { name: string; queue: Queue; pids: Record<string, number>; stop(): Promise<void> };
type Figures = { name: string; perSecond: number; cpuUs: Record<string, number> };

const { values } = parseArgs({ options: { seconds: { type: "string" } } });
const seconds = Number(values.seconds ?? FULL_SECONDS);

const figures: Figures[] = [];
for (const open of [memory, overNats]) {
  const side = await open();
  try {
    figures.push(await measure(side));
  } finally {
    await side.stop();
  }
}
const markdown = report();
console.log(markdown);
if (seconds >= FULL_SECONDS) writeSection("queue", markdown);
process.exit(0);

async function memory(): Promise<Side> {
  const queue = new MemoryQueue({ clock: systemClock });
  queue.takeJobs("default", (jobs) => queue.publishReports(jobs.map(toReport)));
  return {
    name: "memory, one thread",
    queue,
    pids: { "scheduler and runner": process.pid },
    stop: async () => {},
  };
}

async function overNats(): Promise<Side> {
  const server = await startNatsServer();
  const log = createLogger("warn");
  const queue = await createNatsQueue({ servers: [server.url], clock: systemClock, log, name: "scheduler" });
  const runner = spawn(
    process.execPath,
    [new URL("./queue/runner-process.ts", import.meta.url).pathname, server.url],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  await once(runner.stdout, "data");
  for (let waitedMs = 0; queue.runners().length === 0 && waitedMs < READY_WITHIN_MS; waitedMs += 50)
    await delay(50);
  return {
    name: "NATS, two processes",
    queue,
    pids: { scheduler: process.pid, runner: runner.pid ?? 0, "nats-server": server.pid() },
    async stop() {
      runner.stdin.end();
      await once(runner, "exit");
      await queue.close();
      await server.stop();
    },
  };
}

/** Keeps a number of checks in flight for a while, and counts their reports. */
async function measure({ name, queue, pids }: Side): Promise<Figures> {
  let [published, reported] = [0, 0];
  queue.holdShards(Array.from({ length: SHARDS }, (_, shard) => shard));
  const endTaking = queue.takeReports((reports) => {
    reported += reports.length;
  });
  const run = async (forMs: number) => {
    const endMs = performance.now() + forMs;
    while (performance.now() < endMs) {
      while (published - reported < IN_FLIGHT_MAX && performance.now() < endMs) {
        const first = published;
        published += BATCH;
        queue.publishJobs(
          "default",
          Array.from({ length: BATCH }, (_, index) => makeJob(first + index)),
        );
        await new Promise((resolve) => setImmediate(resolve));
      }
      await delay(1);
    }
  };
  await run(2_000);
  const names = Object.keys(pids);
  const cpu = () => names.map((each) => usageOf([pids[each] ?? 0]).cpuMs);
  const [before, reportedBefore, startMs] = [cpu(), reported, performance.now()];
  await run(seconds * 1_000);
  const [after, checks, tookMs] = [cpu(), reported - reportedBefore, performance.now() - startMs];
  for (let waitedMs = 0; reported < published && waitedMs < READY_WITHIN_MS; waitedMs += 50) await delay(50);
  endTaking();
  if (reported !== published) throw new Error(`${name}: ${reported} of ${published} checks were reported`);
  const cpuUs = Object.fromEntries(
    names.map((each, index) => [each, (((after[index] ?? 0) - (before[index] ?? 0)) * 1_000) / checks]),
  );
  return { name, perSecond: (checks * 1_000) / tookMs, cpuUs };
}

function report(): string {
  const rows = figures.map(({ name, perSecond, cpuUs }) => {
    const total = Object.values(cpuUs).reduce((sum, each) => sum + each, 0);
    const parts = Object.entries(cpuUs).map(([process, us]) => `${process} ${us.toFixed(1)}`);
    return [name, perSecond.toFixed(0), total.toFixed(1), (1_000_000 / total).toFixed(0), parts.join(", ")];
  });
  return [
    `## \`queue\`: a check and its report`,
    machineFacts(),
    `${IN_FLIGHT_MAX} checks in flight, ${BATCH} published together, ${seconds} s each. No check is executed and nothing is stored.`,
    table(["Queue", "checks/s", "CPU µs per check", "checks/s per core", "breakdown"], rows),
  ].join("\n\n");
}
