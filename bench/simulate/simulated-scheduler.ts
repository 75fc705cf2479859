import { type DueSlot, Schedule } from "../../packages/server/src/pipeline/scheduler/schedule.ts";
import type { SlotGap } from "../../packages/server/src/pipeline/scheduler/slot-ledger.ts";
import type { Broker } from "./broker.ts";
import type { SimulatedDatabase } from "./database.ts";
import { LEASES, LOAD_MS_PER_DEFINITION, NATS, PUT_MS_PER_DEFINITION, SCHEDULER_CPU_MS } from "./figures.ts";
import type { Job, ReportMessage } from "./messages.ts";
import type { Population } from "./population.ts";
import type { Random } from "./random.ts";
import { SimulatedLeases } from "./simulated-leases.ts";
import { SimulatedRecorder } from "./simulated-recorder.ts";
import type { SlotTracker } from "./slot-tracker.ts";
import type { Timeline } from "./timeline.ts";

export type SchedulerOptions = {
  timeline: Timeline;
  random: Random;
  database: SimulatedDatabase;
  broker: Broker;
  tracker: SlotTracker;
  population: Population;
  sample: number;
  tickMs: number;
  /** Whether several schedulers start at the same time. */
  startsWithOthers: boolean;
  /** Called when its shards change. */
  onShards: () => void;
};

type Gathered = { jobs: Job[]; sentAtMs: number; isWaiting: boolean };

