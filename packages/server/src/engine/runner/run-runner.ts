import type { RunJob, RunKind, RunOutcome, RunReport, RunSpec } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import { maskerOf } from "../../platform/masking/mask.ts";
import { type Queue, type StoppedTarget, unstartedRun } from "../queue/queue.ts";
import { createFairQueue } from "./fair-queue.ts";

/**
 * Takes runs, executes their attempts and reports them. It limits concurrency and shares the slots among
 * organizations. It must not know the database or whether an attempt is the last.
 */
export type RunRunner = {
  state(): { runsWaiting: number; runsInFlight: number };
  /**
   * Takes no more runs and waits for those in flight until `deadlineMs` (monotonic); the rest is returned.
   */
  drain(deadlineMs: number): Promise<void>;
};

export type RunRunnerDeps = {
  queue: Pick<Queue, "takeRuns" | "takeStops" | "publishRunReports">;
  clock: Clock;
  log: Logger;
  name: string;
  location: string;
  kinds: readonly RunKind[];
  inFlightMax: number;
  /**
   * Maximum share of `inFlightMax` that one organization may hold while others have runs here, in percent.
   */
  sharePercent: number;
  attempt: (spec: RunSpec, signal: AbortSignal, orgId: string) => Promise<RunOutcome>;
  /** Returns the public description of an internal error; null for a bug. */
  explain: (error: unknown) => string | null;
};

/** Maximum number of waiting runs. Runs beyond it are returned and dispatched again a little later. */
const WAITING_MAX = 1_000;
/** Interval at which waiting runs that can no longer start in time are removed. */
const SWEEP_INTERVAL_MS = 1_000;
/**
 * A returned run is dispatched again about two seconds later (pipeline/runs/run-queue.ts) and keeps its turn
 * until then.
 */
const KEEP_TURN_MS = 5_000;
const DRAIN_POLL_MS = 20;

export function startRunRunner(deps: RunRunnerDeps): RunRunner {
  const { queue, clock, log, name } = deps;
  const waiting = createFairQueue<RunJob>({
    slots: deps.inFlightMax,
    waitingMax: WAITING_MAX,
    sharePercent: deps.sharePercent,
    keepMs: KEEP_TURN_MS,
  });
  const inFlight = new Map<RunJob, AbortController>();

  function take(jobs: readonly RunJob[]): void {
    const nowMs = clock.now();
    for (const job of jobs) {
      const leaving = waiting.add(job, nowMs);
      if (leaving) returnRun(leaving);
    }
    startNext();
  }

  function startNext(): void {
    for (let job = nextJob(); job !== null; job = nextJob()) void make(job);
  }

  function nextJob(): RunJob | null {
    return waiting.next(clock.now(), returnRun);
  }

  function sweep(): void {
    waiting.takeLate(clock.now()).forEach(returnRun);
    startNext();
  }

  /** The outcomes are no longer needed; the API has already ended these runs. */
  function stopTargets(targets: readonly StoppedTarget[]): void {
    const stopped = new Set(targets.map(({ targetId }) => targetId));
    for (const job of waiting.takeWhere(({ targetId }) => stopped.has(targetId))) returnRun(job);
    for (const [{ targetId }, stop] of inFlight) if (stopped.has(targetId)) stop.abort();
  }

  function returnRun(job: RunJob): void {
    report({ ...unstartedRun(job), runner: name });
  }

  function report(queued: RunReport): void {
    queue.publishRunReports([queued]);
  }

  async function make(job: RunJob): Promise<void> {
    const stop = new AbortController();
    inFlight.set(job, stop);
    const { runId, attempt, lease, targetId, location } = job;
    const named = { runId, attempt, lease, targetId, location, runner: name };
    const startedAtMs = clock.now();
    report({ ...named, event: "started", atMs: startedAtMs });
    try {
      const outcome = await deps.attempt(job.spec, stop.signal, job.orgId);
      report({ ...named, event: "finished", outcome });
    } catch (error) {
      if (stop.signal.aborted) returnRun(job);
      else report({ ...named, event: "finished", outcome: internalErrorOutcome(job, error, startedAtMs) });
    }
    inFlight.delete(job);
    waiting.end(job);
    startNext();
  }

  /** A bug or an internal error is not the target's failure, and the run says so. */
  function internalErrorOutcome({ spec, runId }: RunJob, error: unknown, startedAtMs: number): RunOutcome {
    const hide = maskerOf(spec.secretNames.map((secret) => spec.values[secret] ?? ""));
    const facts = Object.entries(errorFacts(error)).map(([key, fact]) => [
      key,
      typeof fact === "string" ? hide(fact) : fact,
    ]);
    log.error("runner.attempt_failed", { run_id: runId, ...Object.fromEntries(facts) });
    const cause = deps.explain(error);
    const message = `The runner had an internal error, so this attempt says nothing about the target${cause === null ? "." : `: ${hide(cause)}`}`;
    const runError = { code: "INTERNAL", message, stepIndex: null } as const;
    return { startedAtMs, finishedAtMs: clock.now(), error: runError, steps: [] };
  }

  const endTaking = queue.takeRuns(
    { location: deps.location, kinds: deps.kinds, inFlightMax: deps.inFlightMax },
    take,
  );
  const endStops = queue.takeStops(stopTargets);
  const sweeping = setInterval(sweep, SWEEP_INTERVAL_MS);

  return {
    state: () => ({ runsWaiting: waiting.size, runsInFlight: inFlight.size }),
    async drain(deadlineMs) {
      endTaking();
      endStops();
      clearInterval(sweeping);
      for (const job of waiting.takeAll()) returnRun(job);
      while (inFlight.size > 0 && clock.monotonic() < deadlineMs) await pause();
      for (const stop of inFlight.values()) stop.abort();
      const abortedAtMs = clock.monotonic();
      while (inFlight.size > 0 && clock.monotonic() < abortedAtMs + ABORT_WITHIN_MS) await pause();
    },
  };
}

/** How long an attempt may take to react to its abort signal. */
const ABORT_WITHIN_MS = 2_000;

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS));
}
