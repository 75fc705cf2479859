import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import process from "node:process";
import { natsServerMissing } from "../packages/server/test/servers/nats-server.ts";
import { machineFacts, table, writeSection } from "./harness/report.ts";
import type { Outcome } from "./scale/fault-run.ts";
import { SCENARIOS, type Scenario } from "./scale/scenarios.ts";
import { measureThroughput } from "./scale/throughput.ts";
import { reportThroughput } from "./scale/throughput-report.ts";

/*
 * A small fleet of processes on one machine: the cost of a check compared with the all-in-one process, and what happens
 * when a process dies, hangs or is cut off. `npm run bench -- scale f01 f02` runs only these scenarios, `throughput` only
 * measures the cost. Each result replaces its row in bench/README.md, unless `--dry` is given.
 */

const HEADER = [
  "Fault",
  "longest silence s",
  "all back after s",
  "shards shared after s",
  "slots: result / missed / skipped",
  "doubled",
  "lost",
  "failed checks",
  "alerts",
  "expected",
  "met",
  "load",
];

const INTRODUCTION = [
  "One API, two schedulers, two runners, NATS and PostgreSQL as processes on one machine; 100 monitors checked every",
  "second and 100 every ten, a third of them with a response after 300 ms, and a rule that opens an alert after one failed",
  "check. A monitor at 1 s is silent if its target gets no request for over 2 s; the share of silent monitors is in",
  "parentheses. Slots are counted from a second before the fault to the end; doubled and lost slots over the whole run. Each",
  "row is a separate run, with the machine's load average at its start.",
].join("\n");

const missing = natsServerMissing();
if (missing !== null) throw new Error(missing);
const wanted = process.argv.slice(2).filter((each) => !each.startsWith("--"));
const isDry = process.argv.includes("--dry");
const known = ["throughput", ...SCENARIOS.map(({ name }) => name)];
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(", ")}. Use one of ${known.join(", ")}.`);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

if (isWanted("throughput")) {
  const markdown = reportThroughput(await measureThroughput());
  console.log(markdown);
  if (!isDry) writeSection("scale", markdown);
}
for (const scenario of SCENARIOS.filter(({ name }) => isWanted(name))) {
  const load = loadavg()[0]?.toFixed(1) ?? "";
  const missing = scenario.missing?.() ?? null;
  const row =
    missing === null
      ? makeRow(scenario, await scenario.run(), load)
      : [titleOf(scenario), `not run: ${missing}`];
  console.log(row.join(" | "));
  if (!isDry) writeRow(row);
}
process.exit(0);

function titleOf({ name, what }: Scenario): string {
  return `\`${name}\` ${what}`;
}

function makeRow(scenario: Scenario, outcome: Outcome, load: string): string[] {
  const { silence, slots, rebalancedSeconds } = outcome;
  const failed = listUnmet(scenario, outcome);
  const seconds = (ms: number) => (Number.isFinite(ms) ? (ms / 1_000).toFixed(1) : "never");
  return [
    titleOf(scenario),
    seconds(silence.longestMs),
    silence.silenced === 0 ? "none silent" : `${seconds(silence.backAfterMs)} (${silence.silenced} %)`,
    rebalancedSeconds === null ? "–" : seconds(rebalancedSeconds * 1_000),
    `${slots.result} / ${slots.missed} / ${slots.skipped}${formatReasons(slots.reasons)}`,
    ...[slots.doubled, slots.lost, slots.failedChecks, slots.alerts].map(String),
    scenario.expected,
    failed.length === 0 ? "✓" : `✗ ${failed.join("; ")}`,
    load,
  ];
}

function listUnmet({ backWithinSeconds, missesNone }: Scenario, outcome: Outcome): string[] {
  const { silence, slots, unmet } = outcome;
  const faults: [string, boolean][] = [
    [`back in ${backWithinSeconds} s`, silence.backAfterMs > backWithinSeconds * 1_000],
    ["no slot missed", missesNone === true && slots.missed > 0],
    ["none doubled", slots.doubled > 0],
    ["none lost", slots.lost > 0],
    ["no failed check", slots.failedChecks > 0],
    ["no alert", slots.alerts > 0],
  ];
  return [
    ...faults.filter(([, isFault]) => isFault).map(([what]) => `not: ${what}`),
    ...unmet.map((what) => `not: ${what}`),
  ];
}

function formatReasons(reasons: Record<string, number>): string {
  const parts = Object.entries(reasons).map(([reason, slots]) => `${reason} ${slots}`);
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

/** Replaces the row of this fault; the other rows keep their measurements. */
function writeRow(row: readonly string[]): void {
  const before = readFileSync(new URL("./README.md", import.meta.url), "utf8");
  const rows = new Map(
    [...before.matchAll(/^\| (`f\d\d[a-z-]*`.*) \|$/gm)].map(([, cells = ""]) => {
      const old = cells.split(" | ").map((cell) => cell.trim());
      return [nameOf(old), old];
    }),
  );
  rows.set(nameOf(row), [...row]);
  const sorted = SCENARIOS.flatMap(({ name }) => {
    const found = rows.get(name);
    return found === undefined ? [] : [found];
  });
  const markdown = [
    "## `scale`: faults in a small fleet",
    machineFacts(),
    INTRODUCTION,
    table(
      HEADER,
      sorted.map((cells) => HEADER.map((_, index) => cells[index] ?? "")),
    ),
  ].join("\n\n");
  writeSection("scale-faults", markdown);
}

function nameOf([title = ""]: readonly string[]): string {
  return /^`([^`]+)`/.exec(title)?.[1] ?? "";
}
