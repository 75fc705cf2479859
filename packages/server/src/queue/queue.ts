import type { CheckJob, CheckReport } from "@vedette/contract/check-run.ts";
import type { LiveEvent } from "@vedette/contract/events.ts";

/** A runner that can be given work. */
export type RunnerPresence = { runner: string; location: string; lastSeenAtMs: number };

/**
 * Carries checks to runners, results back, and live events to whoever listens. Knows nothing of what
 * it carries. `memory.ts` serves one process, `thread-link.ts` extends it over worker threads.
 */
export type Queue = {
  /** Hands jobs to a runner at `location`. Jobs beyond the queue's size are returned, not taken. */
  publishJobs(location: string, jobs: readonly CheckJob[]): readonly CheckJob[];
  /** Receives the jobs of a location. The function returned ends it. */
  takeJobs(location: string, take: (jobs: readonly CheckJob[]) => void): () => void;

  publishReports(reports: readonly CheckReport[]): void;
  /** Receives every report; one taker at a time. */
  takeReports(take: (reports: readonly CheckReport[]) => void): () => void;

  publishEvents(events: readonly LiveEvent[]): void;
  /** Receives events published from now on. */
  takeEvents(take: (events: readonly LiveEvent[]) => void): () => void;

  /** Says that a runner is there. Repeated every `PRESENCE_INTERVAL_MS`, forgotten after `PRESENCE_MAX_AGE_MS`. */
  announce(runner: string, location: string): void;
  runners(): readonly RunnerPresence[];
};

export const PRESENCE_INTERVAL_MS = 5_000;
export const PRESENCE_MAX_AGE_MS = 15_000;
