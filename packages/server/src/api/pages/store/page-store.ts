import { createHash } from "node:crypto";
import type { PageAddresses } from "../../../pipeline/status-pages/page-url.ts";
import type { ServedPage } from "../../../pipeline/status-pages/served-queries.ts";
import { readSnapshot } from "../../../pipeline/status-pages/snapshot/read-snapshot.ts";
import type { PageSnapshot } from "../../../pipeline/status-pages/snapshot/snapshot.ts";
import type { PageHistory } from "../../../pipeline/status-pages/snapshot/snapshot-request.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { Copies } from "./copies.ts";
import { createTurns } from "./turns.ts";
import { withDeadline } from "./with-deadline.ts";

/**
 * What pages show, in memory: a snapshot of each page that is requested, and the responses rendered from it. A page is
 * answered from memory also while the database does not answer.
 */

/** A target that goes down is on the page after this time at most. */
const FRESH_MS = 5_000;
/** A visitor waits this long for newer data; then the last copy is sent, which says how old it is. */
const WAIT_MS = 1_500;
/** Without a copy there is nothing else to send. */
const FIRST_WAIT_MS = 10_000;
/** How long no visitor waits for a database that did not answer. */
const RETRY_MS = 5_000;
/** The memory of a page that is not requested is freed. */
const IDLE_MS = 900_000;
const TICK_MS = 1_000;
/** Each reads with one connection of the pool, which requests of the API need too. */
const READS_AT_ONCE = 2;

export type PageVersion = {
  snapshot: PageSnapshot;
  /** Changes if what visitors see changes, apart from the time of the reading. */
  version: string;
  copies: Copies;
};

type Entry = {
  page: ServedPage;
  current: PageVersion | null;
  history: PageHistory | null;
  /** Whether something changed since the current snapshot was read. */
  isDirty: boolean;
  reading: Promise<void> | null;
  /** Until then visitors get the last copy at once, because the database did not answer. */
  retryAtMs: number;
  askedAt: number;
  listeners: Set<(version: string) => void>;
};

export type PageStoreDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  secret: string;
  addresses: PageAddresses;
};

export class PageStore {
  readonly #deps: PageStoreDeps;
  readonly #entries = new Map<string, Entry>();
  readonly #inTurn = createTurns(READS_AT_ONCE);
  readonly #ticking: NodeJS.Timeout;

  constructor(deps: PageStoreDeps) {
    this.#deps = deps;
    this.#ticking = setInterval(() => this.#tick(), TICK_MS);
    this.#ticking.unref();
  }

  stop(): void {
    clearInterval(this.#ticking);
  }

  /** Makes the next request read the page again. */
  invalidate(page: ServedPage): void {
    const entry = this.#entries.get(page.id);
    if (!entry) return;
    entry.page = page;
    entry.isDirty = true;
    if (entry.listeners.size > 0) void this.#read(entry);
  }

  /** Returns the newest version within a deadline, or the last one. Throws if there is none. */
  async get(page: ServedPage): Promise<PageVersion> {
    const ready = this.find(page);
    if (ready) return ready;
    const entry = this.#entryOf(page);
    const nowMs = this.#deps.clock.now();
    const isInTime = await withDeadline(this.#read(entry), entry.current ? WAIT_MS : FIRST_WAIT_MS);
    if (!isInTime) entry.retryAtMs = nowMs + RETRY_MS;
    if (!entry.current) throw new PageUnavailableError();
    return entry.current;
  }

  /** Returns the version that a visitor gets without waiting; null if it has to be read first. */
  find(page: ServedPage): PageVersion | null {
    const entry = this.#entryOf(page);
    const { current } = entry;
    const nowMs = this.#deps.clock.now();
    entry.askedAt = nowMs;
    if (!current) return null;
    if (nowMs < entry.retryAtMs) return current;
    if (entry.isDirty || nowMs >= current.snapshot.nextChangeMs) return null;
    const ageMs = nowMs - current.snapshot.asOfMs;
    if (ageMs >= 2 * FRESH_MS) return null;
    // A page that is often requested is answered at once; its copy is at most as old as the interval of requests.
    if (ageMs >= FRESH_MS) void this.#read(entry);
    return current;
  }

  /** Calls `listener` with each new version of the page until the returned function is called. */
  listen(page: ServedPage, listener: (version: string) => void): () => void {
    const entry = this.#entryOf(page);
    entry.listeners.add(listener);
    return () => void entry.listeners.delete(listener);
  }

  #entryOf(page: ServedPage): Entry {
    const known = this.#entries.get(page.id);
    if (known) {
      if (known.page !== page) {
        known.page = page;
        known.isDirty = true;
      }
      return known;
    }
    const entry: Entry = {
      ...{ page, current: null, history: null, isDirty: true, reading: null, retryAtMs: 0 },
      askedAt: this.#deps.clock.now(),
      listeners: new Set(),
    };
    this.#entries.set(page.id, entry);
    return entry;
  }

  /** Reads the page, or joins the reading that has begun; failures are logged. */
  #read(entry: Entry): Promise<void> {
    entry.reading ??= this.#inTurn(() => this.#readNow(entry)).finally(() => {
      entry.reading = null;
    });
    return entry.reading;
  }

  async #readNow(entry: Entry): Promise<void> {
    const { database, clock, log, secret, addresses } = this.#deps;
    const { page, history } = entry;
    entry.isDirty = false;
    try {
      const request = { page, addresses, secret, nowMs: clock.now(), history };
      const { snapshot, history: next } = await readSnapshot(database, request);
      entry.history = next;
      const version = versionOf(snapshot);
      const isNew = entry.current?.version !== version;
      entry.retryAtMs = 0;
      entry.current = { snapshot, version, copies: new Copies() };
      if (isNew) for (const listener of [...entry.listeners]) listener(version);
    } catch (error) {
      entry.isDirty = true;
      entry.retryAtMs = clock.now() + RETRY_MS;
      log.warn("status_page.read_failed", { page_id: page.id, ...errorFacts(error) });
    }
  }

  /** Reads the pages that are open in browsers, and forgets those that are not requested. */
  #tick(): void {
    const nowMs = this.#deps.clock.now();
    for (const [id, entry] of this.#entries) {
      const { current, listeners, askedAt } = entry;
      if (listeners.size > 0) {
        const dueMs = current
          ? Math.min(current.snapshot.asOfMs + FRESH_MS, current.snapshot.nextChangeMs)
          : 0;
        // A change that came during a reading may not be in what was read.
        const isDue = nowMs >= entry.retryAtMs && (entry.isDirty || nowMs >= dueMs);
        if (isDue) void this.#read(entry);
      } else if (nowMs > askedAt + IDLE_MS) this.#entries.delete(id);
    }
  }
}

/** There is no copy, and the page could not be read in time. */
export class PageUnavailableError extends Error {}

/** Today's bar grows with each reading, and the share of time observed changes with it: neither is news. */
function versionOf({ asOfMs: _asOf, nextChangeMs: _next, components, ...rest }: PageSnapshot): string {
  const shown = components.map(({ days, figures: _figures, responseMs: _response, ...component }) => ({
    ...component,
    today: days?.at(-1)?.worst,
    date: days?.at(-1)?.date,
  }));
  return createHash("sha256")
    .update(JSON.stringify([rest, shown]))
    .digest("base64url")
    .slice(0, 16);
}
