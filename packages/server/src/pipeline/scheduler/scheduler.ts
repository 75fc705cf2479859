import type { CheckJob, CheckReport } from "@vedette/contract/checks/check-run.ts";
import { clampCheckInstants } from "@vedette/contract/runners/report-instants.ts";
import { createWorkQueueSelector, type RunnerAvailability } from "../../engine/locations/work-queue.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Database } from "../../platform/storage/database.ts";
import type { Definition } from "./definition.ts";
import { type DefinitionDeps, type Definitions, watchDefinitions } from "./definitions.ts";
import { createSchedule, type DueSlot, TICK_MS } from "./schedule.ts";
import { holdShards, type ShardHandlers } from "./shards.ts";
import type { SlotGap } from "./slot-ledger.ts";

/**
 * Starts due checks: shards → monitors → wheel → queue. It accounts for every slot and never knows how a
 * check is executed or where its result is stored.
 */
export type Scheduler = {
  readonly definitions: Definitions;
  /** Returns the valid reports: those whose slot is not accounted for yet. */
  accept(reports: readonly CheckReport[]): CheckReport[];
  /** Claims a slot for the caller to account for. Returns false if it is already accounted for. */
  claim(slot: Pick<DueSlot, "seriesKey" | "slotMs">): boolean;
  /** Requests immediate checks of targets. */
  checkNow(targetIds: readonly string[]): void;
  state(): SchedulerState;
  /** Starts nothing more; checks in flight may still be reported. */
  pause(): void;
  /**
   * Starts nothing more and hands over every shard as soon as its in-flight checks are recorded; at
   * `deadlineMs` (monotonic) also the remaining ones.
   */
  stop(deadlineMs: number): Promise<void>;
};

export type SchedulerState = {
  monitors: number;
  series: number;
  inFlight: number;
  waiting: number;
  slotsPerSecond: number;
  tickLagMs: number;
  shards: number;
};

export type SchedulerDeps = {
  database: Database;
  queue: Queue;
  clock: Clock;
  log: Logger;
  resolveSpecs: DefinitionDeps["resolveSpecs"];
  /** The locations with connected runners. */
  runnerAvailability: () => RunnerAvailability;
  /** Resolves when everything handed to the recorder is written; throws at `deadlineMs` (monotonic). */
  settle: (deadlineMs: number) => Promise<void>;
  /** False while storage is too far behind to accept results. */
  canLaunch: () => boolean;
  /**
   * Returns why no check of a target may start now, so that its slots are skipped; null if checks may start.
   */
  whySkipped: (definition: Definition, nowMs: number) => string | null;
  /** Called for every target that is scheduled here from now on, or was changed. */
  onDefinition: (definition: Definition) => void;
  /** Called for every deleted or disabled target. */
  onEnded: (definition: Definition) => void;
  onGaps: (gaps: readonly SlotGap[]) => void;
  /** Slots of API monitors and journeys; the receiver takes one over with `claim`. */
  onRunsDue: (slots: readonly DueSlot[]) => void;
};

/** Difference between wall clock and monotonic clock that counts as a jump. */
const JUMP_MS = 1_000;
const GAPS_INTERVAL_MS = 1_000;
/** Enough time to write a full buffer of reports, with a margin. */
const SETTLE_MAX_MS = 30_000;
/** Minimum time for a commit, even if little time is left. */
const HAND_OVER_SETTLE_MIN_MS = 1_000;
/** Polling interval for shards that are being handed over. */
const HAND_OVER_POLL_MS = 20;

