import type { Selector } from "@vedette/contract/targets/selectors.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type FiguresRequest, readFigures, type TelemetryFigures } from "./read-figures.ts";

/** Age of figures that are returned. */
const TTL_MS = 10_000;

/** Uptimes are used again for a minute, so figures are kept for as long. */
const UNUSED_MS = 60_000;

/** TelemetryFigures of 10,000 targets take 20 MB. */
const ENTRIES_MAX = 8;

/** `limit` is the selector of the caller's key, which the database of the read applies; null if it has none. */
export type FiguresQuery = Omit<FiguresRequest, "clock"> & { limit: Selector | null };

/** `readAtMs` is by the monotonic clock. */
export type CachedFigures = TelemetryFigures & { readAtMs: number };
type Entry = { figures: Promise<CachedFigures>; readAtMs: number; timer: NodeJS.Timeout };

/** The newest figures by organization and selector, for a few seconds: requests for the same ones share a read. */
export class FiguresCache {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** With `isNew`, reads even if figures are known. */
  read(db: Db, query: FiguresQuery, { isNew = false } = {}): Promise<CachedFigures> {
    const { orgId, limit, selector } = query;
    const nowMs = this.#clock.monotonic();
    const key = JSON.stringify([orgId, limit, selector]);
    const known = this.#entries.get(key);
    if (known && !isNew && nowMs - known.readAtMs < TTL_MS) return known.figures;
    const figures = this.#load(db, query, known);
    this.#put(key, { figures, readAtMs: nowMs });
    return figures;
  }

  async #load(db: Db, query: FiguresQuery, known: Entry | undefined): Promise<CachedFigures> {
    const readAtMs = this.#clock.monotonic();
    const previous = (await known?.figures.catch(() => null)) ?? null;
    return { ...(await readFigures(db, { ...query, clock: this.#clock }, previous)), readAtMs };
  }

  #put(key: string, { figures, readAtMs }: Omit<Entry, "timer">): void {
    this.#remove(key);
    if (this.#entries.size >= ENTRIES_MAX) {
      const [oldest = key] = this.#entries.keys();
      this.#remove(oldest);
    }
    const timer = setTimeout(() => this.#remove(key), UNUSED_MS).unref();
    this.#entries.set(key, { figures, readAtMs, timer });
    figures.catch(() => {
      if (this.#entries.get(key)?.figures === figures) this.#remove(key);
    });
  }

  #remove(key: string): void {
    clearTimeout(this.#entries.get(key)?.timer);
    this.#entries.delete(key);
  }
}
