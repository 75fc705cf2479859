import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type FiguresRequest, readFigures, type TelemetryFigures } from "./read-figures.ts";

/** Age of figures that are returned. Less than the scrape interval, so that each scrape gets other ones. */
const TTL_MS = 10_000;

/** From this number of targets on, figures that are requested again and again are read before the next request. */
const READ_AHEAD_TARGETS_MIN = 1_000;

/** Leaves two seconds for the read before the figures are too old. */
const READ_AHEAD_AFTER_MS = 8_000;

/** TelemetryFigures are dropped this long after their last request: more than the longest usual scrape interval. */
const UNUSED_MS = 150_000;

/** TelemetryFigures of 10,000 targets take 20 MB. */
const ENTRIES_MAX = 8;

type Request = Omit<FiguresRequest, "nowMs">;
type Entry = { figures: Promise<TelemetryFigures>; readAtMs: number; requestedAtMs: number };

/**
 * The newest figures by organization and selector, for a few seconds: requests for the same ones share a read. TelemetryFigures of
 * many targets are read ahead while they are requested, because reading those of 10,000 targets takes longer than a
 * request may.
 */
export class FiguresCache {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  read(db: Db, request: Request): Promise<TelemetryFigures> {
    const nowMs = this.#clock.monotonic();
    const key = JSON.stringify([request.orgId, request.selector]);
    const known = this.#entries.get(key);
    if (known) known.requestedAtMs = nowMs;
    if (known && nowMs - known.readAtMs < TTL_MS) return known.figures;
    this.#makeRoom(nowMs);
    const figures = this.#load(db, request, known);
    this.#put(db, request, { key, entry: { figures, readAtMs: nowMs, requestedAtMs: nowMs } });
    return figures;
  }

  async #load(db: Db, request: Request, known: Entry | undefined): Promise<TelemetryFigures> {
    const previous = (await known?.figures.catch(() => null)) ?? null;
    return readFigures(db, { ...request, nowMs: this.#clock.now() }, previous);
  }

  #put(db: Db, request: Request, { key, entry }: { key: string; entry: Entry }): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const isCurrent = () => this.#entries.get(key) === entry;
    entry.figures.then(
      ({ targets }) => {
        if (targets.length < READ_AHEAD_TARGETS_MIN || !isCurrent()) return;
        setTimeout(() => {
          if (isCurrent()) void this.#readAhead(db, request, { key, entry });
        }, READ_AHEAD_AFTER_MS).unref();
      },
      () => {
        if (isCurrent()) this.#entries.delete(key);
      },
    );
  }

  /** Until the new figures are read, requests get the old ones. After a failure, the next request reads. */
  async #readAhead(db: Db, request: Request, { key, entry }: { key: string; entry: Entry }): Promise<void> {
    const nowMs = this.#clock.monotonic();
    if (nowMs - entry.requestedAtMs > UNUSED_MS) {
      this.#entries.delete(key);
      return;
    }
    const figures = await this.#load(db, request, entry).catch(() => null);
    if (figures === null || this.#entries.get(key) !== entry) return;
    const { requestedAtMs } = entry;
    this.#put(db, request, {
      key,
      entry: { figures: Promise.resolve(figures), readAtMs: nowMs, requestedAtMs },
    });
  }

  #makeRoom(nowMs: number): void {
    for (const [key, { requestedAtMs }] of this.#entries) {
      const isUnused = nowMs - requestedAtMs > UNUSED_MS;
      if (isUnused || this.#entries.size >= ENTRIES_MAX) this.#entries.delete(key);
    }
  }
}
