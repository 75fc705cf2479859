import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { createLab } from "../../e2e/harness/lab.ts";
import { createMonitors } from "../../e2e/harness/monitors.ts";
import { SHIPPED_COMMAND, type Vedette } from "../../e2e/harness/vedette.ts";
import { makeBenchFolder } from "../harness/folder.ts";
import { type Lateness, measureLateness } from "../harness/lateness.ts";
import { startTarget, type Target } from "../harness/nginx.ts";
import { nameOf, treeOf, usageOf } from "../harness/process-usage.ts";
import { machineFacts, table, type Verdict, verdictTable } from "../harness/report.ts";
import { LOCATION, startFleet } from "./fleet.ts";

/** An all-in-one process or a fleet: its API, and its processes by role. */
type Side = {
  name: string;
  api: Vedette;
  location: string;
  processes(): Record<string, number[]>;
  stop(): Promise<void>;
};
type Part = { cpuMs: number; pssMb: number };
type Figures = { perSecond: number; lateness: Lateness; parts: Record<string, Part>; cpuMs: number };
type Measured = { name: string; steady: Figures; above: Figures };

const STEADY = 500;
/** More than either can do on two cores. */
const ABOVE = 12_000;
/** Each process collects garbage 30 s after its start, once: half a second of CPU time. */
const SETTLE_MS = 32_000;
const ABOVE_SETTLE_MS = 5_000;
const STEADY_SECONDS = 12;
const ABOVE_SECONDS = 10;
const LOG_DELAY_MS = 1_500;
/** The cost of the queue alone, measured by `npm run bench -- queue`. */
const HOP_MS = 0.027;

