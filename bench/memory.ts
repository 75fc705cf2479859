import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { makeBenchFolder } from "./harness/folder.ts";
import { startTarget } from "./harness/nginx.ts";
import { machineFacts, table, type Verdict, verdictTable, writeSection } from "./harness/report.ts";
import { type HeldMemory, measureMemory } from "./memory/held-memory.ts";
import { measureStarts, type StartTimes } from "./memory/start-times.ts";

/*
 * Memory of the whole process tree, PostgreSQL included, with few and many monitors, and the time until a start is ready.
 * Needs Debian's nginx. Takes forty minutes. `--minutes N` is the warm-up, `--monitors N,N` the numbers of monitors,
 * `--starts N` the number of starts; a run with any of them is not written to bench/README.md.
 */

const MANY = 10_000;
const FULL = { minutes: 10, monitors: [10, 1_000, MANY], starts: 5 };
const GOAL_MB = 160;
/** Of Node, with many monitors. */
const GOAL_MANY_NODE_MB = 220;
const GOAL_READY_MS = 1_500;

const { values } = parseArgs({
  options: { minutes: { type: "string" }, monitors: { type: "string" }, starts: { type: "string" } },
});
const plan = {
  minutes: Number(values.minutes ?? FULL.minutes),
  monitors: values.monitors?.split(",").map(Number) ?? FULL.monitors,
  starts: Number(values.starts ?? FULL.starts),
};

const directory = makeBenchFolder();
const target = await startTarget(directory);
try {
  const starts = plan.starts > 0 ? await measureStarts(directory, plan.starts) : null;
  const held: HeldMemory[] = [];
  for (const monitors of plan.monitors) {
    held.push(await measureMemory(directory, { monitors, minutes: plan.minutes, target }));
  }
  const markdown = report(starts, held);
  console.log(markdown);
  if (Object.keys(values).length === 0) writeSection("memory", markdown);
} finally {
  await target.stop();
  rmSync(directory, { recursive: true, force: true });
}

function report(starts: StartTimes | null, held: readonly HeldMemory[]): string {
  return [
    "## `memory`: memory and start",
    machineFacts(),
    `PSS of all processes, the mean of half a minute after ${plan.minutes} minutes, with monitors of 30 s on nginx, half of them over HTTPS.`,
    table(
      ["Monitors", "Node MiB", "PostgreSQL MiB", "together MiB", "CPU ms a minute"],
      held.map(({ monitors, nodeMb, postgresMb, cpuMsPerMinute }) => [
        String(monitors),
        nodeMb.toFixed(0),
        postgresMb.toFixed(0),
        (nodeMb + postgresMb).toFixed(0),
        cpuMsPerMinute.toFixed(0),
      ]),
    ),
    ...(starts === null ? [] : startSections(starts)),
    verdictTable(verdicts(starts, held)),
  ].join("\n\n");
}

function startSections({ cold, warm }: StartTimes): string[] {
  return [
    `A start with a database that exists, until it is ready; medians of ${plan.starts}.`,
    table(
      ["Compile cache", "seconds", "CPU seconds"],
      [
        ["empty", seconds(cold.wallMs), seconds(cold.cpuMs)],
        ["of an earlier start", seconds(warm.wallMs), seconds(warm.cpuMs)],
      ],
    ),
  ];
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(2);
}

function verdicts(starts: StartTimes | null, held: readonly HeldMemory[]): Verdict[] {
  const least = held[0];
  const most = held.find(({ monitors }) => monitors >= MANY);
  return [
    ...(least === undefined
      ? []
      : [
          {
            what: `Memory with ${least.monitors} monitors`,
            goal: `≤ ${GOAL_MB} MiB`,
            measured: `${(least.nodeMb + least.postgresMb).toFixed(0)} MiB`,
            isMet: least.nodeMb + least.postgresMb <= GOAL_MB,
          },
        ]),
    ...(most === undefined
      ? []
      : [
          {
            what: `Memory of Node with ${most.monitors.toLocaleString("en")} monitors`,
            goal: `≤ ${GOAL_MANY_NODE_MB} MiB`,
            measured: `${most.nodeMb.toFixed(0)} MiB`,
            isMet: most.nodeMb <= GOAL_MANY_NODE_MB,
          },
        ]),
    ...(starts === null
      ? []
      : [
          {
            what: "Start with a compile cache",
            goal: `≤ ${GOAL_READY_MS / 1_000} s`,
            measured: `${seconds(starts.warm.wallMs)} s`,
            isMet: starts.warm.wallMs <= GOAL_READY_MS,
          },
        ]),
  ];
}
