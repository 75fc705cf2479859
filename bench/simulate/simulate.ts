import { SHARDS } from "../../packages/server/src/platform/kernel/shard.ts";
import type { Sums } from "./account.ts";
import { Fleet, type FleetPlan, START_MS } from "./fleet.ts";
import type { Scenario } from "./scenarios.ts";

/** What a fleet went through. */
export type Outcome = {
  scenario: string;
  /** Of so many monitors one was simulated; what is counted here is counted of those. */
  sample: number;
  before: Sums;
  during: Sums;
  after: Sums;
  whole: Sums;
  /** Time after the fault until shard ownership was stable; null if nothing changed. */
  rebalancedMs: number | null;
  /** How long some shard had no scheduler. */
  unscheduledMs: number;
  /** Checks started in the busiest second after the fault's end, to the average. */
  surge: number;
  startedAgain: number;
  /** Reports that came too late or twice: refused by the schedule, and by the key of results. */
  dropped: number;
  repeated: number;
  redelivered: number;
  reportsWaitingMost: number;
  /** Schedulers that share the shards in the end, and whether each shard has exactly one. */
  parts: number[];
  isEachShardOnce: boolean;
};

/** Until the backlog of the start is processed. */
const WARM_UP_MS = 30_000;
const BEFORE_MS = 60_000;
const AFTER_MS = 120_000;
/** No check may start later than this after its slot. */
const LAUNCH_MS = 35_000;
/** The longest way of a check to its end: two time-outs, and what is lost is waited for. */
const SETTLE_MS = 140_000;

/** How long a plan has to look for a scenario to be seen from its beginning to its end. */
function lengthMsOf({ lastsMs }: Pick<Scenario, "lastsMs">): number {
  return WARM_UP_MS + BEFORE_MS + lastsMs + AFTER_MS + LAUNCH_MS + SETTLE_MS;
}

/** Pure: the same plan and scenario give the same outcome. */
export function simulate(usual: Omit<FleetPlan, "lengthMs">, scenario: Scenario): Outcome {
  const plan = { ...usual, ...scenario.plan };
  const fleet = new Fleet({ ...plan, lengthMs: lengthMsOf(scenario) });
  const { timeline, account } = fleet;
  const warmMs = START_MS + WARM_UP_MS;
  const faultMs = warmMs + BEFORE_MS;
  const endMs = faultMs + scenario.lastsMs;
  const untilMs = endMs + AFTER_MS;
  timeline.runUntil(faultMs);
  fleet.broker.counts.reportsWaitingMost = 0;
  scenario.begin(fleet);
  timeline.runUntil(endMs);
  scenario.end?.(fleet);
  timeline.runUntil(untilMs + LAUNCH_MS);
  for (const scheduler of fleet.schedulers) scheduler.pause();
  timeline.runUntil(untilMs + LAUNCH_MS + SETTLE_MS);
  const parts = fleet.schedulers.map(({ scheduled }) => scheduled.size);
  const changes = fleet.shardChanges.filter(({ atMs }) => atMs >= faultMs && atMs <= untilMs);
  const perSecond = fleet.population.size / (fleet.population.intervalMs / 1_000);
  const secondOf = (atMs: number) => Math.ceil((atMs - START_MS) / 1_000);
  const startsAfter = account.startsPerSecond.slice(secondOf(endMs), secondOf(untilMs));
  return {
    scenario: scenario.name,
    sample: plan.sample,
    before: account.sum({ fromMs: warmMs, untilMs: faultMs }),
    during: account.sum({ fromMs: faultMs, untilMs: endMs }),
    after: account.sum({ fromMs: endMs, untilMs }),
    whole: account.sum({ fromMs: warmMs, untilMs }),
    rebalancedMs: changes.length > 0 ? (changes.at(-1)?.atMs ?? 0) - faultMs : null,
    unscheduledMs: unscheduledMs(changes, untilMs),
    surge: Math.max(0, ...Array.from(startsAfter, (count) => count ?? 0)) / perSecond,
    startedAgain: account.startedAgain,
    dropped: fleet.counts().dropped,
    repeated: fleet.counts().repeated,
    redelivered: Math.round(fleet.broker.counts.redelivered),
    reportsWaitingMost: Math.round(fleet.broker.counts.reportsWaitingMost),
    parts: parts.toSorted((a, b) => b - a),
    isEachShardOnce: isEachShardOnce(fleet),
  };
}

/** Whether each shard is scheduled by one of the schedulers that live, and by no other. */
export function isEachShardOnce({ schedulers }: Pick<Fleet, "schedulers">): boolean {
  const scheduled = schedulers.flatMap((scheduler) => [...scheduler.scheduled]);
  return scheduled.length === SHARDS && new Set(scheduled).size === SHARDS;
}

function unscheduledMs(changes: readonly { atMs: number; unscheduled: number }[], untilMs: number): number {
  let sum = 0;
  for (const [index, { atMs, unscheduled }] of changes.entries()) {
    if (unscheduled > 0) sum += (changes[index + 1]?.atMs ?? untilMs) - atMs;
  }
  return sum;
}
