import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type Measurement, measure, type Scheme, startFleet } from "./checks/fleet.ts";
import { measureOverload, type Overload } from "./checks/overload.ts";
import { measureRestart, type Restart } from "./checks/restart.ts";
import { measureBareRequests } from "./harness/bare-requests.ts";
import { measureBlackbox } from "./harness/blackbox.ts";
import { makeBenchFolder } from "./harness/folder.ts";
import { startTarget, type Target } from "./harness/nginx.ts";
import { machineFacts, table, type Verdict, verdictTable, writeSection } from "./harness/report.ts";

/*
 * The CPU time and lateness of checks: the whole process, everything stored, against nginx on loopback. For comparison
 * in the same run: bare requests (scheduled, but not stored) and Debian's blackbox exporter. Needs Debian's nginx and
 * prometheus-blackbox-exporter. `--quick` measures for a few seconds each.
 */

type Scenario = { scheme: Scheme; count: number; intervalSeconds: number };

const isQuick = process.argv.includes("--quick");
const SECONDS = isQuick ? 5 : 12;
const BARE_RATE = 1_000;
const BLACKBOX_RATE = 300;
/** Until the JIT compiler has finished, and the garbage of the start was collected: 30 s after it, for 0.4 s of CPU time. */
const SETTLE_MS = 32_000;

const SCENARIOS: Scenario[] = [
  { scheme: "http", count: 1_000, intervalSeconds: 1 },
  { scheme: "http", count: 5_000, intervalSeconds: 5 },
  { scheme: "http", count: 10_000, intervalSeconds: 10 },
  { scheme: "http", count: 3_000, intervalSeconds: 1 },
  { scheme: "https", count: 1_000, intervalSeconds: 1 },
  { scheme: "https", count: 5_000, intervalSeconds: 5 },
  { scheme: "https", count: 10_000, intervalSeconds: 10 },
];

type References = Record<Scheme, { bareMs: number; blackboxMs: number }>;
type Row = { scenario: Scenario; measured: Measurement; bareMs: number };

