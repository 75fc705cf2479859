import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { writeSection } from "./harness/report.ts";
import type { FleetPlan } from "./simulate/fleet.ts";
import { randomHistory, runHistory } from "./simulate/histories.ts";
import { report } from "./simulate/report.ts";
import { SCENARIOS } from "./simulate/scenarios.ts";
import { type Outcome, simulate } from "./simulate/simulate.ts";

/*
 * A discrete-event simulation of a million monitors, each checked once a minute. Schedulers use the product's wheel,
 * grid, ledger, launch budget and distribution of shards, runners its admission of checks; NATS, PostgreSQL, CPUs and
 * networks are models with measured figures (simulate/figures.ts). One thread, no clock, no socket: the same seed gives
 * the same output. The result is written to docs/guide/scale.md, unless `--sample` or `--seed` is given. `--histories N`
 * simulates N small fleets with random faults instead, and reports the first that breaks a guarantee.
 */

const PAGE = fileURLToPath(new URL("../docs/guide/scale.md", import.meta.url));
const SEED = 20_261_121;
/** A simulated monitor takes a kilobyte, and each of its slots about ten microseconds. */
const SAMPLE = 10;

/** Two scenarios are simulated in full and need 1.5 GB; without a limit, garbage doubles that. */
setFlagsFromString("--max-old-space-size=2200");

const { values } = parseArgs({
  options: { seed: { type: "string" }, sample: { type: "string" }, histories: { type: "string" } },
});

if (values.histories === undefined) runScenarios();
else runHistories(Number(values.histories));

function runScenarios(): void {
  const plan: Omit<FleetPlan, "lengthMs"> = {
    seed: Number(values.seed ?? SEED),
    monitors: 1_000_000,
    intervalMs: 60_000,
    schedulers: 8,
    locations: [
      { name: "eu", oneWayMs: 1 },
      { name: "us", oneWayMs: 40 },
      { name: "ap", oneWayMs: 90 },
    ],
    runnersPerLocation: 3,
    coresPerRunner: 4,
    sample: Number(values.sample ?? SAMPLE),
    tickMs: 10,
  };
  const outcomes: Outcome[] = [];
  for (const scenario of SCENARIOS) {
    outcomes.push(simulate(plan, scenario));
    process.stderr.write(`${scenario.name}\n`);
  }
  const markdown = report(plan, outcomes);
  process.stdout.write(`${markdown}\n`);
  const broken = outcomes.filter(({ whole, isEachShardOnce }) => whole.unaccounted > 0 || !isEachShardOnce);
  for (const { scenario } of broken) process.stderr.write(`A guarantee was broken: ${scenario}\n`);
  if (broken.length > 0) process.exitCode = 1;
  else if (values.seed === undefined && values.sample === undefined) writeSection("simulate", markdown, PAGE);
}

function runHistories(count: number): void {
  for (let seed = 1; seed <= count; seed += 1) {
    const history = randomHistory(seed);
    const { unaccounted, isEachShardOnce } = runHistory(history);
    if (unaccounted === 0 && isEachShardOnce) continue;
    process.stderr.write(
      `A guarantee was broken: ${JSON.stringify({ ...history, unaccounted, isEachShardOnce })}\n`,
    );
    process.exitCode = 1;
    return;
  }
  process.stdout.write(`${count} histories: every slot has one record, every shard one scheduler.\n`);
}
