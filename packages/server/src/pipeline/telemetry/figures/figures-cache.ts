import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type Figures, type FiguresRequest, readFigures } from "./read-figures.ts";

/** Two Prometheus servers that scrape the same figures at the same time cost one read. */
const TTL_MS = 5_000;

/** Figures of 10,000 targets take 20 MB. */
const ENTRIES_MAX = 8;

type Entry = { figures: Promise<Figures>; expiresAtMs: number };

/** The newest figures by organization and selector, for a few seconds. Requests for the same ones share a read. */
export class FiguresCache {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  read(db: Db, request: Omit<FiguresRequest, "nowMs">): Promise<Figures> {
    const now = this.#clock.monotonic();
    for (const [key, { expiresAtMs }] of this.#entries) if (expiresAtMs <= now) this.#entries.delete(key);
    const key = JSON.stringify([request.orgId, request.selector]);
    const known = this.#entries.get(key);
    if (known) return known.figures;
    const figures = readFigures(db, { ...request, nowMs: this.#clock.now() });
    this.#entries.set(key, { figures, expiresAtMs: now + TTL_MS });
    const oldest = this.#entries.size > ENTRIES_MAX ? this.#entries.keys().next().value : undefined;
    if (oldest !== undefined) this.#entries.delete(oldest);
    figures.catch(() => this.#entries.delete(key));
    return figures;
  }
}