const directory = makeBenchFolder();
const target = await startTarget(directory);
try {
  const references = await measureReferences();
  const rows: Row[] = [];
  for (const scenario of SCENARIOS) rows.push(await run(scenario));
  const restart = await measureRestart(target);
  const overloads = [await measureOverload(target, "https"), await measureOverload(target, "http", 3_000)];
  const text = report({ references, rows, restart, overloads });
  process.stdout.write(`${text}\n`);
  if (!isQuick) writeSection("checks", text);
} finally {
  await target.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function measureReferences(): Promise<References> {
  const measureBoth = async (scheme: Scheme) => {
    const url = urlOf(target, scheme);
    return {
      bareMs: await measureBareRequests(url, BARE_RATE, SECONDS),
      blackboxMs: await measureBlackbox(directory, { url, rate: BLACKBOX_RATE, seconds: SECONDS / 2 }),
    };
  };
  return { http: await measureBoth("http"), https: await measureBoth("https") };
}

/** Measures bare requests again before each scenario, because other load of the machine changes. */
async function run(scenario: Scenario): Promise<Row> {
  const rate = scenario.count / scenario.intervalSeconds;
  const bareMs = await measureBareRequests(urlOf(target, scenario.scheme), rate, SECONDS / 2);
  const fleet = await startFleet(target, scenario);
  await pause(SETTLE_MS + scenario.intervalSeconds * 1_000);
  const measured = await measure(fleet, target, SECONDS);
  await fleet.end();
  const row = { scenario, measured, bareMs };
  process.stderr.write(`${cells(row).join("  ")}\n`);
  return row;
}

function urlOf({ httpUrl, httpsUrl }: Target, scheme: Scheme): string {
  return scheme === "https" ? httpsUrl : httpUrl;
}

function cells({ scenario, measured, bareMs }: Row): string[] {
  const { nodeMs, postgresMs, lateness } = measured;
  return [
    `${scenario.scheme.toUpperCase()}, ${scenario.count} every ${scenario.intervalSeconds} s`,
    measured.perSecond.toFixed(0),
    nodeMs.toFixed(3),
    postgresMs.toFixed(3),
    bareMs.toFixed(3),
    computeRatio({ scenario, measured, bareMs }).toFixed(2),
    lateness.p50Ms.toFixed(0),
    lateness.p99Ms.toFixed(0),
    measured.node.pssMb.toFixed(0),
    measured.postgres.pssMb.toFixed(0),
  ];
}

function computeRatio({ measured, bareMs }: Row): number {
  return (measured.nodeMs + measured.postgresMs) / bareMs;
}

type Findings = { references: References; rows: Row[]; restart: Restart; overloads: Overload[] };

function report(findings: Findings): string {
  const { references, rows } = findings;
  const header = [
    "Load",
    "checks/s",
    "Node ms",
    "PostgreSQL ms",
    "bare request ms",
    "ratio",
    "late p50 ms",
    "late p99 ms",
    "Node MB",
    "PostgreSQL MB",
  ];
  const comparison = (["http", "https"] as const).map((scheme) => [
    scheme.toUpperCase(),
    references[scheme].bareMs.toFixed(3),
    references[scheme].blackboxMs.toFixed(3),
    (references[scheme].blackboxMs / references[scheme].bareMs).toFixed(2),
  ]);
  return `## Checks

${machineFacts()}.

CPU milliseconds per check, separately for Node and PostgreSQL. \`ratio\` is their sum divided by the CPU time of a
bare request (scheduled, but not stored), measured just before. Lateness is the time from a slot to the first byte at the
target, from the target's access log (whole milliseconds). Memory is the proportional share (PSS).

${table(header, rows.map(cells))}

The same target without Vedette, CPU milliseconds per check:

${table(["Target", "bare request", "blackbox exporter", "ratio"], comparison)}

${verdictTable(verdicts(findings))}`;
}

function verdicts({ rows, restart, overloads }: Findings): Verdict[] {
  const row = (scheme: Scheme, count: number) => {
    const found = rows.find(({ scenario }) => scenario.scheme === scheme && scenario.count === count);
    if (!found) throw new Error(`nothing was measured for ${count} ${scheme} monitors`);
    return found;
  };
  const cost = (scheme: Scheme, limit: number): Verdict => {
    const ratio = computeRatio(row(scheme, 1_000));
    const what = `CPU of a ${scheme.toUpperCase()} check at 1,000/s / bare request`;
    return { what, goal: `≤ ${limit} ×`, measured: `${ratio.toFixed(2)} ×`, isMet: ratio <= limit };
  };
  const late = (scheme: Scheme, count: number, limit: number): Verdict => {
    const { p99Ms } = row(scheme, count).measured.lateness;
    const what = `Lateness p99 of ${count} ${scheme.toUpperCase()} checks/s`;
    return { what, goal: `≤ ${limit} ms`, measured: `${p99Ms.toFixed(0)} ms`, isMet: p99Ms <= limit };
  };
  const done = (scheme: Scheme, count: number): Verdict => {
    const { perSecond } = row(scheme, count).measured;
    const what = `${scheme.toUpperCase()} checks/s sustained`;
    return { what, goal: `${count}`, measured: perSecond.toFixed(0), isMet: perSecond >= count * 0.985 };
  };
  const memory = row("http", 10_000).measured.node.pssMb;
  return [
    cost("http", 1.6),
    cost("https", 1.25),
    done("http", 3_000),
    late("http", 3_000, 100),
    done("https", 1_000),
    late("https", 1_000, 100),
    late("http", 1_000, 30),
    {
      what: "Node memory at 10,000 monitors",
      goal: "≤ 250 MB",
      measured: `${memory.toFixed(0)} MB`,
      isMet: memory <= 250,
    },
    ...restartVerdicts(restart),
    ...overloads.flatMap(overloadVerdicts),
  ];
}

function restartVerdicts({
  allCheckedAfterMs,
  intervalSeconds,
  busiestTenth,
  steadyTenth,
  lateness,
}: Restart): Verdict[] {
  return [
    {
      what: "Restart with 5,000 monitors: time until all were checked",
      goal: `≤ ${intervalSeconds} s`,
      measured: `${(allCheckedAfterMs / 1_000).toFixed(2)} s, p99 ${lateness.p99Ms.toFixed(0)} ms late`,
      isMet: allCheckedAfterMs <= intervalSeconds * 1_000 + 100,
    },
    {
      what: "Restart with 5,000 monitors: busiest tenth of a second",
      goal: `≤ 2 × ${steadyTenth}`,
      measured: `${busiestTenth}`,
      isMet: busiestTenth <= 2 * steadyTenth,
    },
  ];
}

function overloadVerdicts(
  { sustained, offered, done, recoveredPerSecond, expectedAfter }: Overload,
  index: number,
): Verdict[] {
  const scheme = index === 0 ? "HTTPS" : "HTTP";
  return [
    {
      what: `${scheme}: completed at 1.5 × the sustained load (${offered}/s offered, ${sustained}/s sustained)`,
      goal: "≥ 90 % of the sustained load",
      measured: `${done.toFixed(0)}/s, ${((done / sustained) * 100).toFixed(0)} %`,
      isMet: done >= sustained * 0.9,
    },
    {
      what: `${scheme}: two intervals after the load fell to half`,
      goal: `${expectedAfter}/s`,
      measured: `${recoveredPerSecond.toFixed(0)}/s`,
      isMet: recoveredPerSecond >= expectedAfter * 0.985,
    },
  ];
}
