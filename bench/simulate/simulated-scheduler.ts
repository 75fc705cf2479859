import { createSchedule, type DueSlot } from "../../packages/server/src/pipeline/scheduler/schedule.ts";
import type { SlotGap } from "../../packages/server/src/pipeline/scheduler/slot-ledger.ts";
import type { Account } from "./account.ts";
import type { Broker, Job, ReportMessage } from "./broker.ts";
import type { SimulatedDatabase } from "./database.ts";
import { LEASES, LOAD_MS_PER_DEFINITION, NATS, PUT_MS_PER_DEFINITION, SCHEDULER_CPU_MS } from "./figures.ts";
import type { Population } from "./population.ts";
import type { Random } from "./random.ts";
import { holdShards, type LeaseHandlers } from "./simulated-leases.ts";
import { createRecorder } from "./simulated-recorder.ts";
import type { Timeline } from "./timeline.ts";

/** A scheduler's process: the product's own schedule, and round it what pipeline/scheduler/scheduler.ts and its wiring do. */
export type SimulatedScheduler = {
  kill(): void;
  /** SIGTERM: releases all shards, then calls back. */
  stop(done: () => void): void;
  /** Sets its clock forward or back. */
  jumpClock(deltaMs: number): void;
  /** Starts nothing more, but goes on accounting. */
  pause(): void;
  readonly scheduled: ReadonlySet<number>;
  readonly size: number;
  readonly counts: { repeated: number; dropped: number };
};

export type SchedulerOptions = {
  timeline: Timeline;
  random: Random;
  database: SimulatedDatabase;
  broker: Broker;
  account: Account;
  population: Population;
  sample: number;
  tickMs: number;
  /** Several start in the same instant. */
  startsWithOthers: boolean;
  /** Called when its shards change. */
  onShards: () => void;
};