/** A scheduler process: the product's schedule, with a model of pipeline/scheduler/scheduler.ts and its wiring. */
export class SimulatedScheduler {
  readonly #options: SchedulerOptions;
  readonly #recorder: SimulatedRecorder;
  readonly #schedule: Schedule;
  readonly #leases: SimulatedLeases;
  readonly #handingOver = new Set<number>();
  readonly #scheduled = new Set<number>();
  readonly #gathered = new Map<string, Gathered>();
  #clockOffsetMs = 0;
  #isPaused = false;
  #isDead = false;
  /** The thread is busy until this time. */
  #busyUntilMs = 0;
  #gapsTakenAtMs: number;
  #dropped = 0;
  /** The consumer of reports; also identifies it. */
  readonly #receive = (message: ReportMessage): void => {
    this.#accept(message.reports, () => {
      if (!this.#isDead) this.#options.broker.reportsDone(message);
    });
  };

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#gapsTakenAtMs = options.timeline.now();
    this.#recorder = new SimulatedRecorder({ ...options, intervalMs: options.population.intervalMs });
    this.#schedule = new Schedule({
      nowMs: this.#nowMs(),
      isHeldBack: ({ shard }) => this.#isPaused || this.#handingOver.has(shard),
    });
    this.#leases = new SimulatedLeases(options, {
      gained: (shards, done) => this.#recorder.settled(() => this.#load(shards, done)),
      release: (shards, done) => this.#release(shards, done),
      lost: (shards) => this.#drop(shards),
    });
  }

  get scheduled(): ReadonlySet<number> {
    return this.#scheduled;
  }

  get size(): number {
    return this.#schedule.size;
  }

  get counts(): { repeated: number; dropped: number } {
    return { repeated: this.#recorder.repeated, dropped: this.#dropped };
  }

  start(): void {
    const { timeline, random, tickMs } = this.#options;
    this.#leases.start();
    timeline.after(random.between(0, tickMs), () => this.#tick());
  }

  kill(): void {
    this.#end();
    this.#leases.kill();
    this.#scheduled.clear();
    this.#options.onShards();
  }

  /** SIGTERM: releases all shards, then calls back. */
  stop(done: () => void): void {
    this.#leases.stop(() =>
      this.#recorder.settled(() => {
        for (const [location, gathered] of this.#gathered) this.#send(location, gathered);
        this.#end();
        done();
      }),
    );
  }

  /** Sets its clock forward or back. */
  jumpClock(deltaMs: number): void {
    const { tracker, population, tickMs } = this.#options;
    this.#clockOffsetMs += deltaMs;
    // Slots since the last tick were not processed yet, so the clock jumps over them too.
    const fromMs = this.#nowMs() - Math.max(0, deltaMs) - 2 * tickMs;
    const monitors = [...this.#scheduled].flatMap((shard) => population.monitorsByShard[shard] ?? []);
    if (deltaMs > 0) tracker.jumpedOver(monitors, { fromMs, toMs: this.#nowMs() });
    this.#schedule.clockJumped(this.#nowMs(), deltaMs);
  }

  /** Starts no more checks, but still records slots. */
  pause(): void {
    this.#isPaused = true;
  }

  #nowMs(): number {
    return this.#options.timeline.now() + this.#clockOffsetMs;
  }

  #end(): void {
    this.#isDead = true;
    this.#recorder.kill();
    this.#options.broker.reportReceiverDied(this.#receive);
  }

  #work(checks: number, eachMs: number): void {
    const { timeline, sample } = this.#options;
    this.#busyUntilMs = Math.max(this.#busyUntilMs, timeline.now()) + checks * sample * eachMs;
  }

  #tick(): void {
    if (this.#isDead) return;
    const { timeline, tickMs } = this.#options;
    const slots = this.#schedule.due(this.#nowMs(), this.#recorder.hasRoom());
    this.#work(slots.length, SCHEDULER_CPU_MS);
    this.#publish(slots);
    if (timeline.now() - this.#gapsTakenAtMs >= LEASES.gapsMs) {
      this.#gapsTakenAtMs = timeline.now();
      this.#recorder.add({ gaps: this.#schedule.takeGaps(this.#nowMs()) });
    }
    // If nothing is started, milliseconds do not matter.
    const pauseMs = this.#isPaused ? LEASES.gapsMs : tickMs;
    timeline.after(Math.max(pauseMs, this.#busyUntilMs - timeline.now()), () => this.#tick());
  }

  /** Gathers the checks of a location, like engine/queue/nats/jobs/job-gatherer.ts. */
  #publish(slots: readonly DueSlot[]): void {
    const { timeline, sample } = this.#options;
    for (const [location, share] of Map.groupBy(slots, (slot) => slot.location)) {
      const gathered = this.#gathered.get(location) ?? { jobs: [], sentAtMs: 0, isWaiting: false };
      this.#gathered.set(location, gathered);
      gathered.jobs.push(...share.map(toJob));
      const waitMs = gathered.sentAtMs + NATS.jobGatherMs - timeline.now();
      if (waitMs <= 0 || gathered.jobs.length * sample >= NATS.jobsPerMessageMax)
        this.#send(location, gathered);
      else if (!gathered.isWaiting) {
        gathered.isWaiting = true;
        timeline.after(waitMs, () => {
          gathered.isWaiting = false;
          if (!this.#isDead) this.#send(location, gathered);
        });
      }
    }
  }

  #send(location: string, gathered: Gathered): void {
    const { broker, sample, timeline } = this.#options;
    const mostAtOnce = NATS.jobsPerMessageMax / sample;
    gathered.sentAtMs = timeline.now();
    const all = gathered.jobs.splice(0);
    for (let at = 0; at < all.length; at += mostAtOnce) {
      const jobs = all.slice(at, at + mostAtOnce);
      if (!broker.sendJobs(location, jobs)) this.#accept(jobs.map((job) => ({ ...job, started: false })));
    }
  }

  #accept(reports: ReportMessage["reports"], committed?: () => void): void {
    const gaps: readonly SlotGap[] = this.#schedule.takeEarlierGaps();
    const counting = reports.filter(({ seriesKey, slotMs, started }) => {
      const isOpen = this.#schedule.finished(seriesKey, slotMs, started, this.#nowMs());
      if (started && !isOpen) this.#dropped += 1;
      return isOpen && started;
    });
    this.#work(reports.length, SCHEDULER_CPU_MS);
    if (gaps.length > 0) this.#recorder.add({ gaps });
    this.#recorder.add({ reports: counting }, committed);
  }

  #load(shards: readonly number[], done: () => void): void {
    const { timeline, random, database, broker, tracker, population, sample, onShards } = this.#options;
    const monitors = shards.flatMap((shard) => population.monitorsByShard[shard] ?? []);
    const waitMs = random.between(10, 40) + monitors.length * sample * LOAD_MS_PER_DEFINITION;
    timeline.after(waitMs, () => {
      if (this.#isDead) return;
      if (!database.isUp) return done();
      this.#work(monitors.length, PUT_MS_PER_DEFINITION);
      this.#schedule.takeOver(database.takeHandover(shards));
      for (const monitor of monitors)
        this.#schedule.put(population.definition(monitor, tracker.accountedMs(monitor)), this.#nowMs());
      for (const shard of shards) {
        this.#scheduled.add(shard);
        broker.takeReports(shard, this.#receive);
      }
      onShards();
      done();
    });
  }

  #drop(shards: readonly number[]): void {
    const { broker, population, onShards } = this.#options;
    for (const shard of shards) {
      this.#handingOver.delete(shard);
      if (!this.#scheduled.delete(shard)) continue;
      broker.takeReports(shard, null);
      for (const monitor of population.monitorsByShard[shard] ?? [])
        this.#schedule.remove(population.definition(monitor, 0).targetId);
    }
    onShards();
  }

  /** Like pipeline/scheduler/scheduler.ts: the checks in flight are handed over when everything else is written. */
  #release(shards: readonly number[], done: () => void): void {
    const { broker, database } = this.#options;
    const released = new Set(shards);
    for (const shard of shards) {
      this.#handingOver.add(shard);
      broker.takeReports(shard, null);
    }
    const checks = this.#schedule.handOver(released);
    this.#recorder.add({ gaps: this.#schedule.takeGapsOf(released) });
    this.#recorder.settled(() => {
      if (this.#isDead) return;
      database.saveHandover(checks);
      this.#drop(shards);
      done();
    });
  }
}

function toJob({ seriesKey, slotMs, startByMs, definition }: DueSlot): Job {
  return { seriesKey, shard: definition.shard, slotMs, startByMs };
}
