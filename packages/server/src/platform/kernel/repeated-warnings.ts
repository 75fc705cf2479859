import type { Clock } from "./clock.ts";

/** The same warning is logged once in this time: during an outage of the database, each poll fails. */
const QUIET_MS = 30_000;
/** Beyond it, the oldest is forgotten, and logged once more if it comes again. */
const KEPT_MAX = 200;

/** Finds warnings that say the same again. The same are those of one event with one text of the error. */
export class RepeatedWarnings {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #kept = new Map<string, { loggedAtMs: number; withheld: number }>();

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** Returns how many were withheld since the last that was logged; null to withhold this one. */
  note(event: string, facts: Record<string, unknown>): number | null {
    if (typeof facts.error !== "string") return 0;
    const key = `${event} ${facts.error}`;
    const nowMs = this.#clock.monotonic();
    const known = this.#kept.get(key);
    if (known && nowMs - known.loggedAtMs < QUIET_MS) {
      known.withheld += 1;
      return null;
    }
    this.#kept.delete(key);
    this.#kept.set(key, { loggedAtMs: nowMs, withheld: 0 });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
    return known?.withheld ?? 0;
  }
}
