import { setTimeout as pause } from "node:timers/promises";
import type {
  CheckJob,
  CheckOutcome,
  CheckReport,
  CheckSpec,
  TestCheckReport,
} from "@vedette/contract/checks/check-run.ts";
import { keptBytesOf } from "@vedette/contract/checks/kept-response.ts";
import type { EvidenceOrder } from "@vedette/contract/evidence/evidence-order.ts";
import type { CollectedFacts } from "@vedette/contract/evidence/vantage-facts.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import { maskFacts, maskOutcome } from "../checks/mask-outcome.ts";
import { EarlyJobs } from "../queue/early-jobs.ts";
import {
  PRESENCE_INTERVAL_MS,
  type Queue,
  reportedJob,
  type StoppedTarget,
  unstarted,
} from "../queue/queue.ts";
import { FairQueue } from "./fair-queue.ts";
import { LAUNCHES_PER_TURN, WAITING_MAX } from "./waiting-jobs.ts";

export type RunnerDeps = {
  queue: Queue;
  clock: Clock;
  log: Logger;
  name: string;
  location: string;
  /** Announced with the name; undefined if the process of a scheduler runs it, whose version is known. */
  version?: string | undefined;
  /** Longer where reports travel further than to another thread. */
  reportDelayMs?: number | undefined;
  inFlightMax: number;
  /**
   * Maximum share of `inFlightMax` that one organization may hold while others have checks here, in percent.
   */
  sharePercent: number;
  /** Returns null if an internal error prevented the check: its slot counts as missed. */
  check: (spec: CheckSpec, signal: AbortSignal) => Promise<CheckOutcome | null>;
  /** Of jobs that are a collection of evidence. */
  collect: (
    target: { spec: CheckSpec; order: EvidenceOrder },
    signal: AbortSignal,
  ) => Promise<CollectedFacts>;
};

/** Reports are batched for at most this long, unless `reportDelayMs` is given. */
const REPORT_DELAY_MS = 20;
const REPORT_BATCH_MAX = 200;
/** Kept responses in a batch: it is one message to the thread with the queue. */
const BATCH_KEPT_BYTES_MAX = 1_048_576;
const DRAIN_POLL_MS = 20;
/** Interval at which waiting checks that can no longer start in time are removed. */
const SWEEP_INTERVAL_MS = 1_000;

/**
 * Takes jobs, runs the checks and reports them. It limits concurrency and must not know the database.
 *
 * At most `LAUNCHES_PER_TURN` checks start in one turn of the event loop. This is the complete overload
 * control: on a busy processor turns take longer, so fewer checks start and each keeps its timing. Checks
 * that cannot start in time are reported as not started, instead of making all of them late. Organizations
 * take turns: see `fair-queue.ts`.
 */
export class Runner {
  readonly #deps: RunnerDeps;
  readonly #early: EarlyJobs<CheckJob>;
  readonly #waiting: FairQueue<CheckJob>;
  readonly #inFlight = new Map<CheckJob, AbortController>();
  #started = 0;
  #late = 0;
  #isTurning = false;
  #keptBytes = 0;
  #reports: (CheckReport | TestCheckReport)[] = [];
  #reporting: NodeJS.Timeout | undefined;
  #ends: (() => void)[] = [];

  constructor(deps: RunnerDeps) {
    const { inFlightMax: slots, sharePercent } = deps;
    this.#deps = deps;
    this.#early = new EarlyJobs({ clock: deps.clock, onDue: (jobs) => this.#take(jobs) });
    this.#waiting = new FairQueue({ slots, waitingMax: WAITING_MAX, sharePercent });
  }