export async function startScheduler(deps: SchedulerDeps): Promise<Scheduler> {
  const { database, queue, clock, log } = deps;
  const { whySkipped } = deps;
  /** Shards that are being handed over. */
  const handingOver = new Set<number>();
  let isPaused = false;
  const schedule = createSchedule({
    nowMs: clock.now(),
    whySkipped,
    isHeldBack: ({ shard }) => isPaused || handingOver.has(shard),
  });
  const definitions = await watchDefinitions(
    { database, clock, log, resolveSpecs: deps.resolveSpecs },
    {
      changed(definition) {
        schedule.put(definition, clock.now());
        deps.onDefinition(definition);
      },
      removed: (targetId) => schedule.remove(targetId),
      ended: deps.onEnded,
    },
  );
  const held = new Set<number>();
  const leases = await holdShards(
    { database, clock, log },
    {
      async gained(shards) {
        // The newest accounted slots are read from the database, so all reports must be stored first.
        await deps.settle(clock.monotonic() + SETTLE_MAX_MS);
        await definitions.loadShards(shards);
        for (const shard of shards) held.add(shard);
        // Only now are the targets of the reports that wait there known.
        queue.holdShards([...held]);
      },
      release,
      lost: drop,
    },
  );

  function drop(shards: readonly number[]): void {
    for (const shard of shards) held.delete(shard);
    for (const shard of shards) handingOver.delete(shard);
    queue.holdShards([...held]);
    definitions.dropShards(shards);
  }

  /** The next holder reads the newest accounted slots from the database. */
  async function release(
    shards: readonly number[],
    { deadlineMs, onReleased }: Parameters<ShardHandlers["release"]>[1],
  ): Promise<void> {
    for (const shard of shards) handingOver.add(shard);
    for (let rest = shards; rest.length > 0; ) {
      const busy = clock.monotonic() < deadlineMs ? schedule.busyShards() : new Set<number>();
      const done = rest.filter((shard) => !busy.has(shard));
      if (done.length > 0) {
        reportGaps(schedule.takeGapsOf(new Set(done)));
        await deps.settle(Math.max(deadlineMs, clock.monotonic() + HAND_OVER_SETTLE_MIN_MS));
        drop(done);
        await onReleased(done);
      } else await new Promise((resolve) => setTimeout(resolve, HAND_OVER_POLL_MS));
      rest = rest.filter((shard) => busy.has(shard));
    }
  }

  const offset = () => clock.now() - clock.monotonic();
  let offsetMs = offset();
  let tickedAtMs = clock.monotonic();
  let tickLagMs = 0;
  let gapsTakenAtMs = clock.monotonic();

  function followClock(): void {
    const deltaMs = offset() - offsetMs;
    offsetMs += deltaMs;
    if (Math.abs(deltaMs) < JUMP_MS) return;
    log.warn("scheduler.clock_jumped", { delta_ms: Math.round(deltaMs) });
    schedule.clockJumped(clock.now(), deltaMs);
  }

  function tick(): void {
    const startMs = clock.monotonic();
    tickLagMs = startMs - tickedAtMs - TICK_MS;
    tickedAtMs = startMs;
    followClock();
    start(schedule.due(clock.now(), deps.canLaunch()));
    if (startMs - gapsTakenAtMs < GAPS_INTERVAL_MS) return;
    gapsTakenAtMs = startMs;
    reportGaps(schedule.takeGaps(clock.now()));
  }

  function reportGaps(gaps: readonly SlotGap[]): void {
    if (gaps.length > 0) deps.onGaps(gaps);
  }

  function start(slots: readonly DueSlot[]): void {
    if (slots.length === 0) return;
    const runs = slots.filter(({ definition }) => definition.spec.kind === "run");
    if (runs.length > 0) deps.onRunsDue(runs);
    publish(slots.flatMap(toCheckJob));
  }

  function publish(jobs: readonly CheckJob[]): void {
    if (jobs.length === 0) return;
    const byWorkQueue = Map.groupBy(jobs, createWorkQueueSelector(deps.runnerAvailability()));
    for (const [workQueue, some] of byWorkQueue) queue.publishJobs(workQueue, some);
  }

  const timer = setInterval(tick, TICK_MS);

  return {
    definitions,
    accept(reports) {
      reportGaps(schedule.takeEarlierGaps());
      const clamped = reports.map((report) => ({
        ...report,
        outcome: report.outcome && clampCheckInstants(report.outcome, clock.now()),
      }));
      return clamped.filter((report) => {
        if (report.trigger === "manual") return report.outcome !== null;
        const counts = schedule.finished(
          report.seriesKey,
          report.slotMs,
          report.outcome !== null,
          clock.now(),
        );
        return counts && report.outcome !== null;
      });
    },
    claim: ({ seriesKey, slotMs }) => schedule.finished(seriesKey, slotMs, true, clock.now()),
    checkNow: (targetIds) => schedule.checkNow(targetIds, clock.now()),
    state: () => ({
      monitors: definitions.size,
      series: schedule.size,
      inFlight: schedule.inFlight,
      waiting: schedule.waiting,
      slotsPerSecond: schedule.slotsPerSecond,
      tickLagMs: Math.max(0, tickLagMs),
      shards: held.size,
    }),
    pause() {
      isPaused = true;
    },
    async stop(deadlineMs) {
      isPaused = true;
      await leases.stop(deadlineMs);
      clearInterval(timer);
      await definitions.stop();
    },
  };
}

function toCheckJob({ definition, ...slot }: DueSlot): CheckJob[] {
  const { spec, orgId } = definition;
  return spec.kind === "run" ? [] : [{ ...slot, orgId, shard: definition.shard, trigger: "schedule", spec }];
}
