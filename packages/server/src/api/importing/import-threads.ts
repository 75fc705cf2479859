import { AppError } from "../../platform/kernel/errors.ts";
import type { ImportPhase } from "./import-api-monitors.ts";
import { type ImportJob, ReadingThread, type ResultOf, type ThreadLimits } from "./reading-thread.ts";

/** Two organizations may import at once; others wait for their turn. */
const THREADS_MAX = 2;
const WAIT_TIMEOUT_MS = 20_000;
const WAITING_MAX = 20;

export type ImportThreadLimits = ThreadLimits & { waitTimeoutMs?: number };

/**
 * Threads that read documents, so that no document delays the requests of others. A thread starts on demand,
 * ends after some idle time, and ends at once if a document takes too long or too much memory.
 */
export class ImportThreads {
  readonly #limits: ImportThreadLimits;
  readonly #idle: ReadingThread[] = [];
  readonly #all = new Set<ReadingThread>();
  readonly #turns: Turns;

  constructor(limits: ImportThreadLimits = {}) {
    this.#limits = limits;
    this.#turns = new Turns(limits.waitTimeoutMs ?? WAIT_TIMEOUT_MS);
  }

  /** Number of running threads. */
  get count(): number {
    return this.#all.size;
  }

  async run<Job extends ImportJob>(job: Job, onPhase: (phase: ImportPhase) => void): Promise<ResultOf<Job>> {
    return this.inTurn(() => {
      const thread = this.#takeThread();
      return thread.run(job, onPhase).finally(() => {
        if (thread.rest()) this.#idle.push(thread);
      });
    });
  }

  /** Runs work that takes as much as reading a document when it is its turn. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    await this.#turns.take();
    try {
      return await work();
    } finally {
      this.#turns.pass();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((thread) => thread.end()));
  }

  #takeThread(): ReadingThread {
    const known = this.#idle.pop();
    if (known) return known;
    const thread = new ReadingThread(this.#limits, () => {
      this.#all.delete(thread);
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    this.#all.add(thread);
    return thread;
  }
}

/** Admits as many imports at once as there are threads. Others wait in order, for a limited time. */
class Turns {
  readonly #waitTimeoutMs: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(waitTimeoutMs: number) {
    this.#waitTimeoutMs = waitTimeoutMs;
  }

  async take(): Promise<void> {
    if (this.#taken < THREADS_MAX) {
      this.#taken += 1;
      return;
    }
    if (this.#waiting.length >= WAITING_MAX) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1);
      reject(busy());
    }, this.#waitTimeoutMs);
    this.#waiting.push(resolve);
    await promise.finally(() => clearTimeout(timer));
  }

  /** Passes a taken turn on to the next in line. */
  pass(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken -= 1;
  }
}

function busy(): AppError {
  return new AppError(
    "SERVICE_UNAVAILABLE",
    "Too many documents are being imported. Try again in a moment.",
    {
      retryAfterSeconds: 10,
    },
  );
}
