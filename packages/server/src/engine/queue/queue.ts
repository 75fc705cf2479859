import type { CheckJob, CheckReport, TestCheckReport } from "@vedette/contract/checks/check-run.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type {
  RunJob,
  RunKind,
  RunProgress,
  RunReport,
  StepProgress,
} from "@vedette/contract/runs/run-job.ts";

/** A runner that can receive work. `version` is the one of its program, unless a scheduler runs in the same process. */
export type RunnerPresence = {
  runner: string;
  location: string;
  lastSeenAtMs: number;
  version?: string | undefined;
};

/** Maximum length of a version, in characters. */
export const VERSION_LENGTH_MAX = 50;

/**
 * Carries checks to runners, reports back, and live events to their subscribers. It must not know the content
 * that it carries. `memory.ts` serves one thread, `thread-link.ts` extends it to other threads, `nats.ts`
 * connects processes.
 */
export type Queue = {
  /**
   * Sends jobs to the runners at `location`. A job without a runner comes back at once as a report without an
   * outcome, like one that a runner could not start in time.
   */
  publishJobs(location: string, jobs: readonly CheckJob[]): void;
  /**
   * Receives the jobs of a location until the returned function is called. A taker with `waitsForSlot` may receive a
   * job up to `LEAD_MS` before its slot, and starts it then; the others receive it at its slot.
   */
  takeJobs(
    location: string,
    take: (jobs: readonly CheckJob[]) => void,
    options?: { waitsForSlot?: boolean },
  ): () => void;
  /** How long before its slot a job of a location is best published: `LEAD_MS` or 0. */
  leadMs(location: string): number;

  /** Whether the report of a check reaches the scheduler that holds its shard by then, if that has changed. */
  readonly keepsReports: boolean;
  publishReports(reports: readonly (CheckReport | TestCheckReport)[]): void;
  /**
   * Receives the reports of the shards held here, or every report if shards are not shared, except those of
   * test runs. There is one taker: the one that stores them. A transport that keeps reports keeps them until
   * the promise resolves.
   */
  takeReports(take: (reports: readonly CheckReport[]) => void | Promise<void>): () => void;
  /** Sets the shards whose reports this process receives from now on; it replaces the previous set. */
  holdShards(shards: readonly number[]): void;

  /**
   * Sends runs to the runners at `location` that support their kind, round-robin. A run without a runner
   * comes back at once as `unstarted`.
   */
  publishRuns(location: string, jobs: readonly RunJob[]): void;
  /** Receives runs of some kinds at a location until the returned function is called. */
  takeRuns(at: RunConsumer, take: (jobs: readonly RunJob[]) => void): () => void;
  publishRunReports(reports: readonly RunReport[]): void;
  /**
   * Sends the progress of a test run to its requester. It is sent once and may get lost; the final report
   * contains every step.
   */
  publishRunProgress(progress: RunProgress): void;
  /**
   * Receives run reports except those of test runs, normally once each. There is one taker; the promise works
   * as for checks.
   */
  takeRunReports(take: (reports: readonly RunReport[]) => void | Promise<void>): () => void;

  /**
   * Sends one check to a runner at `location` and returns its report to the caller only. Returns null if none
   * comes within `withinMs`. The queue chooses its series key and trigger.
   */
  requestCheck(location: string, job: CheckJob, withinMs: number): Promise<TestCheckReport | null>;
  /**
   * Does the same for one attempt of a run, whose lease the queue chooses. The report is the `finished` one,
   * or `unstarted` if no runner could run it or `publishStops` named its target.
   */
  requestRun(location: string, job: RunJob, request: RunRequest): Promise<RunReport | null>;

  /**
   * Makes every runner stop what it runs or holds of these targets; the outcome is no longer needed. It is
   * sent once; a runner that does not receive it finishes its work.
   */
  publishStops(targets: readonly StoppedTarget[]): void;
  takeStops(take: (targets: readonly StoppedTarget[]) => void): () => void;

  publishEvents(events: readonly LiveEvent[]): void;
  /** Receives events published from now on. */
  takeEvents(take: (events: readonly LiveEvent[]) => void): () => void;
  /** Marks the check results of this organization as watched until the returned function is called. */
  watchOrg(orgId: string): () => void;
  /** Returns whether results of this organization need an event. */
  isWatched(orgId: string): boolean;

  /** Announces a runner. Repeated every `PRESENCE_INTERVAL_MS`, expires after `PRESENCE_MAX_AGE_MS`. */
  announce(runner: string, location: string, version?: string): void;
  runners(): readonly RunnerPresence[];
};

export type RunRequest = {
  withinMs: number;
  /** Called for each step that starts or ends, if the runner reports progress. */
  onStep?: ((step: StepProgress) => void) | undefined;
};

/** A target that was deleted or disabled, or whose organization has exhausted its plan, or a test run whose requester left. */
export type StoppedTarget = {
  targetId: string;
  /** Identifies its checks. */
  seriesKeys: readonly number[];
};

export type RunConsumer = {
  location: string;
  kinds: readonly RunKind[];
  /** How many runs it runs at once; further runs may go to another taker. */
  inFlightMax?: number;
};

/**
 * How long before its slot a job may be sent. A transport gathers the jobs of two thirds of this time in a message; the
 * rest is for its way.
 */
export const LEAD_MS = 150;

export const PRESENCE_INTERVAL_MS = 5_000;
export const PRESENCE_MAX_AGE_MS = 15_000;

/** Runner name in a report if no runner took the job. */
const NO_RUNNER = "none";

/** Returns the report for a job that no runner could start. */
export function unstarted(job: CheckJob): CheckReport | TestCheckReport {
  return { ...reportedJob(job), runner: NO_RUNNER, outcome: null };
}

/** Returns the parts of a job that its report repeats. */
export function reportedJob({ seriesKey, shard, slotMs, location, trigger, retry }: CheckJob) {
  return { seriesKey, shard, slotMs, location, trigger, ...(retry !== undefined && { retry }) };
}

/** Returns the report for a run that no runner could start. */
export function unstartedRun({ runId, attempt, lease, targetId, location }: RunJob): RunReport {
  return { event: "unstarted", runId, attempt, lease, targetId, location, runner: NO_RUNNER };
}