export function startScheduler(options: SchedulerOptions): SimulatedScheduler {
  const { timeline, random, database, broker, account, population, sample } = options;
  let clockOffsetMs = 0;
  const clockMs = () => timeline.now() + clockOffsetMs;
  const parting = new Set<number>();
  const scheduled = new Set<number>();
  let [isPaused, isDead] = [false, false];
  /** Until then the thread is busy. */
  let busyUntilMs = 0;
  let gapsTakenAtMs = timeline.now();
  let dropped = 0;
  const { intervalMs } = population;
  const recorder = createRecorder({ timeline, random, database, account, intervalMs, sample });
  const schedule = createSchedule({
    nowMs: clockMs(),
    isHeldBack: ({ shard }) => isPaused || parting.has(shard),
  });

  function work(checks: number, eachMs: number): void {
    busyUntilMs = Math.max(busyUntilMs, timeline.now()) + checks * sample * eachMs;
  }

  function tick(): void {
    if (isDead) return;
    const slots = schedule.due(clockMs(), recorder.hasRoom());
    work(slots.length, SCHEDULER_CPU_MS);
    publish(slots);
    if (timeline.now() - gapsTakenAtMs >= LEASES.gapsMs) {
      gapsTakenAtMs = timeline.now();
      tellGaps(schedule.takeGaps(clockMs()));
    }
    // With nothing to start, milliseconds do not matter.
    const pauseMs = isPaused ? LEASES.gapsMs : options.tickMs;
    timeline.after(Math.max(pauseMs, busyUntilMs - timeline.now()), tick);
  }

  function publish(slots: readonly DueSlot[]): void {
    const mostAtOnce = NATS.jobsPerMessageMax / sample;
    for (const [location, share] of Map.groupBy(slots, (slot) => slot.location)) {
      for (let at = 0; at < share.length; at += mostAtOnce) {
        const jobs: Job[] = share.slice(at, at + mostAtOnce).map(toJob);
        if (!broker.sendJobs(location, jobs)) accept(jobs.map((job) => ({ ...job, started: false })));
      }
    }
  }

  function accept(reports: ReportMessage["reports"], committed: () => void = () => {}): void {
    const gaps = schedule.takeEarlierGaps();
    const counting = reports.filter(({ seriesKey, slotMs, started }) => {
      const isOpen = schedule.finished(seriesKey, slotMs, started, clockMs());
      if (started && !isOpen) dropped += 1;
      return isOpen && started;
    });
    work(reports.length, SCHEDULER_CPU_MS);
    if (gaps.length > 0) tellGaps(gaps);
    recorder.add({ reports: counting }, committed);
  }

  function hear(message: ReportMessage): void {
    accept(message.reports, () => {
      if (!isDead) broker.reportsDone(message);
    });
  }

  function tellGaps(gaps: readonly SlotGap[]): void {
    recorder.add({ gaps }, () => {});
  }

  function load(shards: readonly number[], done: () => void): void {
    const monitors = shards.flatMap((shard) => population.ofShard[shard] ?? []);
    const waitMs = random.between(10, 40) + monitors.length * sample * LOAD_MS_PER_DEFINITION;
    timeline.after(waitMs, () => {
      if (isDead) return;
      if (!database.isUp) return done();
      work(monitors.length, PUT_MS_PER_DEFINITION);
      for (const monitor of monitors)
        schedule.put(population.definition(monitor, account.accountedMs(monitor)), clockMs());
      for (const shard of shards) {
        scheduled.add(shard);
        broker.takeReports(shard, hear);
      }
      options.onShards();
      done();
    });
  }

  function drop(shards: readonly number[]): void {
    for (const shard of shards) {
      parting.delete(shard);
      if (!scheduled.delete(shard)) continue;
      broker.takeReports(shard, null);
      for (const monitor of population.ofShard[shard] ?? [])
        schedule.remove(population.definition(monitor, 0).targetId);
    }
    options.onShards();
  }

  /** As `letGo` of pipeline/scheduler/scheduler.ts: each shard as soon as nothing of it is on the way and all is written down. */
  const letGo: LeaseHandlers["letGo"] = (shards, { withinMs, handOn, done }) => {
    const deadlineMs = timeline.now() + withinMs;
    for (const shard of shards) parting.add(shard);
    const go = (rest: readonly number[]): void => {
      const busy = timeline.now() < deadlineMs ? schedule.busyShards() : new Set<number>();
      const free = rest.filter((shard) => !busy.has(shard));
      const others = rest.filter((shard) => busy.has(shard));
      if (isDead) return;
      if (rest.length === 0) done();
      else if (free.length === 0) timeline.after(LEASES.handOnPollMs, () => go(rest));
      else {
        tellGaps(schedule.takeGapsOf(new Set(free)));
        recorder.settled(() => {
          if (isDead) return;
          drop(free);
          handOn(free);
          go(others);
        });
      }
    };
    go(shards);
  };

  const leases = holdShards(
    { timeline, random, database, startsWithOthers: options.startsWithOthers },
    { gained: (shards, done) => recorder.settled(() => load(shards, done)), letGo, lost: drop },
  );
  timeline.after(random.between(0, options.tickMs), tick);

  function end(): void {
    isDead = true;
    recorder.kill();
    broker.reportTakerDied(hear);
  }

  return {
    scheduled,
    kill() {
      end();
      leases.kill();
      scheduled.clear();
      options.onShards();
    },
    stop(done) {
      isPaused = true;
      leases.stop(() =>
        recorder.settled(() => {
          end();
          done();
        }),
      );
    },
    jumpClock(deltaMs) {
      clockOffsetMs += deltaMs;
      // What came since the last tick, and was not looked at yet, is jumped over too.
      const fromMs = clockMs() - Math.max(0, deltaMs) - 2 * options.tickMs;
      const monitors = [...scheduled].flatMap((shard) => population.ofShard[shard] ?? []);
      if (deltaMs > 0) account.jumpedOver(monitors, { fromMs, toMs: clockMs() });
      schedule.clockJumped(clockMs(), deltaMs);
    },
    pause() {
      isPaused = true;
    },
    get size() {
      return schedule.size;
    },
    get counts() {
      return { repeated: recorder.repeated, dropped };
    },
  };
}

function toJob({ seriesKey, slotMs, startByMs, definition }: DueSlot): Job {
  return { seriesKey, shard: definition.shard, slotMs, startByMs };
}
