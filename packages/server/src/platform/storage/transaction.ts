import type { PoolClient } from "pg";
import type { Db } from "./database.ts";
import { isConnectionDoubtful } from "./database-errors.ts";
import { type Sql, sql } from "./sql.ts";
import { execute, executeTogether, sequentially, statements } from "./statement.ts";

/**
 * A transaction on a connection of the pool. Deferred statements wait for the next one whose result is needed, and `begin`
 * is the first of them: each message to PostgreSQL wakes two processes, which costs more than most statements do.
 */
export class Transaction {
  /** Rejects statements after the end. */
  readonly db: Db;
  readonly #client: PoolClient;
  readonly #sendNext = sequentially((together: readonly Sql[]) => this.#send(together));
  #deferred: Sql[] = [sql`begin`];
  #isBegun = false;
  #isOpen = true;
  /** The state of the connection is unknown after an error. */
  #isBroken = false;

  constructor(client: PoolClient) {
    this.#client = client;
    this.db = statements(
      async (statement) => {
        this.#assertOpen();
        return this.#run(statement);
      },
      async (statement) => {
        this.#assertOpen();
        this.#deferred.push(statement);
      },
    );
  }

  async commit(): Promise<void> {
    this.#isOpen = false;
    if (!this.#isBegun && this.#deferred.length === 1) return;
    const { command } = await this.#run(sql`commit`);
    // PostgreSQL responds to COMMIT of a failed transaction with ROLLBACK, without an error.
    if (command !== "COMMIT") throw new Error("the transaction had failed: nothing was committed");
  }

  /** Returns whether the connection can be used again. If it is discarded, the server rolls back on its own. */
  async rollBack(): Promise<boolean> {
    this.#isOpen = false;
    this.#deferred = [];
    if (this.#isBegun && !this.#isBroken) await this.#run(sql`rollback`).catch(() => undefined);
    return !this.#isBroken;
  }

  #assertOpen(): void {
    if (!this.#isOpen) throw new Error("a statement was run on a transaction that has ended");
  }

  #run(statement: Sql) {
    this.#isBegun = true;
    const deferred = this.#deferred;
    this.#deferred = [];
    return this.#sendNext([...deferred, statement]);
  }

  async #send(together: readonly Sql[]) {
    const [only] = together;
    try {
      return await (only && together.length === 1
        ? execute(this.#client, only)
        : executeTogether(this.#client, together));
    } catch (error) {
      this.#isBroken ||= isConnectionDoubtful(error);
      throw error;
    }
  }
}
