import type { RunnerThreadData } from "./runner-thread.ts";
import { type OnDeath, startThread } from "./start-thread.ts";
import type { Thread } from "./thread-control.ts";

/**
 * Runner threads that load their programs while the main thread loads its own and opens the database, which they do not need.
 * The engine takes them over at its first start.
 */
export class EarlyRunners {
  readonly #starting: readonly Promise<Thread>[];
  #death: { error: unknown } | null = null;
  #onDeath: OnDeath | null = null;

  constructor(datas: readonly RunnerThreadData[]) {
    const onDeath: OnDeath = (name, error) => {
      this.#death ??= { error };
      this.#onDeath?.(name, error);
    };
    this.#starting = datas.map((data) => startThread("runner", data, onDeath));
    // Thrown where they are taken.
    for (const starting of this.#starting) starting.catch(() => undefined);
  }

  /** The threads, from now on of the caller, who stops them. `onDeath` is called for each that dies from now on. */
  take(onDeath: OnDeath): Promise<Thread>[] {
    this.#onDeath = onDeath;
    return this.#starting.map(async (starting) => {
      const thread = await starting;
      if (this.#death !== null) throw this.#death.error;
      return thread;
    });
  }

  /** Ends the threads, unless they were taken. */
  async stop(): Promise<void> {
    if (this.#onDeath !== null) return;
    const started = await Promise.allSettled(this.#starting);
    const threads = started.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    await Promise.all(threads.map((thread) => thread.stop(0)));
  }
}
