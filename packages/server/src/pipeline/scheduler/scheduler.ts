import type { CheckJob, CheckReport } from "@vedette/contract/checks/check-run.ts";
import { isComputed } from "@vedette/contract/checks/check-types.ts";
import { clampCheckInstants } from "@vedette/contract/runners/report-instants.ts";
import type { RunnerAvailability } from "../../engine/locations/work-queue.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import { type Definition, isCheckSpec } from "./definition.ts";
import { type DefinitionDeps, Definitions } from "./definitions.ts";
import { JobRoutes } from "./job-routes.ts";
import { RetriesElsewhere, specForOwnLocation } from "./retries-elsewhere.ts";
import { type DueSlot, Schedule } from "./schedule.ts";
import { saveHandover, takeHandover } from "./shards/handover.ts";
import { ShardLeases } from "./shards/shards.ts";
import type { SlotGap } from "./slot-ledger.ts";

export type SchedulerDeps = DefinitionDeps & {
  queue: Queue;
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
  /** Called for every target that is not scheduled here any more. */
  onDropped?: (targetId: string) => void;
  /** Called for every deleted or disabled target. */
  onEnded: (definition: Definition) => void;
  onGaps: (gaps: readonly SlotGap[]) => void;
  /** Reports that private runners kept: no check of their slots is in flight here. */
  onLate: (reports: readonly CheckReport[]) => void;
  /** Slots of API monitors and journeys; the receiver takes one over with `claim`. */
  onRunsDue: (slots: readonly DueSlot[]) => void;
  /** Checks that no runner makes; their reports come back through `accept`. */
  onComputedDue: (jobs: readonly CheckJob[]) => void;
};

/** Change of the difference between wall clock and monotonic clock that counts as a jump. */
const JUMP_MS = 1_000;
const GAPS_INTERVAL_MS = 1_000;
/** Enough time to write a full buffer of reports, with a margin. */
const SETTLE_MAX_MS = 30_000;
/** Minimum time for a commit, even if little time is left. */
const HAND_OVER_SETTLE_MIN_MS = 1_000;
/** Polling interval for shards that are being handed over. */
const HAND_OVER_POLL_MS = 20;

/**
 * Starts due checks: shards → monitors → wheel → queue. It accounts for every slot and never knows how a
 * check is executed or where its result is stored.
 */
export class Scheduler {
  readonly definitions: Definitions;
  readonly #deps: SchedulerDeps;
  readonly #schedule: Schedule;
  readonly #routes: JobRoutes;
  readonly #retries = new RetriesElsewhere();
  readonly #leases: ShardLeases;
  /** The shards whose targets are scheduled here. */
  readonly #held = new Set<number>();
  readonly #handingOver = new Set<number>();
  #isPaused = false;
  #isTicking = false;
  #timer: NodeJS.Timeout | undefined;
  /** When the next tick is planned (monotonic). */
  #tickAtMs = Number.POSITIVE_INFINITY;
  #tickLagMs = 0;
  #gapsTakenAtMs = 0;
  /** Difference between wall clock and monotonic clock. */
  #offsetMs = 0;

