import { setTimeout as pause } from "node:timers/promises";
import type {
  RunJob,
  RunKind,
  RunOutcome,
  RunReport,
  RunSpec,
  StepProgress,
} from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import { maskerOf } from "../../platform/masking/mask.ts";
import { type Queue, type StoppedTarget, unstartedRun } from "../queue/queue.ts";
import { FairQueue } from "./fair-queue.ts";

export type RunRunnerDeps = {
  queue: Pick<Queue, "takeRuns" | "takeStops" | "publishRunReports" | "publishRunProgress">;
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
  attempt: (spec: RunSpec, ctx: AttemptContext) => Promise<RunOutcome>;
  /** Returns the public description of an internal error; null for a bug. */
  explain: (error: unknown) => string | null;
};

type AttemptContext = {
  signal: AbortSignal;
  orgId: string;
  /** Receives the steps of a test run as they start and end; absent for other runs. */
  onStep?: (step: StepProgress) => void;
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
/** How long an attempt may take to react to its abort signal. */
const ABORT_WITHIN_MS = 2_000;

/**
 * Takes runs, executes their attempts and reports them. It limits concurrency and shares the slots among
 * organizations. It must not know the database or whether an attempt is the last.
 */
export class RunRunner {
  readonly #deps: RunRunnerDeps;
  readonly #waiting: FairQueue<RunJob>;
  readonly #inFlight = new Map<RunJob, AbortController>();
  #ends: (() => void)[] = [];

  constructor(deps: RunRunnerDeps) {
    const { inFlightMax: slots, sharePercent } = deps;
    this.#deps = deps;
    this.#waiting = new FairQueue({ slots, sharePercent, waitingMax: WAITING_MAX, keepMs: KEEP_TURN_MS });
  }

  start(): void {
    const { queue, location, kinds, inFlightMax } = this.#deps;
    const endTaking = queue.takeRuns({ location, kinds, inFlightMax }, (jobs) => this.#take(jobs));
    const endStops = queue.takeStops((targets) => this.#stopTargets(targets));
    const sweeping = setInterval(() => this.#sweep(), SWEEP_INTERVAL_MS);
    this.#ends = [endTaking, endStops, () => clearInterval(sweeping)];
  }

  state(): { runsWaiting: number; runsInFlight: number } {
    return { runsWaiting: this.#waiting.size, runsInFlight: this.#inFlight.size };
  }

  /**
   * Takes no more runs and waits for those in flight until `deadlineMs` (monotonic); the rest is returned.
   */
  async drain(deadlineMs: number): Promise<void> {
    for (const end of this.#ends) end();
    for (const job of this.#waiting.takeAll()) this.#returnRun(job);
    await this.#idleUntil(deadlineMs);
    for (const stop of this.#inFlight.values()) stop.abort();
    await this.#idleUntil(this.#deps.clock.monotonic() + ABORT_WITHIN_MS);
  }

  /** Returns when no attempt is in flight, at the latest at `deadlineMs` (monotonic). */
  async #idleUntil(deadlineMs: number): Promise<void> {
    while (this.#inFlight.size > 0 && this.#deps.clock.monotonic() < deadlineMs) await pause(DRAIN_POLL_MS);
  }

  #take(jobs: readonly RunJob[]): void {
    const nowMs = this.#deps.clock.now();
    for (const job of jobs) {
      const dropped = this.#waiting.add(job, nowMs);
      if (dropped) this.#returnRun(dropped);
    }
    this.#startNext();
  }

  #startNext(): void {
    for (let job = this.#nextJob(); job !== null; job = this.#nextJob()) void this.#launch(job);
  }

  #nextJob(): RunJob | null {
    return this.#waiting.next(this.#deps.clock.now(), this.#returnRun);
  }

  #sweep(): void {
    this.#waiting.takeLate(this.#deps.clock.now()).forEach(this.#returnRun);
    this.#startNext();
  }

  /** The outcomes are no longer needed; the API has already ended these runs. */
  #stopTargets(targets: readonly StoppedTarget[]): void {
    const stopped = new Set(targets.map(({ targetId }) => targetId));
    for (const job of this.#waiting.takeWhere(({ targetId }) => stopped.has(targetId))) this.#returnRun(job);
    for (const [{ targetId }, stop] of this.#inFlight) if (stopped.has(targetId)) stop.abort();
  }

  readonly #returnRun = (job: RunJob): void => {
    this.#report({ ...unstartedRun(job), runner: this.#deps.name });
  };

  #report(report: RunReport): void {
    this.#deps.queue.publishRunReports([report]);
  }

  async #launch(job: RunJob): Promise<void> {
    const stop = new AbortController();
    this.#inFlight.set(job, stop);
    const { runId, attempt, lease, targetId, location } = job;
    const common = { runId, attempt, lease, targetId, location, runner: this.#deps.name };
    const startedAtMs = this.#deps.clock.now();
    this.#report({ ...common, event: "started", atMs: startedAtMs });
    try {
      const outcome = await this.#deps.attempt(job.spec, this.#attemptContext(job, stop.signal));
      this.#report({ ...common, event: "finished", outcome });
    } catch (error) {
      if (stop.signal.aborted) this.#returnRun(job);
      else {
        const outcome = this.#internalErrorOutcome(job, error, startedAtMs);
        this.#report({ ...common, event: "finished", outcome });
      }
    }
    this.#inFlight.delete(job);
    this.#waiting.end(job);
    this.#startNext();
  }

  #attemptContext({ runId, lease, orgId }: RunJob, signal: AbortSignal): AttemptContext {
    const { queue } = this.#deps;
    if (lease >= 0) return { signal, orgId };
    return { signal, orgId, onStep: (step) => queue.publishRunProgress({ runId, lease, step }) };
  }

  /** A bug or an internal error is not the target's failure, and the run says so. */
  #internalErrorOutcome({ spec, runId }: RunJob, error: unknown, startedAtMs: number): RunOutcome {
    const { log, explain, clock } = this.#deps;
    const hide = maskerOf(spec.secretNames.map((secret) => spec.values[secret] ?? ""));
    const facts = Object.entries(errorFacts(error)).map(([key, fact]) => [
      key,
      typeof fact === "string" ? hide(fact) : fact,
    ]);
    log.error("runner.attempt_failed", { run_id: runId, ...Object.fromEntries(facts) });
    const cause = explain(error);
    const message = `The runner had an internal error, so this attempt says nothing about the target${cause === null ? "." : `: ${hide(cause)}`}`;
    const runError = { code: "INTERNAL", message, stepIndex: null } as const;
    return { startedAtMs, finishedAtMs: clock.now(), error: runError, steps: [] };
  }
}
