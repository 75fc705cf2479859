import type { CheckJob } from "@vedette/contract/checks/check-run.ts";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import { LEAD_MS } from "../../queue.ts";

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
/** The same for checks whose runners wait for the slot: two thirds of the time by which they are sent early. */
export const EARLY_GATHER_MS = (LEAD_MS * 2) / 3;
/** As many are sent at once; they fill a message. */
const GATHERED_MAX = 50;

type Gathered = { jobs: CheckJob[]; sentAtMs: number; timer: NodeJS.Timeout | null; timerAtMs: number };

/** Gathers the checks of a location under load; after a quiet time, the first that are due are sent at once. */
export class JobGatherer {
  readonly #deps: JobGathererDeps;
  readonly #byLocation = new Map<string, Gathered>();

  constructor(deps: JobGathererDeps) {
    this.#deps = deps;
  }

  add(location: string, jobs: readonly CheckJob[]): void {
    const { clock } = this.#deps;
    const gathered = this.#byLocation.get(location) ?? {
      ...{ jobs: [], sentAtMs: Number.NEGATIVE_INFINITY },
      ...{ timer: null, timerAtMs: Number.POSITIVE_INFINITY },
    };
    this.#byLocation.set(location, gathered);
    for (const job of jobs) gathered.jobs.push(job);
    const nowMs = clock.monotonic();
    const isEarly = jobs.every((job) => job.isEarly);
    const sendAtMs = isEarly ? nowMs + EARLY_GATHER_MS : gathered.sentAtMs + JOB_GATHER_MS;
    if (sendAtMs <= nowMs || gathered.jobs.length >= GATHERED_MAX) this.#send(location, gathered);
    else if (sendAtMs < gathered.timerAtMs) {
      if (gathered.timer) clearTimeout(gathered.timer);
      gathered.timerAtMs = sendAtMs;
      gathered.timer = setTimeout(() => this.#send(location, gathered), sendAtMs - nowMs);
    }
  }

  /** Sends what is gathered now. */
  flush(): void {
    for (const [location, gathered] of this.#byLocation)
      if (gathered.jobs.length > 0) this.#send(location, gathered);
  }

  #send(location: string, gathered: Gathered): void {
    if (gathered.timer) clearTimeout(gathered.timer);
    gathered.timer = null;
    gathered.timerAtMs = Number.POSITIVE_INFINITY;
    gathered.sentAtMs = this.#deps.clock.monotonic();
    this.#deps.send(location, gathered.jobs.splice(0));
  }
}
