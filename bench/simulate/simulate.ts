import { SHARDS } from "../../packages/server/src/platform/kernel/shard.ts";
import { Fleet, type FleetPlan, START_MS } from "./fleet.ts";
import type { Scenario } from "./scenarios.ts";
import type { Sums } from "./slot-tracker.ts";

/** The outcome of a scenario. */
export type Outcome = {
  scenario: string;
  /** One in this many monitors was simulated; the numbers below count only those. */
  sample: number;
  before: Sums;
  during: Sums;
  after: Sums;
  whole: Sums;
  /** Time after the fault until shard ownership was stable; null if nothing changed. */
  rebalancedMs: number | null;
  /** The time in which at least one shard had no scheduler. */
  unscheduledMs: number;
  /** Checks started in the busiest second after the end of the fault, divided by the average. */
  surge: number;
  startedAgain: number;
  /** Reports that were too late, rejected by the schedule, and duplicates, rejected by the key of results. */
  dropped: number;
  repeated: number;
  redelivered: number;
  reportsWaitingMost: number;
  /** Messages with checks and with reports that NATS received in a second before the fault. */
  messagesPerSecond: number;
  /** The number of shards of each scheduler at the end, and whether each shard has exactly one scheduler. */
  parts: number[];
  isEachShardOnce: boolean;
};

/** Until the backlog after the start is processed. */
const WARM_UP_MS = 30_000;
const BEFORE_MS = 60_000;
const AFTER_MS = 120_000;
/** No check may start later than this after its slot. */
const LAUNCH_MS = 35_000;
/** The longest time until a slot has a record: two timeouts, and the deadline of a lost check. */
const SETTLE_MS = 140_000;

/** The simulated time that a scenario needs. */
function totalMs({ lastsMs }: Pick<Scenario, "lastsMs">): number {
  return WARM_UP_MS + BEFORE_MS + lastsMs + AFTER_MS + LAUNCH_MS + SETTLE_MS;
}

/** Pure: the same plan and scenario give the same outcome. */
export function simulate(usual: Omit<FleetPlan, "lengthMs">, scenario: Scenario): Outcome {
  const plan = { ...usual, ...scenario.plan };
  const fleet = new Fleet({ ...plan, lengthMs: totalMs(scenario) });
  const { timeline, tracker } = fleet;
  const warmMs = START_MS + WARM_UP_MS;
  const faultMs = warmMs + BEFORE_MS;
  const endMs = faultMs + scenario.lastsMs;
  const untilMs = endMs + AFTER_MS;
  timeline.runUntil(warmMs);
  const countBefore = messageCount(fleet);
  timeline.runUntil(faultMs);
  const messagesPerSecond = ((messageCount(fleet) - countBefore) * 1_000) / BEFORE_MS;
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
  const startsAfter = tracker.startsPerSecond.slice(secondOf(endMs), secondOf(untilMs));
  return {
    scenario: scenario.name,
    sample: plan.sample,
    before: tracker.sum({ fromMs: warmMs, untilMs: faultMs }),
    during: tracker.sum({ fromMs: faultMs, untilMs: endMs }),
    after: tracker.sum({ fromMs: endMs, untilMs }),
    whole: tracker.sum({ fromMs: warmMs, untilMs }),
    rebalancedMs: changes.length > 0 ? (changes.at(-1)?.atMs ?? 0) - faultMs : null,
    unscheduledMs: unscheduledMs(changes, untilMs),
    surge: Math.max(0, ...Array.from(startsAfter, (count) => count ?? 0)) / perSecond,
    startedAgain: tracker.startedAgain,
    dropped: fleet.counts().dropped,
    repeated: fleet.counts().repeated,
    redelivered: Math.round(fleet.broker.counts.redelivered),
    reportsWaitingMost: Math.round(fleet.broker.counts.reportsWaitingMost),
    messagesPerSecond: Math.round(messagesPerSecond),
    parts: parts.toSorted((a, b) => b - a),
    isEachShardOnce: isEachShardOnce(fleet),
  };
}

/** Whether each shard is scheduled by exactly one running scheduler. */
export function isEachShardOnce({ schedulers }: Pick<Fleet, "schedulers">): boolean {
  const scheduled = schedulers.flatMap((scheduler) => [...scheduler.scheduled]);
  return scheduled.length === SHARDS && new Set(scheduled).size === SHARDS;
}

function messageCount({ broker: { counts } }: Fleet): number {
  return counts.jobMessages + counts.reportMessages;
}

function unscheduledMs(changes: readonly { atMs: number; unscheduled: number }[], untilMs: number): number {
  let sum = 0;
  for (const [index, { atMs, unscheduled }] of changes.entries()) {
    if (unscheduled > 0) sum += (changes[index + 1]?.atMs ?? untilMs) - atMs;
  }
  return sum;
}
