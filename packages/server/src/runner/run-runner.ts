import type { RunJob, RunKind, RunOutcome, RunReport, RunSpec } from "@vedette/contract/run-job.ts";
import type { Clock } from "../kernel/clock.ts";
import { errorFacts, type Logger } from "../kernel/logger.ts";
import { maskerOf } from "../kernel/mask.ts";
import { type Queue, unstartedRun } from "../queue/queue.ts";

/**
 * Takes runs, makes their attempts, reports. It bounds what goes on at once and never knows the database, nor
 * whether an attempt is the last.
 */
export type RunRunner = {
  state(): { runsWaiting: number; runsInFlight: number };
  /** Takes no more, waits for what is on the way until `deadlineMs` (monotonic); the rest is given back. */
  drain(deadlineMs: number): Promise<void>;
};

export type RunRunnerDeps = {
  queue: Pick<Queue, "takeRuns" | "publishRunReports">;
  clock: Clock;
  log: Logger;
  name: string;
  location: string;
  kinds: readonly RunKind[];
  inFlightMax: number;
  attempt: (spec: RunSpec, signal: AbortSignal, orgId: string) => Promise<RunOutcome>;
  /** What people may be told of a trouble of ours; null for a bug. */
  explain: (error: unknown) => string | null;
};

/** Runs that wait here at most. What is above goes back, and is handed out again a little later. */
const WAITING_MAX = 1_000;
const DRAIN_POLL_MS = 20;

export function startRunRunner(deps: RunRunnerDeps): RunRunner {
  const { queue, clock, log, name } = deps;
  const stopping = new AbortController();
  const waiting: RunJob[] = [];
  let inFlight = 0;

  function take(jobs: readonly RunJob[]): void {
    for (const job of jobs) {
      if (waiting.length < WAITING_MAX) waiting.push(job);
      else giveBack(job);
    }
    startNext();
  }

  function startNext(): void {
    while (inFlight < deps.inFlightMax) {
      const job = waiting.shift();
      if (!job) return;
      if (job.startByMs < clock.now()) giveBack(job);
      else void make(job);
    }
  }

  function giveBack(job: RunJob): void {
    report({ ...unstartedRun(job), runner: name });
  }

  function report(line: RunReport): void {
    queue.publishRunReports([line]);
  }

  async function make(job: RunJob): Promise<void> {
    inFlight += 1;
    const { runId, attempt, lease, targetId, location } = job;
    const named = { runId, attempt, lease, targetId, location, runner: name };
    const startedAtMs = clock.now();
    report({ ...named, event: "started", atMs: startedAtMs });
    try {
      const outcome = await deps.attempt(job.spec, stopping.signal, job.orgId);
      report({ ...named, event: "finished", outcome });
    } catch (error) {
      if (stopping.signal.aborted) giveBack(job);
      else report({ ...named, event: "finished", outcome: troubled(job, error, startedAtMs) });
    }
    inFlight -= 1;
    startNext();
  }

  /** A bug or a trouble of ours is not the target's failure, and the run says so. */
  function troubled({ spec, runId }: RunJob, error: unknown, startedAtMs: number): RunOutcome {
    const hide = maskerOf(spec.secretNames.map((secret) => spec.values[secret] ?? ""));
    const facts = Object.entries(errorFacts(error)).map(([key, fact]) => [
      key,
      typeof fact === "string" ? hide(fact) : fact,
    ]);
    log.error("runner.attempt_failed", { run_id: runId, ...Object.fromEntries(facts) });
    const cause = deps.explain(error);
    const message = `The runner had trouble of its own, so this attempt says nothing of the target${cause === null ? "." : `: ${hide(cause)}`}`;
    const told = { code: "INTERNAL", message, stepIndex: null } as const;
    return { startedAtMs, finishedAtMs: clock.now(), error: told, steps: [] };
  }

  const endTaking = queue.takeRuns(
    { location: deps.location, kinds: deps.kinds, inFlightMax: deps.inFlightMax },
    take,
  );

  return {
    state: () => ({ runsWaiting: waiting.length, runsInFlight: inFlight }),
    async drain(deadlineMs) {
      endTaking();
      for (const job of waiting.splice(0)) giveBack(job);
      while (inFlight > 0 && clock.monotonic() < deadlineMs) await pause();
      stopping.abort();
      const abortedAtMs = clock.monotonic();
      while (inFlight > 0 && clock.monotonic() < abortedAtMs + ABORT_WITHIN_MS) await pause();
    },
  };
}

/** As long as an attempt may take to notice that it was called off. */
const ABORT_WITHIN_MS = 2_000;

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS));
}
