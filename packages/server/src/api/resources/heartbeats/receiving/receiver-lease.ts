import type { Clock } from "../../../../platform/kernel/clock.ts";
import { newId } from "../../../../platform/kernel/ids.ts";
import { errorFacts, type Logger } from "../../../../platform/kernel/logger.ts";
import type { Database } from "../../../../platform/storage/database.ts";
import { renewReceiver } from "./queries.ts";

/** Deadlines are evaluated with this delay. */
const RENEW_INTERVAL_MS = 2_000;

export type ReceiverLeaseDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  /** When the oldest ping that is not stored was received; null if all are. */
  oldestWaitingMs: () => number | null;
  /** Whether pings are accepted. */
  hasRoom: () => boolean;
  /** Optional. */
  renewIntervalMs?: number;
};

/**
 * Reports to the schedulers until when all pings of this process are stored, and when it could accept none. Without that, a
 * scheduler could not distinguish a missing ping from one that could not be received.
 */
export class ReceiverLease {
  readonly #deps: ReceiverLeaseDeps;
  readonly #id: string;
  #startedAtMs = 0;
  #rejectedSinceMs: number | null = null;
  #rejected: { from: Date; to: Date } | null = null;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | null = null;

  constructor(deps: ReceiverLeaseDeps) {
    this.#deps = deps;
    this.#id = newId(deps.clock.now());
  }

  async start(): Promise<void> {
    this.#startedAtMs = this.#deps.clock.now();
    await this.#renewOnce();
    this.#timer = setInterval(() => void this.#renewOnce(), this.#deps.renewIntervalMs ?? RENEW_INTERVAL_MS);
  }

  /** The time until the next start is an outage, unless another process receives pings. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
    await this.#renew(false).catch((error: unknown) => this.#warn(error));
  }

  /** Call it for each ping that was not accepted. */
  noteRejected(): void {
    this.#rejectedSinceMs ??= this.#deps.clock.now();
  }

  #renewOnce(): Promise<void> {
    this.#renewing ??= this.#renew(true)
      .catch((error: unknown) => this.#warn(error))
      .finally(() => {
        this.#renewing = null;
      });
    return this.#renewing;
  }

  async #renew(isLive: boolean): Promise<void> {
    const { database, clock, oldestWaitingMs } = this.#deps;
    const nowMs = clock.now();
    this.#endRejection(nowMs);
    const rejected = this.#rejected;
    await renewReceiver(database, {
      id: this.#id,
      committedTo: new Date(oldestWaitingMs() ?? nowMs),
      now: new Date(nowMs),
      isLive,
      startedAt: new Date(this.#startedAtMs),
      rejected,
    });
    if (this.#rejected === rejected) this.#rejected = null;
  }

  #endRejection(nowMs: number): void {
    if (this.#rejectedSinceMs === null || !this.#deps.hasRoom()) return;
    this.#rejected = { from: this.#rejected?.from ?? new Date(this.#rejectedSinceMs), to: new Date(nowMs) };
    this.#rejectedSinceMs = null;
  }

  #warn(error: unknown): void {
    this.#deps.log.warn("pings.renewal_failed", errorFacts(error));
  }
}
