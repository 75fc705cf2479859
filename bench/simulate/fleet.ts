import { SHARDS } from "../../packages/server/src/platform/kernel/shard.ts";
import { type Account, createAccount } from "./account.ts";
import { type Broker, createBroker } from "./broker.ts";
import { createDatabase, type SimulatedDatabase } from "./database.ts";
import { NATS, RUNNER_CPU_MS } from "./figures.ts";
import { createPopulation, type Population } from "./population.ts";
import { createRandom, type Random } from "./random.ts";
import { type SimulatedRunner, startRunner } from "./simulated-runner.ts";
import { type SimulatedScheduler, startScheduler } from "./simulated-scheduler.ts";
import { createTimeline, type Timeline } from "./timeline.ts";

/** What a simulated fleet is made of. */
export type FleetPlan = {
  seed: number;
  monitors: number;
  intervalMs: number;
  schedulers: number;
  /** Where runners are, and how long the way to them is. */
  locations: readonly { name: string; oneWayMs: number }[];
  runnersPerLocation: number;
  coresPerRunner: number;
  /** Of so many monitors one is simulated, and costs as much as all of them. */
  sample: number;
  tickMs: number;
  /** How long is looked at; a multiple of minutes with enough after the last fault. */
  lengthMs: number;
  /** Report messages of one shard in flight; the product's value by default. */
  reportMessagesInHandsMax?: number;
};

/** A fleet at work, and what can happen to it. */
export type Fleet = {
  readonly timeline: Timeline;
  readonly random: Random;
  readonly account: Account;
  readonly broker: Broker;
  readonly database: SimulatedDatabase;
  readonly population: Population;
  /** Those that live, in their order. */
  readonly schedulers: SimulatedScheduler[];
  readonly runners: Map<string, SimulatedRunner[]>;
  /** Share of the runners' processors that the checks need. */
  readonly utilization: number;
  startScheduler(): SimulatedScheduler;
  startRunner(location: string): void;
  /** Changes of shard ownership: time, number of unowned shards, and shards of the busiest scheduler. */
  readonly shardChanges: { atMs: number; unscheduled: number; most: number }[];
  /** What came of all schedulers there ever were. */
  counts(): { repeated: number; dropped: number };
};

/** A round number of hours of the epoch; nothing depends on which. */
export const START_MS = 1_800_000_000_000;

export function createFleet(plan: FleetPlan): Fleet {
  const random = createRandom(plan.seed);
  const timeline = createTimeline(START_MS);
  const { sample, intervalMs } = plan;
  const population = createPopulation({
    size: Math.round(plan.monitors / sample),
    intervalMs,
    locations: plan.locations.map(({ name }) => name),
    random,
  });
  const account = createAccount(population, { startMs: START_MS, endMs: START_MS + plan.lengthMs });
  const database = createDatabase({ timeline, random, sample });
  const broker = createBroker({
    timeline,
    random,
    oneWayMs: (name) => plan.locations.find((location) => location.name === name)?.oneWayMs ?? 0,
    reportMessagesInHandsMax: plan.reportMessagesInHandsMax ?? NATS.reportMessagesInHandsMax,
  });
  const all: SimulatedScheduler[] = [];
  const schedulers: SimulatedScheduler[] = [];
  const runners = new Map<string, SimulatedRunner[]>();
  const shardChanges: Fleet["shardChanges"] = [];
  const reportsPerMessage = reportsPerMessageOf(plan);
  let isRunning = false;

  const fleet: Fleet = {
    timeline,
    random,
    account,
    broker,
    database,
    population,
    schedulers,
    runners,
    shardChanges,
    utilization: utilizationOf(plan),
    startScheduler() {
      const started = startScheduler({
        timeline,
        random,
        database,
        broker,
        account,
        population,
        sample,
        tickMs: plan.tickMs,
        startsWithOthers: !isRunning,
        onShards: () => {
          const parts = all.map(({ scheduled }) => scheduled.size);
          const unscheduled = SHARDS - new Set(all.flatMap(({ scheduled }) => [...scheduled])).size;
          shardChanges.push({ atMs: timeline.now(), unscheduled, most: Math.max(...parts) });
        },
      });
      all.push(started);
      schedulers.push(started);
      return started;
    },
    startRunner(location) {
      const { oneWayMs = 0 } = plan.locations.find(({ name }) => name === location) ?? {};
      const cores = plan.coresPerRunner;
      const started = startRunner({
        timeline,
        random,
        broker,
        account,
        population,
        location,
        oneWayMs,
        cores,
        sample,
        reportsPerMessage,
      });
      runners.set(location, [...(runners.get(location) ?? []), started]);
    },
    counts: () => ({
      repeated: all.reduce((sum, { counts }) => sum + counts.repeated, 0),
      dropped: all.reduce((sum, { counts }) => sum + counts.dropped, 0),
    }),
  };
  for (const { name } of plan.locations)
    for (let count = 0; count < plan.runnersPerLocation; count += 1) fleet.startRunner(name);
  for (let count = 0; count < plan.schedulers; count += 1) fleet.startScheduler();
  isRunning = true;
  return fleet;
}

/**
 * How many reports of one shard a runner gathers into one message. They come at random, so a message that is sent at
 * all, for at least one came, holds x / (1 − e^−x) of them where x is what comes in the time of gathering.
 */
function reportsPerMessageOf({ monitors, intervalMs, locations, runnersPerLocation }: FleetPlan): number {
  const perSecond = monitors / (intervalMs / 1_000) / (locations.length * runnersPerLocation) / SHARDS;
  const expected = (perSecond * NATS.reportGatherMs) / 1_000;
  return Math.min(NATS.reportsPerMessageMax, expected / (1 - Math.exp(-expected)));
}

function utilizationOf({
  monitors,
  intervalMs,
  locations,
  runnersPerLocation,
  coresPerRunner,
}: FleetPlan): number {
  return ((monitors / intervalMs) * RUNNER_CPU_MS) / (locations.length * runnersPerLocation * coresPerRunner);
}
