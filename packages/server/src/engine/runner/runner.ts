import type {
  CheckJob,
  CheckOutcome,
  CheckReport,
  CheckSpec,
  TestCheckReport,
} from "@vedette/contract/checks/check-run.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import { PRESENCE_INTERVAL_MS, type Queue, type StoppedTarget, unstarted } from "../queue/queue.ts";
import { createFairQueue } from "./fair-queue.ts";
import { maskFacts, maskOutcome } from "./mask-outcome.ts";
import { LAUNCHES_PER_TURN, WAITING_MAX } from "./waiting-jobs.ts";

/**
 * Takes jobs, runs the checks and reports them. It limits concurrency and must not know the database.
 *
 * At most `LAUNCHES_PER_TURN` checks start in one turn of the event loop. This is the complete overload
 * control: on a busy processor turns take longer, so fewer checks start and each keeps its timing. Checks
 * that cannot start in time are reported as not started, instead of making all of them late. Organizations
 * take turns: see `fair-queue.ts`.
 */
export type Runner = {
  state(): { waiting: number; inFlight: number; started: number; late: number };
  /** Takes no more jobs, waits for those in flight until `deadlineMs` (monotonic), and reports them. */
  drain(deadlineMs: number): Promise<void>;
};

export type RunnerDeps = {
  queue: Queue;
  clock: Clock;
  log: Logger;
  name: string;
  location: string;
  inFlightMax: number;
  /**
   * Maximum share of `inFlightMax` that one organization may hold while others have checks here, in percent.
   */
  sharePercent: number;
  /** Returns null if an internal error prevented the check: its slot counts as missed. */
  check: (spec: CheckSpec, signal: AbortSignal) => Promise<CheckOutcome | null>;
};

/** Reports are batched for at most this long. */
const REPORT_DELAY_MS = 20;
const REPORT_BATCH_MAX = 200;
const DRAIN_POLL_MS = 20;
/** Interval at which waiting checks that can no longer start in time are removed. */
const SWEEP_INTERVAL_MS = 1_000;

export function startRunner(deps: RunnerDeps): Runner {
  const { queue, clock, name, location } = deps;
  const { inFlightMax: slots, sharePercent } = deps;
  const waiting = createFairQueue<CheckJob>({ slots, waitingMax: WAITING_MAX, sharePercent });
  const inFlight = new Map<CheckJob, AbortController>();
  let started = 0;
  let late = 0;
  let isTurning = false;
  let reports: (CheckReport | TestCheckReport)[] = [];
  let reporting: NodeJS.Timeout | undefined;

  function take(jobs: readonly CheckJob[]): void {
    const nowMs = clock.now();
    for (const job of jobs) {
      const leaving = waiting.add(job, nowMs);
      if (leaving) returnJob(leaving);
    }
    if (!isTurning) turn();
  }

  function turn(): void {
    isTurning = true;
    let launches = 0;
    for (; launches < LAUNCHES_PER_TURN; launches += 1) {
      const job = waiting.next(clock.now(), returnJob);
      if (!job) break;
      void launch(job);
    }
    // If the turn stopped early, nothing may start until a check ends, which starts the next turn.
    isTurning = waiting.size > 0 && launches === LAUNCHES_PER_TURN;
    if (isTurning) setImmediate(turn);
  }

  function returnJob(job: CheckJob): void {
    late += 1;
    report({ ...unstarted(job), runner: name });
  }

  async function launch(job: CheckJob): Promise<void> {
    const stop = new AbortController();
    inFlight.set(job, stop);
    started += 1;
    const { seriesKey, shard, slotMs, location: at, trigger } = job;
    try {
      if (job.spec.isUnready) throw new Error("a variable of the monitor could not be resolved");
      const outcome = await deps.check(job.spec, stop.signal);
      report({
        seriesKey,
        shard,
        slotMs,
        location: at,
        trigger,
        runner: name,
        outcome: outcome && maskOutcome(outcome, job.spec),
      });
    } catch (error) {
      // A bug is not the target's downtime: the slot counts as missed.
      const facts = maskFacts(errorFacts(error), job.spec);
      if (!stop.signal.aborted) deps.log.error("runner.check_failed", { series_key: seriesKey, ...facts });
      report({ ...unstarted(job), runner: name });
    }
    inFlight.delete(job);
    waiting.end(job);
    if (!isTurning && waiting.size > 0) turn();
  }

  function report(queued: CheckReport | TestCheckReport): void {
    reports.push(queued);
    if (reports.length >= REPORT_BATCH_MAX || queued.trigger !== "schedule") flush();
    else reporting ??= setTimeout(flush, REPORT_DELAY_MS);
  }

  function flush(): void {
    clearTimeout(reporting);
    reporting = undefined;
    if (reports.length === 0) return;
    const batch = reports;
    reports = [];
    queue.publishReports(batch);
  }

  /** The results of these checks are no longer needed. */
  function stopSeries(targets: readonly StoppedTarget[]): void {
    const stopped = new Set(targets.flatMap(({ seriesKeys }) => seriesKeys));
    for (const job of waiting.takeWhere(({ seriesKey }) => stopped.has(seriesKey))) returnJob(job);
    for (const [{ seriesKey }, stop] of inFlight) if (stopped.has(seriesKey)) stop.abort();
  }

  const endTaking = queue.takeJobs(location, take);
  const endStops = queue.takeStops(stopSeries);
  const sweeping = setInterval(() => waiting.takeLate(clock.now()).forEach(returnJob), SWEEP_INTERVAL_MS);
  queue.announce(name, location);
  const announcing = setInterval(() => queue.announce(name, location), PRESENCE_INTERVAL_MS);

  return {
    state: () => ({ waiting: waiting.size, inFlight: inFlight.size, started, late }),
    async drain(deadlineMs) {
      endTaking();
      endStops();
      clearInterval(announcing);
      clearInterval(sweeping);
      for (const job of waiting.takeAll()) returnJob(job);
      while (inFlight.size > 0 && clock.monotonic() < deadlineMs) await pause(DRAIN_POLL_MS);
      for (const stop of inFlight.values()) stop.abort();
      flush();
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
