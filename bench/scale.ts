import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import process from "node:process";
import { natsServerMissing } from "../packages/server/test/servers/nats-server.ts";
import { machineFacts, table, writeSection } from "./harness/report.ts";
import { SCENARIOS, type Scenario } from "./scale/scenarios.ts";
import type { Outcome } from "./scale/stage.ts";
import { compareThroughput } from "./scale/throughput.ts";

/*
 * One machine's processes as a small fleet: what a check costs there against the all-in-one, and what happens when a
 * part of it dies, hangs or is cut off. `npm run bench -- scale f01 f02` plays these alone, `throughput` measures the
 * cost alone; what was played replaces its row in bench/README.md, where `--dry` leaves that as it is.
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
  "One API, two schedulers, two runners, NATS and PostgreSQL as processes of one machine; 100 monitors checked every",
  "second and 100 every ten, a third of them answered after 300 ms, and a rule that one failed check is an alert. A",
  "monitor at 1 s is silent when its target hears nothing for over 2 s; beside the time until all are back stands how many",
  "were. Slots are those from a second before the fault to the end; doubled and lost are counted over everything. Each row is a",
  "run of its own, with the machine's load average when it began.",
].join("\n");

const missing = natsServerMissing();
if (missing !== null) throw new Error(missing);
const wanted = process.argv.slice(2).filter((each) => !each.startsWith("--"));
const isDry = process.argv.includes("--dry");
const known = ["throughput", ...SCENARIOS.map(({ name }) => name)];
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")}: choose of ${known.join(", ")}.`);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

if (isWanted("throughput")) {
  const markdown = await compareThroughput();
  console.log(markdown);
  if (!isDry) writeSection("scale", markdown);
}
for (const scenario of SCENARIOS.filter(({ name }) => isWanted(name))) {
  const load = loadavg()[0]?.toFixed(1) ?? "";
  const why = scenario.missing?.() ?? null;
  const row =
    why === null ? rowOf(scenario, await scenario.run(), load) : [titleOf(scenario), `not played: ${why}`];
  console.log(row.join(" | "));
  if (!isDry) writeRow(row);
}
process.exit(0);

function titleOf({ name, what }: Scenario): string {
  return `\`${name}\` ${what}`;
}

function rowOf(scenario: Scenario, outcome: Outcome, load: string): string[] {
  const { silence, account, rebalancedSeconds } = outcome;
  const unmet = unmetOf(scenario, outcome);
  const seconds = (ms: number) => (Number.isFinite(ms) ? (ms / 1_000).toFixed(1) : "never");
  return [
    titleOf(scenario),
    seconds(silence.longestMs),
    silence.silenced === 0 ? "none was silent" : `${seconds(silence.backAfterMs)} (${silence.silenced} %)`,
    rebalancedSeconds === null ? "–" : seconds(rebalancedSeconds * 1_000),
    `${account.result} / ${account.missed} / ${account.skipped}${reasonsOf(account.reasons)}`,
    ...[account.doubled, account.lost, account.failedChecks, account.alerts].map(String),
    scenario.expected,
    unmet.length === 0 ? "✓" : `✗ ${unmet.join("; ")}`,
    load,
  ];
}

function unmetOf({ backWithinSeconds, missesNone }: Scenario, outcome: Outcome): string[] {
  const { silence, account, unmet } = outcome;
  const faults: [string, boolean][] = [
    [`back in ${backWithinSeconds} s`, silence.backAfterMs > backWithinSeconds * 1_000],
    ["no slot missed", missesNone === true && account.missed > 0],
    ["none doubled", account.doubled > 0],
    ["none lost", account.lost > 0],
    ["no failed check", account.failedChecks > 0],
    ["no alert", account.alerts > 0],
  ];
  return [
    ...faults.filter(([, isFault]) => isFault).map(([what]) => `not: ${what}`),
    ...unmet.map((what) => `not: ${what}`),
  ];
}

function reasonsOf(reasons: Record<string, number>): string {
  const parts = Object.entries(reasons).map(([reason, slots]) => `${reason} ${slots}`);
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

/** Puts the row in the place of the one of the same fault; the others stay as they were measured. */
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