  constructor(deps: SchedulerDeps) {
    this.#deps = deps;
    this.#routes = new JobRoutes(deps);
    this.#schedule = new Schedule({
      nowMs: deps.clock.now(),
      whySkipped: deps.whySkipped,
      isHeldBack: ({ shard }) => this.#isPaused || this.#handingOver.has(shard),
      leadMs: ({ definition, location }) =>
        isProbed(definition) ? this.#routes.leadMs({ orgId: definition.orgId, location }) : 0,
    });
    this.definitions = new Definitions(deps, {
      changed: (definition) => {
        this.#schedule.put(definition, deps.clock.now());
        this.#planTick();
        deps.onDefinition(definition);
      },
      removed: (targetId) => {
        this.#schedule.remove(targetId);
        deps.onDropped?.(targetId);
      },
      ended: deps.onEnded,
    });
    this.#leases = new ShardLeases(deps, {
      gained: (shards) => this.#gain(shards),
      release: (shards, deadlineMs) => this.#release(shards, deadlineMs),
      lost: (shards) => this.#drop(shards),
    });
  }

  /** Resolves when the targets of the first shards are scheduled. */
  async start(): Promise<void> {
    await this.definitions.start();
    await this.#leases.start();
    this.#offsetMs = this.#clockOffsetMs();
    this.#gapsTakenAtMs = this.#deps.clock.monotonic();
    this.#isTicking = true;
    this.#planTick();
  }

  /**
   * Starts nothing more if the reports of checks in flight are lost with this process. Otherwise checks start until
   * their shard is handed over.
   */
  pause(): void {
    this.#isPaused = !this.#deps.queue.keepsReports;
  }

  /**
   * Hands over every shard with its checks in flight. If their reports would not reach the next holder, it waits for
   * them until `deadlineMs` (monotonic).
   */
  async stop(deadlineMs: number): Promise<void> {
    this.pause();
    await this.#leases.stop(deadlineMs);
    this.#isTicking = false;
    clearTimeout(this.#timer);
    await this.definitions.stop();
  }

  state() {
    const { size, inFlight, waiting, slotsPerSecond } = this.#schedule;
    return {
      monitors: this.definitions.size,
      series: size,
      inFlight,
      waiting,
      slotsPerSecond,
      tickLagMs: Math.max(0, this.#tickLagMs),
      shards: this.#held.size,
    };
  }

  /** Returns the valid reports: those whose slot is not accounted for yet. */
  accept(reports: readonly CheckReport[]): CheckReport[] {
    this.#reportGaps(this.#schedule.takeEarlierGaps());
    const nowMs = this.#deps.clock.now();
    const retries: CheckJob[] = [];
    const late: CheckReport[] = [];
    const accepted = reports.flatMap((report) => {
      const outcome = report.outcome && clampCheckInstants(report.outcome, nowMs);
      const found = this.#end({ ...report, outcome }, nowMs);
      if (found !== null && "retry" in found) retries.push(found.retry);
      if (found === null && report.mayBeLate && outcome !== null) late.push({ ...report, outcome });
      return found !== null && "final" in found && found.final.outcome !== null ? [found.final] : [];
    });
    this.#planTick();
    this.#publish(retries);
    if (late.length > 0) this.#deps.onLate(late);
    return accepted;
  }

  /** Ends the check of a report, or retries it elsewhere. Returns null if its slot is already accounted for. */
  #end(report: CheckReport, nowMs: number): { final: CheckReport } | { retry: CheckJob } | null {
    const { trigger, seriesKey, slotMs } = report;
    if (trigger === "manual") return { final: report };
    const flight = this.#schedule.findFlight(seriesKey, slotMs);
    const found = flight && this.#retries.take(report, flight, nowMs);
    if (!found) return null;
    if ("retry" in found) {
      this.#schedule.extendFlight(seriesKey, found.lostAtMs);
      return found;
    }
    const { outcome } = found.final;
    this.#schedule.finished(seriesKey, slotMs, outcome !== null, nowMs);
    if (outcome?.status === "down") this.#schedule.confirm(seriesKey, slotMs, nowMs);
    return found;
  }

  /** Claims a slot for the caller to account for. Returns false if it is already accounted for. */
  claim({ seriesKey, slotMs }: Pick<DueSlot, "seriesKey" | "slotMs">): boolean {
    return this.#schedule.finished(seriesKey, slotMs, true, this.#deps.clock.now());
  }

  heldShards(): number[] {
    return [...this.#held];
  }

  /** Requests immediate checks of targets. */
  checkNow(targetIds: readonly string[]): void {
    this.#schedule.checkNow(targetIds, this.#deps.clock.now());
    this.#planTick();
  }

  async #gain(shards: readonly number[]): Promise<void> {
    const { settle, clock, queue, database } = this.#deps;
    // The newest accounted slots are read from the database, so all reports must be stored first.
    await settle(clock.monotonic() + SETTLE_MAX_MS);
    const checks = await takeHandover(database, shards);
    for (const check of checks) this.#retries.takeOver(check);
    this.#schedule.takeOver(checks);
    await this.definitions.loadShards(shards);
    this.#schedule.takeOver([]);
    for (const shard of shards) this.#held.add(shard);
    // Only now are the targets of the reports that wait there known.
    queue.holdShards([...this.#held]);
  }

  /** The next holder reads the newest accounted slots and the checks in flight from the database. */
  async #release(shards: readonly number[], deadlineMs: number): Promise<void> {
    const { settle, clock, queue, database } = this.#deps;
    for (const shard of shards) this.#handingOver.add(shard);
    const released = new Set(shards);
    if (queue.keepsReports) queue.holdShards([...this.#held].filter((shard) => !released.has(shard)));
    else await this.#untilEnded(released, deadlineMs);
    const checks = queue.keepsReports ? this.#schedule.handOver(released, isProbed) : [];
    this.#reportGaps(this.#schedule.takeGapsOf(released));
    await settle(Math.max(deadlineMs, clock.monotonic() + HAND_OVER_SETTLE_MIN_MS));
    await saveHandover(
      database,
      checks.map((check) => this.#retries.handOver(check)),
    );
    this.#drop(shards);
  }

  /** Waits until no check of these shards is in flight, at most until the deadline (monotonic). */
  async #untilEnded(shards: ReadonlySet<number>, deadlineMs: number): Promise<void> {
    const isBusy = () => [...this.#schedule.busyShards()].some((shard) => shards.has(shard));
    while (this.#deps.clock.monotonic() < deadlineMs && isBusy())
      await new Promise((resolve) => setTimeout(resolve, HAND_OVER_POLL_MS));
  }

  #drop(shards: readonly number[]): void {
    for (const shard of shards) {
      this.#held.delete(shard);
      this.#handingOver.delete(shard);
    }
    this.#deps.queue.holdShards([...this.#held]);
    this.definitions.dropShards(shards);
  }

  /** Plans the next tick, or an earlier one than planned. */
  #planTick(): void {
    if (!this.#isTicking) return;
    const { clock } = this.#deps;
    const nowMs = clock.now();
    const delayMs = Math.max(1, Math.ceil(this.#schedule.nextTickMs(nowMs) - nowMs));
    const atMs = clock.monotonic() + delayMs;
    if (atMs >= this.#tickAtMs) return;
    clearTimeout(this.#timer);
    this.#tickAtMs = atMs;
    this.#timer = setTimeout(() => this.#tick(), delayMs);
  }

  #tick(): void {
    const { clock, canLaunch } = this.#deps;
    const startMs = clock.monotonic();
    this.#tickLagMs = startMs - this.#tickAtMs;
    this.#tickAtMs = Number.POSITIVE_INFINITY;
    this.#followClock();
    this.#startSlots(this.#schedule.due(clock.now(), canLaunch()));
    this.#planTick();
    if (startMs - this.#gapsTakenAtMs < GAPS_INTERVAL_MS) return;
    this.#gapsTakenAtMs = startMs;
    this.#reportGaps(this.#schedule.takeGaps(clock.now()));
  }

  #followClock(): void {
    const deltaMs = this.#clockOffsetMs() - this.#offsetMs;
    this.#offsetMs += deltaMs;
    if (Math.abs(deltaMs) < JUMP_MS) return;
    this.#deps.log.warn("scheduler.clock_jumped", { delta_ms: Math.round(deltaMs) });
    this.#schedule.clockJumped(this.#deps.clock.now(), deltaMs);
  }

  #clockOffsetMs(): number {
    return this.#deps.clock.now() - this.#deps.clock.monotonic();
  }

  #startSlots(slots: readonly DueSlot[]): void {
    if (slots.length === 0) return;
    const { onRunsDue } = this.#deps;
    const runs = slots.filter(({ definition }) => definition.spec.kind === "run");
    if (runs.length > 0) onRunsDue(runs);
    const nowMs = this.#deps.clock.now();
    const jobs = slots.flatMap((slot) => toCheckJob(slot, nowMs));
    const computed = jobs.filter(({ spec }) => isComputed(spec.kind));
    if (computed.length > 0) this.#deps.onComputedDue(computed);
    this.#publish(computed.length > 0 ? jobs.filter(({ spec }) => !isComputed(spec.kind)) : jobs);
  }

  #publish(jobs: readonly CheckJob[]): void {
    if (jobs.length === 0) return;
    const byWorkQueue = Map.groupBy(jobs, (job) => this.#routes.workQueueOf(job));
    for (const [workQueue, some] of byWorkQueue) this.#deps.queue.publishJobs(workQueue, some);
  }

  #reportGaps(gaps: readonly SlotGap[]): void {
    if (gaps.length > 0) this.#deps.onGaps(gaps);
  }
}

/** Whether a runner makes its checks. */
function isProbed({ spec }: Definition): boolean {
  return isCheckSpec(spec) && !isComputed(spec.kind);
}

function toCheckJob({ definition, ...slot }: DueSlot, nowMs: number): CheckJob[] {
  const { spec, orgId, shard } = definition;
  if (!isCheckSpec(spec)) return [];
  const own = specForOwnLocation(definition, spec);
  const job: CheckJob = { ...slot, orgId, shard, trigger: "schedule", spec: own };
  return [slot.slotMs > nowMs ? { ...job, isEarly: true } : job];
}
