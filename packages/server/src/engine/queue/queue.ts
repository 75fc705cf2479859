import type { CheckJob, CheckReport, TrialReport } from "@vedette/contract/checks/check-run.ts";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { RunJob, RunKind, RunReport } from "@vedette/contract/runs/run-job.ts";

/** A runner that can be given work. */
export type RunnerPresence = { runner: string; location: string; lastSeenAtMs: number };

/**
 * Carries checks to runners, reports back, and live events to whoever listens; knows nothing of what
 * it carries. `memory.ts` serves one thread, `thread-link.ts` extends it to other threads, `nats.ts` joins processes.
 */
export type Queue = {
  /**
   * Hands jobs to the runners at `location`. A job that finds no runner comes back at once as a
   * report without an outcome, like one that a runner could not start in time.
   */
  publishJobs(location: string, jobs: readonly CheckJob[]): void;
  /** Receives jobs of a location. The function returned ends it. */
  takeJobs(location: string, take: (jobs: readonly CheckJob[]) => void): () => void;

  publishReports(reports: readonly (CheckReport | TrialReport)[]): void;
  /**
   * Receives the reports of the shards held here, or every report where nobody shares them, but those of trials.
   * One taker: it is the one who writes them down. A transport that keeps reports keeps them until the promise resolves.
   */
  takeReports(take: (reports: readonly CheckReport[]) => void | Promise<void>): () => void;
  /** Says which shards' reports belong here from now on; those before are not any more. */
  holdShards(shards: readonly number[]): void;

  /**
   * Hands runs to the runners at `location` that can make their kind, each to one of them in turn. One that
   * finds no runner comes back at once as `unstarted`.
   */
  publishRuns(location: string, jobs: readonly RunJob[]): void;
  /** Receives runs of some kinds at a location. The function returned ends it. */
  takeRuns(at: RunTaker, take: (jobs: readonly RunJob[]) => void): () => void;
  publishRunReports(reports: readonly RunReport[]): void;
  /** Receives reports of runs but those of trials, each once while all goes well. One taker; the promise is as for checks. */
  takeRunReports(take: (reports: readonly RunReport[]) => void | Promise<void>): () => void;

  /**
   * Hands one check to a runner at `location` and gives its report to whoever asked: nobody else sees it. Null
   * where none came within `withinMs`. Its series and trigger are the queue's to choose.
   */
  askCheck(location: string, job: CheckJob, withinMs: number): Promise<TrialReport | null>;
  /**
   * The same for one attempt of a run, whose lease is the queue's to choose; its report is the `finished` one, or
   * `unstarted` where nobody could make it.
   */
  askRun(location: string, job: RunJob, withinMs: number): Promise<RunReport | null>;

  /**
   * Has every runner end what it makes or holds of these targets: whatever comes of it is not wanted any more. It is
   * told once; a runner that does not hear it makes what it has to its end.
   */
  publishStops(targets: readonly StoppedTarget[]): void;
  takeStops(take: (targets: readonly StoppedTarget[]) => void): () => void;

  publishEvents(events: readonly LiveEvent[]): void;
  /** Receives events published from now on. */
  takeEvents(take: (events: readonly LiveEvent[]) => void): () => void;
  /** Says that somebody follows the check results of this organization, until the function returned is called. */
  watchOrg(orgId: string): () => void;
  /** Whether results of this organization are worth an event. */
  isWatched(orgId: string): boolean;

  /** Says that a runner is there. Repeated every `PRESENCE_INTERVAL_MS`, forgotten after `PRESENCE_MAX_AGE_MS`. */
  announce(runner: string, location: string): void;
  runners(): readonly RunnerPresence[];
};

/** A target that was deleted or disabled, or whose organization has used up its plan. */
export type StoppedTarget = {
  targetId: string;
  /** What its checks are known by. */
  seriesKeys: readonly number[];
};

export type RunTaker = {
  location: string;
  kinds: readonly RunKind[];
  /** How many it makes at once: what is above may go to somebody else. */
  inFlightMax?: number;
};

export const PRESENCE_INTERVAL_MS = 5_000;
export const PRESENCE_MAX_AGE_MS = 15_000;

/** Stands in a report where no runner took the job. */
const NOBODY = "none";

/** A job that nobody could start, as the report that accounts for it. */
export function unstarted(job: CheckJob): CheckReport | TrialReport {
  const { seriesKey, shard, slotMs, location, trigger } = job;
  return { seriesKey, shard, slotMs, location, trigger, runner: NOBODY, outcome: null };
}

/** The same for a run. */
export function unstartedRun({ runId, attempt, lease, targetId, location }: RunJob): RunReport {
  return { event: "unstarted", runId, attempt, lease, targetId, location, runner: NOBODY };
}
