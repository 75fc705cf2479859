/**
 * How many connections of a pool may be in use: one, and one more for each time that statements had to wait without a break. A
 * connection is a process of PostgreSQL with copies of catalog and plans, 5 MB, and most statements take less time than opening one.
 */
export class ConnectionLimit {
  readonly #max: number;
  readonly #waitMaxMs: number;
  /** In the order of arrival. */
  readonly #waiting: Waiting[] = [];
  #allowed = 1;
  #used = 0;
  #raising: NodeJS.Timeout | undefined;

  constructor(max: number, waitMaxMs: number) {
    this.#max = max;
    this.#waitMaxMs = waitMaxMs;
  }

  /**
   * Resolves when the caller may take a connection, which must call `leave` when it has returned it. Rejects like the pool
   * if none becomes free.
   */
  enter(): Promise<void> {
    if (this.#used < this.#allowed) {
      this.#used += 1;
      return Promise.resolve();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { resolve, deadline: setTimeout(() => this.#giveUp(waiting, reject), this.#waitMaxMs) };
    this.#waiting.push(waiting);
    this.#raising ??= setTimeout(() => this.#raise(), RAISE_AFTER_MS);
    return promise;
  }

  leave(): void {
    this.#used -= 1;
    this.#admit();
  }

  /** Called when the pool has closed a connection and has `open` left. */
  lower(open: number): void {
    this.#allowed = Math.max(1, this.#used, Math.min(open, this.#allowed));
  }

  #raise(): void {
    this.#raising = undefined;
    this.#allowed = Math.min(this.#max, this.#allowed + 1);
    this.#admit();
    if (this.#waiting.length > 0) this.#raising = setTimeout(() => this.#raise(), RAISE_AFTER_MS);
  }

  #admit(): void {
    while (this.#used < this.#allowed) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      clearTimeout(next.deadline);
      this.#used += 1;
      next.resolve();
    }
    this.#endRaising();
  }

  #giveUp(waiting: Waiting, reject: (error: Error) => void): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    this.#endRaising();
    reject(new Error("timeout exceeded when trying to connect"));
  }

  #endRaising(): void {
    if (this.#waiting.length > 0) return;
    clearTimeout(this.#raising);
    this.#raising = undefined;
  }
}

type Waiting = { resolve: () => void; deadline: NodeJS.Timeout };

/** A new connection takes some 10 ms of processor time, until it has read what its first statements need of the catalog. */
const RAISE_AFTER_MS = 25;
