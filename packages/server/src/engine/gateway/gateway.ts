import { POLL_HOLD_MS } from "@vedette/contract/runners/runner-protocol.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import type { Queue } from "../queue/queue.ts";
import type { AssignedWork } from "./pending-work.ts";
import { PolledQueue, type PollRequest } from "./polled-queue.ts";

/** Requests held at once for one queue: several runners with a few each. */
const HELD_MAX = 100;
const SWEEP_INTERVAL_MS = 1_000;

export type GatewayDeps = { queue: Queue; clock: Clock; holdMs?: number };

/**
 * Serves the requests of runners for work by long polling. A runner counts as present while it polls; its
 * queue receives work for as long. The gateway must not know HTTP or the owner of a queue, and holds nothing
 * that the accounting of slots and runs needs: work that is lost here is detected as missed at its deadline.
 */
export class Gateway {
  readonly #deps: Required<GatewayDeps>;
  readonly #queues = new Map<string, PolledQueue>();
  readonly #sweepTimer: NodeJS.Timeout;
  #isClosed = false;

  constructor({ queue, clock, holdMs = POLL_HOLD_MS }: GatewayDeps) {
    this.#deps = { queue, clock, holdMs };
    this.#sweepTimer = setInterval(() => this.#sweep(), SWEEP_INTERVAL_MS).unref();
  }

  /**
   * Returns the work for a runner of a queue; empty after `POLL_HOLD_MS` or after `signal` reports a
   * disconnect.
   */
  async poll(request: PollRequest): Promise<AssignedWork> {
    if (this.#isClosed) {
      throw new AppError("SERVICE_UNAVAILABLE", "The server is stopping. Try again in a moment.", {
        retryAfterSeconds: 1,
      });
    }
    const { workQueue } = request;
    const polled = this.#queues.get(workQueue) ?? new PolledQueue({ ...this.#deps, workQueue });
    this.#queues.set(workQueue, polled);
    if (polled.heldCount >= HELD_MAX) {
      throw new AppError(
        "TOO_MANY_REQUESTS",
        `At most ${HELD_MAX} requests of a location's runners are held. Run fewer runners or poll later.`,
        { retryAfterSeconds: 5 },
      );
    }
    return polled.poll(request);
  }

  /** Answers all open requests and returns all work that was not fetched. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#sweepTimer);
    for (const polled of this.#queues.values()) polled.close();
  }

  #sweep(): void {
    for (const [workQueue, polled] of this.#queues) {
      polled.sweep();
      if (polled.hasRunners) continue;
      polled.close();
      this.#queues.delete(workQueue);
    }
  }
}