  start(): void {
    const { queue, name, location, version } = this.#deps;
    const takeEarly = (jobs: readonly CheckJob[]) => this.#take(this.#early.add(jobs));
    const endTaking = queue.takeJobs(location, takeEarly, { waitsForSlot: true });
    const endStops = queue.takeStops((targets) => this.#stopSeries(targets));
    const sweeping = setInterval(() => this.#sweep(), SWEEP_INTERVAL_MS);
    const announce = () => queue.announce(name, location, version);
    announce();
    const announcing = setInterval(announce, PRESENCE_INTERVAL_MS);
    this.#ends = [endTaking, endStops, () => clearInterval(announcing), () => clearInterval(sweeping)];
  }

  state(): { waiting: number; inFlight: number; started: number; late: number } {
    return {
      waiting: this.#waiting.size,
      inFlight: this.#inFlight.size,
      started: this.#started,
      late: this.#late,
    };
  }

  /**
   * Takes no more jobs, returns those that wait for room, and runs those that wait for their slot. Waits for them and for
   * those in flight until `deadlineMs` (monotonic), and reports them.
   */
  async drain(deadlineMs: number): Promise<void> {
    const { clock } = this.#deps;
    for (const end of this.#ends) end();
    const isBusy = () => this.#early.size + this.#waiting.size + this.#inFlight.size > 0;
    do {
      // Another runner has room.
      this.#waiting.takeAll().forEach(this.#returnJob);
      this.#flush();
      await pause(DRAIN_POLL_MS);
    } while (isBusy() && clock.monotonic() < deadlineMs);
    for (const job of [...this.#early.takeAll(), ...this.#waiting.takeAll()]) this.#returnJob(job);
    for (const stop of this.#inFlight.values()) stop.abort();
    this.#flush();
  }

  #take(jobs: readonly CheckJob[]): void {
    const nowMs = this.#deps.clock.now();
    for (const job of jobs) {
      const dropped = this.#waiting.add(job, nowMs);
      if (dropped) this.#returnJob(dropped);
    }
    if (!this.#isTurning) this.#turn();
  }

  readonly #turn = (): void => {
    this.#isTurning = true;
    let launches = 0;
    for (; launches < LAUNCHES_PER_TURN; launches += 1) {
      const job = this.#waiting.next(this.#deps.clock.now(), this.#returnJob);
      if (!job) break;
      void this.#launch(job);
    }
    // If the turn stopped early, nothing may start until a check ends, which starts the next turn.
    this.#isTurning = this.#waiting.size > 0 && launches === LAUNCHES_PER_TURN;
    if (this.#isTurning) setImmediate(this.#turn);
  };

  readonly #returnJob = (job: CheckJob): void => {
    this.#late += 1;
    this.#report({ ...unstarted(job), runner: this.#deps.name });
  };

  #sweep(): void {
    this.#waiting.takeLate(this.#deps.clock.now()).forEach(this.#returnJob);
  }

  async #launch(job: CheckJob): Promise<void> {
    const { check, collect, log, name: runner } = this.#deps;
    const stop = new AbortController();
    this.#inFlight.set(job, stop);
    this.#started += 1;
    const { seriesKey, spec, trigger, evidence: order } = job;
    const report = { ...reportedJob(job), runner };
    try {
      if (spec.isUnready) throw new Error("a variable of the monitor could not be resolved");
      if (order !== undefined && trigger === "test") {
        const evidence = await collect({ spec, order }, stop.signal);
        this.#report({ ...report, outcome: null, evidence });
      } else {
        const checked = await check(spec, stop.signal);
        this.#report({ ...report, outcome: checked && maskOutcome(checked, spec) });
      }
    } catch (error) {
      // A bug is not the target's downtime: the slot counts as missed.
      const facts = maskFacts(errorFacts(error), spec);
      if (!stop.signal.aborted) log.error("runner.check_failed", { series_key: seriesKey, ...facts });
      this.#report({ ...unstarted(job), runner });
    }
    this.#inFlight.delete(job);
    this.#waiting.end(job);
    if (!this.#isTurning && this.#waiting.size > 0) this.#turn();
  }

  #report(report: CheckReport | TestCheckReport): void {
    this.#reports.push(report);
    this.#keptBytes += keptBytesOf(report.outcome);
    const isFull = this.#reports.length >= REPORT_BATCH_MAX || this.#keptBytes >= BATCH_KEPT_BYTES_MAX;
    if (isFull || report.trigger !== "schedule") this.#flush();
    else this.#reporting ??= setTimeout(() => this.#flush(), this.#deps.reportDelayMs ?? REPORT_DELAY_MS);
  }

  #flush(): void {
    clearTimeout(this.#reporting);
    this.#reporting = undefined;
    if (this.#reports.length === 0) return;
    const batch = this.#reports;
    this.#reports = [];
    this.#keptBytes = 0;
    this.#deps.queue.publishReports(batch);
  }

  /** The results of these checks are no longer needed. */
  #stopSeries(targets: readonly StoppedTarget[]): void {
    const stopped = new Set(targets.flatMap(({ seriesKeys }) => seriesKeys));
    const isStopped = ({ seriesKey }: CheckJob) => stopped.has(seriesKey);
    for (const job of [...this.#early.takeWhere(isStopped), ...this.#waiting.takeWhere(isStopped)])
      this.#returnJob(job);
    for (const [{ seriesKey }, stop] of this.#inFlight) if (stopped.has(seriesKey)) stop.abort();
  }
}
