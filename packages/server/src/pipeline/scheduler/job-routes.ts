import {
  createWorkQueueSelector,
  type LocationOf,
  type RunnerAvailability,
} from "../../engine/locations/work-queue.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import type { Clock } from "../../platform/kernel/clock.ts";

export type JobRoutesDeps = {
  queue: Pick<Queue, "leadMs">;
  clock: Clock;
  /** The locations with connected runners. */
  runnerAvailability: () => RunnerAvailability;
};

/** How long what is known of the runners is used: their presence changes every few seconds. */
const KEPT_MS = 100;

type Known = { untilMs: number; select: (at: LocationOf) => string; leadMs: Map<string, number> };

/** Where the checks of a location go, and how long before their slot. */
export class JobRoutes {
  readonly #deps: JobRoutesDeps;
  #known: Known | null = null;

  constructor(deps: JobRoutesDeps) {
    this.#deps = deps;
  }

  workQueueOf(at: LocationOf): string {
    return this.#current().select(at);
  }

  leadMs(at: LocationOf): number {
    const { select, leadMs } = this.#current();
    const workQueue = select(at);
    const known = leadMs.get(workQueue);
    if (known !== undefined) return known;
    const asked = this.#deps.queue.leadMs(workQueue);
    leadMs.set(workQueue, asked);
    return asked;
  }

  #current(): Known {
    const { clock, runnerAvailability } = this.#deps;
    const nowMs = clock.monotonic();
    if (this.#known !== null && nowMs < this.#known.untilMs) return this.#known;
    const select = createWorkQueueSelector(runnerAvailability());
    this.#known = { untilMs: nowMs + KEPT_MS, select, leadMs: new Map() };
    return this.#known;
  }
}
