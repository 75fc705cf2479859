import { SHARDS } from "../../packages/server/src/platform/kernel/shard.ts";
import { Account } from "./account.ts";
import { Broker } from "./broker.ts";
import { SimulatedDatabase } from "./database.ts";
import { NATS, RUNNER_CPU_MS } from "./figures.ts";
import { createPopulation, type Population } from "./population.ts";
import { createRandom, type Random } from "./random.ts";
import { SimulatedRunner } from "./simulated-runner.ts";
import { SimulatedScheduler } from "./simulated-scheduler.ts";
import { Timeline } from "./timeline.ts";

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

/** A round number of hours of the epoch; nothing depends on which. */
export const START_MS = 1_800_000_000_000;

/** A fleet at work, and what can happen to it. */
export class Fleet {
  readonly timeline = new Timeline(START_MS);
  readonly random: Random;
  readonly population: Population;
  readonly account: Account;
  readonly database: SimulatedDatabase;
  readonly broker: Broker;
  /** Those that live, in their order. */
  readonly schedulers: SimulatedScheduler[] = [];
  readonly runners = new Map<string, SimulatedRunner[]>();
  /** Share of the runners' processors that the checks need. */
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
    this.utilization = utilizationOf(plan);
    this.population = createPopulation({
      size: Math.round(plan.monitors / sample),
      intervalMs,
      locations: locations.map(({ name }) => name),
      random,
    });
    this.account = new Account(this.population, { startMs: START_MS, endMs: START_MS + plan.lengthMs });
    this.database = new SimulatedDatabase({ timeline, random, sample });
    this.broker = new Broker({
      timeline,
      random,
      oneWayMs: (location) => this.#oneWayMs(location),
      reportMessagesInHandsMax: plan.reportMessagesInHandsMax ?? NATS.reportMessagesInHandsMax,
    });
    for (const { name } of locations)
      for (let count = 0; count < plan.runnersPerLocation; count += 1) this.startRunner(name);
    for (let count = 0; count < plan.schedulers; count += 1) this.startScheduler();
    this.#isRunning = true;
  }

  startScheduler(): void {
    const { timeline, random, database, broker, account, population } = this;
    const { sample, tickMs } = this.#plan;
    const scheduler = new SimulatedScheduler({
      ...{ timeline, random, database, broker, account, population, sample, tickMs },
      startsWithOthers: !this.#isRunning,
      onShards: () => this.#recordShards(),
    });
    scheduler.start();
    this.#all.push(scheduler);
    this.schedulers.push(scheduler);
  }

  startRunner(location: string): void {
    const { timeline, random, broker, account, population } = this;
    const { sample, coresPerRunner: cores } = this.#plan;
    const runner = new SimulatedRunner({
      ...{ timeline, random, broker, account, population, location, cores, sample },
      oneWayMs: this.#oneWayMs(location),
      reportsPerMessage: reportsPerMessageOf(this.#plan),
    });
    runner.start();
    this.runners.set(location, [...(this.runners.get(location) ?? []), runner]);
  }

  /** Totals of all schedulers, living and ended. */
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