/** Applies the same load to both, one after the other. */
export async function compareThroughput(): Promise<string> {
  const directory = makeBenchFolder();
  const target = await startTarget(directory);
  try {
    const allInOne = await measureSide(target, await startAllInOne());
    const fleet = await measureSide(target, await startSeparate());
    return report(allInOne, fleet);
  } finally {
    await target.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function startAllInOne(): Promise<Side> {
  const ends: (() => Promise<void>)[] = [];
  const lab = createLab((work) => ends.push(work));
  // With the limits of memory that the processes of the fleet have.
  const api = await lab.start({ dataDir: await lab.emptyDataDir(), command: SHIPPED_COMMAND });
  return {
    name: "all in one",
    api,
    location: "default",
    processes() {
      const tree = treeOf(api.pid);
      const isPostgres = (pid: number) => nameOf(pid).startsWith("postgres");
      return { node: tree.filter((pid) => !isPostgres(pid)), postgres: tree.filter(isPostgres) };
    },
    async stop() {
      await api.stop();
      for (const end of ends) await end();
    },
  };
}

async function startSeparate(): Promise<Side> {
  const fleet = await startFleet({ runners: 1 });
  const trees = (all: readonly Vedette[]) => all.flatMap(({ pid }) => treeOf(pid));
  return {
    name: "fleet",
    api: fleet.api,
    location: LOCATION,
    processes: () => ({
      api: trees([fleet.api]),
      schedulers: trees(fleet.schedulers),
      runner: trees(fleet.runners),
      nats: [fleet.nats.pid()],
      postgres: treeOf(fleet.postgres.pid()),
    }),
    stop: () => fleet.stop(),
  };
}

async function measureSide(target: Target, side: Side): Promise<Measured> {
  const monitors = new Map<string, { id: string; intervalMs: number }>();
  const add = async (count: number) => {
    const paths = Array.from({ length: count }, (_, index) => `/${monitors.size + index}`);
    const wanted = paths.map((path) => ({
      ...{ name: path, url: `${target.httpUrl}${path}`, locations: [side.location] },
      ...{ interval: 1, timeout: 10 },
    }));
    const made = await createMonitors(side.api, wanted);
    for (const [index, { id }] of made.entries()) monitors.set(paths[index] ?? "", { id, intervalMs: 1_000 });
  };
  try {
    await add(STEADY);
    await pause(SETTLE_MS);
    const steady = await measure(side, target, { monitors, seconds: STEADY_SECONDS });
    await add(ABOVE - STEADY);
    await pause(ABOVE_SETTLE_MS);
    const above = await measure(side, target, { monitors, seconds: ABOVE_SECONDS });
    return { name: side.name, steady, above };
  } finally {
    await side.stop();
  }
}

async function measure(
  side: Side,
  target: Target,
  {
    monitors,
    seconds,
  }: { monitors: ReadonlyMap<string, { id: string; intervalMs: number }>; seconds: number },
): Promise<Figures> {
  const processes = Object.entries(side.processes());
  const usage = () => processes.map(([, pids]) => usageOf(pids));
  const [offset, before, fromMs] = [target.logSize(), usage(), Date.now()];
  await pause(seconds * 1_000);
  const [after, toMs] = [usage(), Date.now()];
  await pause(LOG_DELAY_MS);
  const requests = target.requestsSince(offset).filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  const parts = Object.fromEntries(
    processes.map(([name], index): [string, Part] => [
      name,
      {
        cpuMs: ((after[index]?.cpuMs ?? 0) - (before[index]?.cpuMs ?? 0)) / requests.length,
        pssMb: after[index]?.pssMb ?? 0,
      },
    ]),
  );
  return {
    perSecond: (requests.length * 1_000) / (toMs - fromMs),
    lateness: measureLateness(requests, monitors),
    parts,
    cpuMs: Object.values(parts).reduce((sum, { cpuMs }) => sum + cpuMs, 0),
  };
}

function report(allInOne: Measured, fleet: Measured): string {
  const rows = [allInOne, fleet].flatMap(({ name, steady, above }) =>
    (
      [
        ["steady", steady],
        ["above", above],
      ] as const
    ).map(([kind, figures]) => rowOf(`${name}, ${kind}`, figures)),
  );
  const costMs = fleet.steady.cpuMs - allInOne.steady.cpuMs;
  return [
    "## `scale`: a fleet against the all-in-one",
    machineFacts(),
    `One API, two schedulers, one runner with one thread, NATS and PostgreSQL as processes, compared with the all-in-one process; both end to end, with everything stored. "steady" is ${STEADY} monitors at 1 s, "above" is ${ABOVE}, which exceeds the capacity of both. The target, nginx, runs on the same cores and is not counted.`,
    table(
      [
        "Load",
        "checks/s",
        "CPU ms per check",
        "breakdown",
        "checks/s per core",
        "late p50 ms",
        "late p99 ms",
        "memory MB (PSS)",
      ],
      rows,
    ),
    verdictTable(verdicts(allInOne, fleet)),
    `The split costs ${(costMs * 1_000).toFixed(0)} µs per check at ${STEADY}/s. The queue alone takes ${HOP_MS * 1_000} µs (\`queue\`) at 22,000 checks a second, which fill its messages; at ${STEADY}/s each scheduler gathers checks for 100 ms and the runner reports for 130 ms.`,
  ].join("\n\n");
}

function rowOf(name: string, { perSecond, cpuMs, parts, lateness }: Figures): string[] {
  const each = (format: (part: Part) => string) =>
    Object.entries(parts)
      .map(([part, figures]) => `${part} ${format(figures)}`)
      .join(", ");
  return [
    name,
    perSecond.toFixed(0),
    cpuMs.toFixed(3),
    each((part) => part.cpuMs.toFixed(3)),
    (1_000 / cpuMs).toFixed(0),
    lateness.p50Ms.toFixed(0),
    lateness.p99Ms.toFixed(0),
    each((part) => part.pssMb.toFixed(0)),
  ];
}

function verdicts(allInOne: Measured, fleet: Measured): Verdict[] {
  const cost = fleet.steady.cpuMs / allInOne.steady.cpuMs;
  const most = fleet.above.perSecond / allInOne.above.perSecond;
  const { p99Ms } = fleet.steady.lateness;
  return [
    {
      what: `CPU of a check at ${STEADY}/s, fleet / all in one`,
      goal: "≤ 1.5 ×",
      measured: `${cost.toFixed(2)} ×`,
      isMet: cost <= 1.5,
    },
    {
      what: `Checks completed of ${ABOVE}/s, fleet / all in one`,
      goal: "≥ 0.66 ×",
      measured: `${most.toFixed(2)} ×`,
      isMet: most >= 0.66,
    },
    {
      what: `Lateness p99 at ${STEADY}/s, fleet`,
      goal: "≤ 100 ms",
      measured: `${p99Ms.toFixed(0)} ms`,
      isMet: p99Ms <= 100,
    },
  ];
}
