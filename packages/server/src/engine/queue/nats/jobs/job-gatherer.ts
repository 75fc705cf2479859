import type { CheckJob } from "@vedette/contract/checks/check-run.ts";
import type { Clock } from "../../../../platform/kernel/clock.ts";

export type JobGathererDeps = {
  clock: Clock;
  /** Sends the checks of a location. */
  send: (location: string, jobs: readonly CheckJob[]) => void;
};

/**
 * Minimum time between two messages to a location with few checks. The scheduler has due checks every 10 ms, and
 * a message costs as much CPU time as 20 checks in it: see ADR 0100.
 */
export const JOB_GATHER_MS = 30;
/** As many are sent at once; they fill a message. */
const GATHERED_MAX = 50;

type Gathered = { jobs: CheckJob[]; sentAtMs: number; timer: NodeJS.Timeout | null };

/** Gathers the checks of a location under load; after a quiet time, the first are sent at once. */
export class JobGatherer {
  readonly #deps: JobGathererDeps;
  readonly #byLocation = new Map<string, Gathered>();

  constructor(deps: JobGathererDeps) {
    this.#deps = deps;
  }

  add(location: string, jobs: readonly CheckJob[]): void {
    const gathered = this.#byLocation.get(location) ?? {
      jobs: [],
      sentAtMs: Number.NEGATIVE_INFINITY,
      timer: null,
    };
    this.#byLocation.set(location, gathered);
    for (const job of jobs) gathered.jobs.push(job);
    const waitMs = gathered.sentAtMs + JOB_GATHER_MS - this.#deps.clock.monotonic();
    if (waitMs <= 0 || gathered.jobs.length >= GATHERED_MAX) this.#send(location, gathered);
    else gathered.timer ??= setTimeout(() => this.#send(location, gathered), waitMs);
  }

  /** Sends what is gathered now. */
  flush(): void {
    for (const [location, gathered] of this.#byLocation)
      if (gathered.jobs.length > 0) this.#send(location, gathered);
  }

  #send(location: string, gathered: Gathered): void {
    if (gathered.timer) clearTimeout(gathered.timer);
    gathered.timer = null;
    gathered.sentAtMs = this.#deps.clock.monotonic();
    this.#deps.send(location, gathered.jobs.splice(0));
  }
}
