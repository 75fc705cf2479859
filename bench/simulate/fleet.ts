import { SHARDS } from "../../packages/server/src/platform/kernel/shard.ts";
import { Broker } from "./broker.ts";
import { SimulatedDatabase } from "./database.ts";
import { NATS, RUNNER_CPU_MS } from "./figures.ts";
import { createPopulation, type Population } from "./population.ts";
import { createRandom, type Random } from "./random.ts";
import { SimulatedRunner } from "./simulated-runner.ts";
import { SimulatedScheduler } from "./simulated-scheduler.ts";
import { SlotTracker } from "./slot-tracker.ts";
import { Timeline } from "./timeline.ts";

/** The parameters of a simulated fleet. */
export type FleetPlan = {
  seed: number;
  monitors: number;
  intervalMs: number;
  schedulers: number;
  /** Locations of runners, with their one-way delay to NATS. */
  locations: readonly { name: string; oneWayMs: number }[];
  runnersPerLocation: number;
  coresPerRunner: number;
  /** One in this many monitors is simulated, at the cost of all of them. */
  sample: number;
  tickMs: number;
  /** The simulated time. Must include enough time after the last fault. */
  lengthMs: number;
  /** Report messages of one shard in flight; the product's value by default. */
  reportMessagesInFlightMax?: number;
};

/** A whole number of hours since the epoch; the value does not matter. */
export const START_MS = 1_800_000_000_000;

/** A running simulated fleet. */
export class Fleet {
  readonly timeline = new Timeline(START_MS);
  readonly random: Random;
  readonly population: Population;
  readonly tracker: SlotTracker;
  readonly database: SimulatedDatabase;
  readonly broker: Broker;
  /** The running schedulers, in order of their start. */
  readonly schedulers: SimulatedScheduler[] = [];
  readonly runners = new Map<string, SimulatedRunner[]>();
  /** Share of the runners' CPUs that the checks use. */
  readonly utilization: number;
  /** Changes of shard ownership: time, number of unowned shards, and shards of the busiest scheduler. */
  readonly shardChanges: { atMs: number; unscheduled: number; most: number }[] = [];
  readonly #plan: FleetPlan;
  readonly #all: SimulatedScheduler[] = [];
  #isRunning = false;

  constructor(plan: FleetPlan) {
    const { sample, intervalMs, locations } = plan;
    const { timeline } = this;
    const random = createRandom(plan.seed);
    this.#plan = plan;
    this.random = random;
    this.utilization = computeUtilization(plan);
    this.population = createPopulation({
      size: Math.round(plan.monitors / sample),
      intervalMs,
      locations: locations.map(({ name }) => name),
      random,
    });
    this.tracker = new SlotTracker(this.population, { startMs: START_MS, endMs: START_MS + plan.lengthMs });
    this.database = new SimulatedDatabase({ timeline, random, sample });
    this.broker = new Broker({
      timeline,
      random,
      oneWayMs: (location) => this.#oneWayMs(location),
      reportMessagesInFlightMax: plan.reportMessagesInFlightMax ?? NATS.reportMessagesInFlightMax,
    });
    for (const { name } of locations)
      for (let count = 0; count < plan.runnersPerLocation; count += 1) this.startRunner(name);
    for (let count = 0; count < plan.schedulers; count += 1) this.startScheduler();
    this.#isRunning = true;
  }

  startScheduler(): void {
    const { timeline, random, database, broker, tracker, population } = this;
    const { sample, tickMs } = this.#plan;
    const scheduler = new SimulatedScheduler({
      ...{ timeline, random, database, broker, tracker, population, sample, tickMs },
      startsWithOthers: !this.#isRunning,
      onShards: () => this.#recordShards(),
    });
    scheduler.start();
    this.#all.push(scheduler);
    this.schedulers.push(scheduler);
  }

  startRunner(location: string): void {
    const { timeline, random, broker, tracker, population } = this;
    const { sample, coresPerRunner: cores } = this.#plan;
    const runner = new SimulatedRunner({
      ...{ timeline, random, broker, tracker, population, location, cores, sample },
      oneWayMs: this.#oneWayMs(location),
      reportsPerMessage: meanReportsPerMessage(this.#plan, {
        queues: SHARDS,
        max: NATS.reportsPerMessageMax,
      }),
      reportsPerDirectMessage: meanReportsPerMessage(this.#plan, {
        queues: this.#plan.schedulers,
        max: NATS.directReportsPerMessageMax,
      }),
    });
    runner.start();
    this.runners.set(location, [...(this.runners.get(location) ?? []), runner]);
  }

  /** Totals of all schedulers, running and ended. */
  counts(): { repeated: number; dropped: number } {
    return {
      repeated: this.#all.reduce((sum, { counts }) => sum + counts.repeated, 0),
      dropped: this.#all.reduce((sum, { counts }) => sum + counts.dropped, 0),
    };
  }

  #oneWayMs(location: string): number {
    return this.#plan.locations.find(({ name }) => name === location)?.oneWayMs ?? 0;
  }

  #recordShards(): void {
    const parts = this.#all.map(({ scheduled }) => scheduled.size);
    const unscheduled = SHARDS - new Set(this.#all.flatMap(({ scheduled }) => [...scheduled])).size;
    this.shardChanges.push({ atMs: this.timeline.now(), unscheduled, most: Math.max(...parts) });
  }
}

/**
 * The mean number of reports of one shard or scheduler in a message. Reports arrive at random, x of them on average while a runner
 * batches. A message with at least one report then contains x / (1 − e^−x) of them on average.
 */
function meanReportsPerMessage(
  { monitors, intervalMs, locations, runnersPerLocation }: FleetPlan,
  { queues, max }: { queues: number; max: number },
): number {
  const perSecond = monitors / (intervalMs / 1_000) / (locations.length * runnersPerLocation) / queues;
  const expected = (perSecond * NATS.reportBatchMs) / 1_000;
  return Math.min(max, expected / (1 - Math.exp(-expected)));
}

function computeUtilization({
  monitors,
  intervalMs,
  locations,
  runnersPerLocation,
  coresPerRunner,
}: FleetPlan): number {
  return ((monitors / intervalMs) * RUNNER_CPU_MS) / (locations.length * runnersPerLocation * coresPerRunner);
}
