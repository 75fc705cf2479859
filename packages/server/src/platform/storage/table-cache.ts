import { errorFacts, type Logger } from "../kernel/logger.ts";
import type { Database, Db } from "./database.ts";

/**
 * How the rows of a table are read. `list` reads a small table whole, at every change. A large one has
 * revisions, which change with every update of a row, and `find` reads only the rows that changed.
 */
export type TableSource<Row> = {
  database: Database;
  log: Logger;
  /** Channel of NOTIFY. An empty payload announces that any row may have changed. */
  channel: string;
  /** Name of the log event of a failed read. */
  failedEvent: string;
  compareIntervalMs?: number;
  idOf(row: Row): string;
  /** Key under which `group` returns a row. */
  groupOf?(row: Row): string;
  /** Returns the id of the row that changed, or null if it is not cached here. The default is the payload. */
  readPayload?(payload: string): string | null;
  onStored?(row: Row, before: Row | undefined): void;
  /** Called for each row that is no longer in the table. */
  onRemoved?(row: Row): void;
  /** Called after rows were read because they changed. */
  onRefreshed?(): void;
} & (
  | { list(): Promise<readonly Row[]> }
  | {
      listRevisions(): Promise<readonly { id: string; revision: number }[]>;
      revisionOf(row: Row): number;
      /** Rows that are left out are removed. */
      find(db: Db, ids: readonly string[]): Promise<readonly Row[]>;
      /** Whether a row that `listRevisions` leaves out is removed. The default is yes. */
      isCompared?(id: string): boolean;
    }
);

const COMPARE_INTERVAL_MS = 10_000;
/** Changes that arrive within this time are read together. */
const GATHER_MS = 10;
const FIND_MAX = 1_000;

/**
 * Rows of a table in memory. A notification announces each change at once; a comparison at an interval and
 * after every reconnection finds missed ones. A failed read keeps the old rows until the next comparison.
 */
export class TableCache<Row> {
  readonly #source: TableSource<Row>;
  readonly #rows = new Map<string, Row>();
  readonly #groups = new Map<string, Map<string, Row>>();
  readonly #changedIds = new Set<string>();
  #gathering: NodeJS.Timeout | undefined;
  #comparing: NodeJS.Timeout | undefined;
  #endListening: (() => Promise<void>) | undefined;

  constructor(source: TableSource<Row>) {
    this.#source = source;
  }

  get rows(): ReadonlyMap<string, Row> {
    return this.#rows;
  }

  /** Resolves when all rows are loaded; throws if they cannot be read. */
  async start(): Promise<void> {
    const { database, channel, compareIntervalMs = COMPARE_INTERVAL_MS } = this.#source;
    // Before the rows are read, so that no change is missed.
    this.#endListening = await database.listen(channel, (payload) => this.#onNotification(payload));
    try {
      await this.#compare();
    } catch (error) {
      await this.stop();
      throw error;
    }
    this.#comparing = setInterval(() => this.#attempt(this.#compare()), compareIntervalMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#comparing);
    clearTimeout(this.#gathering);
    await this.#endListening?.();
  }

  /** Returns the rows of a group by id; undefined if there are none. */
  group(key: string): ReadonlyMap<string, Row> | undefined {
    return this.#groups.get(key);
  }

  /** Reads some rows again, for callers that know of a change earlier. `db` may be their transaction. */
  async refresh(ids: readonly string[], db: Db = this.#source.database): Promise<void> {
    const source = this.#source;
    if ("list" in source) return this.#compare();
    for (let at = 0; at < ids.length; at += FIND_MAX) {
      const missing = new Set(ids.slice(at, at + FIND_MAX));
      for (const row of await source.find(db, [...missing])) {
        missing.delete(source.idOf(row));
        this.store(row);
      }
      this.#remove(missing);
    }
    if (ids.length > 0) source.onRefreshed?.();
  }

  /** Adds a row that the caller has read. */
  store(row: Row): void {
    const id = this.#source.idOf(row);
    const before = this.forget(id);
    this.#rows.set(id, row);
    const key = this.#source.groupOf?.(row);
    if (key !== undefined) this.#groups.set(key, (this.#groups.get(key) ?? new Map()).set(id, row));
    this.#source.onStored?.(row, before);
  }

  /** Removes a row from memory, whether or not it is in the table, and returns it. */
  forget(id: string): Row | undefined {
    const row = this.#rows.get(id);
    if (row === undefined) return undefined;
    this.#rows.delete(id);
    const key = this.#source.groupOf?.(row);
    if (key === undefined) return row;
    const group = this.#groups.get(key);
    group?.delete(id);
    if (group?.size === 0) this.#groups.delete(key);
    return row;
  }

  #remove(ids: Iterable<string>): void {
    for (const id of ids) {
      const row = this.forget(id);
      if (row !== undefined) this.#source.onRemoved?.(row);
    }
  }

  #onNotification(payload: string): void {
    if (payload === "") {
      this.#attempt(this.#compare());
      return;
    }
    const { readPayload = (id) => id } = this.#source;
    const id = readPayload(payload);
    if (id === null) return;
    this.#changedIds.add(id);
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      const ids = [...this.#changedIds];
      this.#changedIds.clear();
      this.#attempt(this.refresh(ids));
    }, GATHER_MS);
  }

  async #compare(): Promise<void> {
    const source = this.#source;
    const missing = new Set(this.#rows.keys());
    if ("list" in source) {
      for (const row of await source.list()) {
        missing.delete(source.idOf(row));
        this.store(row);
      }
      this.#remove(missing);
      return;
    }
    const stale: string[] = [];
    for (const { id, revision } of await source.listRevisions()) {
      missing.delete(id);
      const row = this.#rows.get(id);
      if (row === undefined || source.revisionOf(row) !== revision) stale.push(id);
    }
    for (const id of missing) if (this.#rows.has(id) && source.isCompared?.(id) !== false) stale.push(id);
    await this.refresh(stale);
  }

  #attempt(reading: Promise<void>): void {
    reading.catch((error: unknown) => this.#source.log.warn(this.#source.failedEvent, errorFacts(error)));
  }
}
