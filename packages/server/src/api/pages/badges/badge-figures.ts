import type { BadgeFigure, BadgeMetric } from "../../../pipeline/badges/badge-figure.ts";
import { BADGE_CHANNEL, findKeyOwner, type KeyOwner } from "../../../pipeline/badges/badge-queries.ts";
import { readTargetFigure } from "../../../pipeline/badges/read-figure.ts";
import type { ServedPages } from "../../../pipeline/status-pages/served-pages.ts";
import type { ServedPage } from "../../../pipeline/status-pages/served-queries.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { type PageStore, PageUnavailableError } from "../store/page-store.ts";
import { createTurns } from "../store/turns.ts";
import { withDeadline } from "../store/with-deadline.ts";

/**
 * The figures of badges, in memory for some seconds, so that a badge on a popular site does not query the database for
 * each of its visitors. While the database does not answer, they are kept for a minute, and are unknown then.
 */

const FRESH_MS = 30_000;
const KEPT_MS = 60_000;
/** Some hundred bytes each. Those that were not requested for longest make room. */
const ENTRIES_MAX = 5_000;
/** Each reads with one connection of the pool, which requests of the API need too. */
const READS_AT_ONCE = 2;
/** Beyond this, a figure is unknown for now: requests with random keys must not queue up. */
const WAITING_MAX = 100;

/** How long a visitor waits for a reading. */
const WAIT_MS = 2_000;
/** How long no badge waits for a database that did not answer. */
const RETRY_MS = 5_000;

type Entry = {
  key: string;
  value: unknown;
  readAtMs: number;
  retryAtMs: number;
  reading: Promise<void> | null;
};

export type BadgeFiguresDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  pages: ServedPages;
  store: PageStore;
};

export class BadgeFigures {
  readonly #deps: BadgeFiguresDeps;
  readonly #entries = new Map<string, Entry>();
  readonly #inTurn = createTurns(READS_AT_ONCE);
  #waiting = 0;
  #endListening: (() => Promise<void>) | null = null;

  constructor(deps: BadgeFiguresDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    this.#endListening = await this.#deps.database.listen(BADGE_CHANNEL, (key) => this.#forget(key));
  }

  async stop(): Promise<void> {
    await this.#endListening?.();
  }

  /** Returns null if the key or the figure is not known. */
  async find(key: string, metric: BadgeMetric): Promise<BadgeFigure> {
    const owner = await this.#findOwner(key);
    if (!owner) return null;
    if (owner.pageSlug !== null) return metric.name === "status" ? this.#findPageStatus(owner) : null;
    const { database, clock } = this.#deps;
    const { target } = owner;
    if (!target) return null;
    const name = "period" in metric ? `${metric.name}/${metric.period}` : metric.name;
    return this.#get({ key, name }, () => readTargetFigure(database, target, { metric, nowMs: clock.now() }));
  }

  /** The published page that the key belongs to; null if there is none. */
  async findPage(key: string): Promise<ServedPage | null> {
    return this.#pageOf(await this.#findOwner(key));
  }

  #findOwner(key: string): Promise<KeyOwner | null> {
    return this.#get({ key, name: "" }, () => findKeyOwner(this.#deps.database, key));
  }

  #pageOf(owner: KeyOwner | null): ServedPage | null {
    const page = owner?.pageSlug == null ? null : this.#deps.pages.findBySlug(owner.pageSlug);
    return page?.published ? page : null;
  }

  /** The page has its own copy in memory. */
  async #findPageStatus(owner: KeyOwner): Promise<BadgeFigure> {
    const page = this.#pageOf(owner);
    if (!page) return null;
    const version = await this.#deps.store.get(page).catch(unlessUnavailable);
    if (!version) return null;
    const { status, isMeasured } = version.snapshot;
    return isMeasured || status !== "operational" ? { type: "status", status } : null;
  }

  /** Returns what was read before, or reads it; null if that fails and nothing recent is known. */
  async #get<T>({ key, name }: { key: string; name: string }, read: () => Promise<T>): Promise<T | null> {
    const { clock } = this.#deps;
    const entry = this.#entryOf(key, name);
    const nowMs = clock.now();
    const isDue = nowMs >= Math.max(entry.readAtMs + FRESH_MS, entry.retryAtMs);
    if (isDue && (entry.reading || this.#waiting < WAITING_MAX)) {
      entry.reading ??= this.#read(entry, read);
      const isInTime = await withDeadline(entry.reading, WAIT_MS);
      if (!isInTime) entry.retryAtMs = clock.now() + RETRY_MS;
    }
    return clock.now() < entry.readAtMs + KEPT_MS ? (entry.value as T) : null;
  }

  async #read<T>(entry: Entry, read: () => Promise<T>): Promise<void> {
    const { clock, log } = this.#deps;
    this.#waiting += 1;
    try {
      entry.value = await this.#inTurn(read);
      entry.readAtMs = clock.now();
    } catch (error) {
      entry.retryAtMs = clock.now() + RETRY_MS;
      log.warn("badge.read_failed", errorFacts(error));
    } finally {
      this.#waiting -= 1;
      entry.reading = null;
    }
  }

  #entryOf(key: string, name: string): Entry {
    const id = `${key} ${name}`;
    const known = this.#entries.get(id);
    if (known) {
      this.#entries.delete(id);
      this.#entries.set(id, known);
      return known;
    }
    const entry = { key, value: null, readAtMs: Number.NEGATIVE_INFINITY, retryAtMs: 0, reading: null };
    if (this.#entries.size >= ENTRIES_MAX) this.#entries.delete(this.#entries.keys().next().value ?? "");
    this.#entries.set(id, entry);
    return entry;
  }

  #forget(key: string): void {
    for (const [id, entry] of this.#entries) if (entry.key === key) this.#entries.delete(id);
  }
}

/** Null while a page can not be read. */
export function unlessUnavailable(error: unknown): null {
  if (error instanceof PageUnavailableError) return null;
  throw error;
}
