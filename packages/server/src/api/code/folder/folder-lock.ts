import type { Database, DbSession } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** Of several processes with the same folder, the one that applies it. Another takes over when its connection ends. */
export class FolderLock {
  readonly #database: Database;
  #session: DbSession | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns whether this process holds the lock now. */
  async hold(): Promise<boolean> {
    if (this.#session) return true;
    const session = await this.#database.session(() => {
      this.#session = null;
    });
    const row = await session.find<{ locked: boolean }>(
      sql`select pg_try_advisory_lock(hashtextextended('folder of monitoring as code', 0)) as locked`,
    );
    if (row?.locked) this.#session = session;
    else await session.close();
    return row?.locked === true;
  }

  async release(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    await session?.close();
  }
}
