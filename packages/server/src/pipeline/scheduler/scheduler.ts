import type { CheckJob, CheckReport } from "@vedette/contract/checks/check-run.ts";
import { believedCheck } from "@vedette/contract/runners/report-instants.ts";
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
 * Starts what is due: shards → monitors → wheel → queue. It accounts for every slot and never knows
 * how a check is made or where its result is stored.
 */
export type Scheduler = {
  readonly definitions: Definitions;
  /** The reports that count: those whose slot has not been accounted for otherwise. */
  accept(reports: readonly CheckReport[]): CheckReport[];
  /** Takes the account of a slot over. False when it has been accounted for otherwise. */
  claim(slot: Pick<DueSlot, "seriesKey" | "slotMs">): boolean;
  /** Has targets checked at once. */
  checkNow(targetIds: readonly string[]): void;
  state(): SchedulerState;
  /** Starts nothing more; what is on the way may still be reported. */
  pause(): void;
  /**
   * Starts nothing more and hands every shard on, each as soon as what it had on the way is written down; at
   * `deadlineMs` (monotonic) also the others.
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
  /** Who is there to make checks. */
  staff: () => RunnerAvailability;
  /** Resolves once all that was handed out to be written down is written; throws at `deadlineMs` (monotonic). */
  settle: (deadlineMs: number) => Promise<void>;
  /** False while storage is too far behind to take more results. */
  canLaunch: () => boolean;
  /** Why no check of a target may start now, so that its slots are skipped; null where they may. */
  whySkipped: (definition: Definition, nowMs: number) => string | null;
  /** Told of every target that is scheduled here from now on, or was changed. */
  onDefinition: (definition: Definition) => void;
  /** Told of a target that was deleted or disabled. */
  onEnded: (definition: Definition) => void;
  onGaps: (gaps: readonly SlotGap[]) => void;
  /** Slots of API monitors and journeys; whoever takes one on says so by `claim`. */
  onRunsDue: (slots: readonly DueSlot[]) => void;
};

/** Wall clock and monotonic clock may part by this much before it counts as a jump. */
const JUMP_MS = 1_000;
const GAPS_INTERVAL_MS = 1_000;
/** As long as a full line of reports takes to be written down, and then some. */
const SETTLE_MAX_MS = 30_000;
/** What a commit may take at the least, however little time is left. */
const HAND_ON_SETTLE_MIN_MS = 1_000;
/** How often shards that are to be handed on are looked at. */
const HAND_ON_POLL_MS = 20;

export async function startScheduler(deps: SchedulerDeps): Promise<Scheduler> {
  const { database, queue, clock, log } = deps;
  const { whySkipped } = deps;
  /** Shards that another is to go on with. */
  const parting = new Set<number>();
  let isPaused = false;
  const schedule = createSchedule({
    nowMs: clock.now(),
    whySkipped,
    isHeldBack: ({ shard }) => isPaused || parting.has(shard),
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
        // How far a series is accounted for is read from what is stored, so that has to be all.
        await deps.settle(clock.monotonic() + SETTLE_MAX_MS);
        await definitions.loadShards(shards);
        for (const shard of shards) held.add(shard);
        // Only now is it known what the reports that wait there are about.
        queue.holdShards([...held]);
      },
      letGo,
      lost: drop,
    },
  );

  function drop(shards: readonly number[]): void {
    for (const shard of shards) held.delete(shard);
    for (const shard of shards) parting.delete(shard);
    queue.holdShards([...held]);
    definitions.dropShards(shards);
  }

  /** Whoever comes next reads from what is stored how far each series is accounted for. */
  async function letGo(
    shards: readonly number[],
    { deadlineMs, handOn }: Parameters<ShardHandlers["letGo"]>[1],
  ): Promise<void> {
    for (const shard of shards) parting.add(shard);
    for (let rest = shards; rest.length > 0; ) {
      const busy = clock.monotonic() < deadlineMs ? schedule.busyShards() : new Set<number>();
      const done = rest.filter((shard) => !busy.has(shard));
      if (done.length > 0) {
        tellGaps(schedule.takeGapsOf(new Set(done)));
        await deps.settle(Math.max(deadlineMs, clock.monotonic() + HAND_ON_SETTLE_MIN_MS));
        drop(done);
        await handOn(done);
      } else await new Promise((resolve) => setTimeout(resolve, HAND_ON_POLL_MS));
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
    tellGaps(schedule.takeGaps(clock.now()));
  }

  function tellGaps(gaps: readonly SlotGap[]): void {
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
    const byPlace = Map.groupBy(jobs, createWorkQueueSelector(deps.staff()));
    for (const [place, some] of byPlace) queue.publishJobs(place, some);
  }

  const timer = setInterval(tick, TICK_MS);

  return {
    definitions,
    accept(reports) {
      tellGaps(schedule.takeEarlierGaps());
      const believed = reports.map((report) => ({
        ...report,
        outcome: report.outcome && believedCheck(report.outcome, clock.now()),
      }));
      return believed.filter((report) => {
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
