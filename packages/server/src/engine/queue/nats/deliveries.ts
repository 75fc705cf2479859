import type { Clock } from "../../../platform/kernel/clock.ts";

/** The acknowledgement methods of an in-flight message. */
export type InFlightMessage = { ack(): void; nak(delayMs?: number): void; working(): void };

export type DeliveredWork<T> = {
  name: string;
  work: T;
  /** Time after which the work has expired; epoch milliseconds. */
  expiresAtMs: number;
};

type Open<T> = { message: InFlightMessage; works: Map<string, T>; expiresAtMs: number };

/**
 * The in-flight messages whose work is not reported yet. A message is acknowledged after all of its work is
 * reported. Until then its ack deadline is extended every few seconds, so NATS redelivers it soon after this
 * process dies and not earlier. Work counts once, however often its message is delivered.
 */
export class NatsDeliveries<T> {
  readonly #clock: Clock;
  readonly #byWork = new Map<string, Open<T>>();
  readonly #all = new Set<Open<T>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Number of work items in flight. */
  get size(): number {
    return this.#byWork.size;
  }

  /** Adds a message and returns those of its work items that are new here. */
  open(message: InFlightMessage, works: readonly DeliveredWork<T>[]): T[] {
    const fresh = works.filter(({ name }) => !this.#byWork.has(name));
    const open: Open<T> = {
      message,
      works: new Map(works.map(({ name, work }) => [name, work])),
      expiresAtMs: Math.max(...works.map(({ expiresAtMs }) => expiresAtMs)),
    };
    this.#all.add(open);
    for (const { name } of works) {
      // NATS redelivered the same work as this message, so this one is acknowledged instead.
      const before = this.#byWork.get(name);
      before?.works.delete(name);
      if (before?.works.size === 0) this.#all.delete(before);
      this.#byWork.set(name, open);
    }
    return fresh.map(({ work }) => work);
  }

  /** Marks work as reported, after the reports are stored. */
  complete(names: readonly string[]): void {
    for (const name of names) {
      const open = this.#byWork.get(name);
      if (!open) continue;
      this.#byWork.delete(name);
      this.#settle(open, name);
    }
  }

  /**
   * Removes a work item that is handed to another taker; `settle` marks it as done. Returns null if it is not
   * here.
   */
  detach(name: string): { work: T; settle(): void } | null {
    const open = this.#byWork.get(name);
    const work = open?.works.get(name);
    if (!open || work === undefined) return null;
    this.#byWork.delete(name);
    return { work, settle: () => this.#settle(open, name) };
  }

  find(name: string): T | null {
    return this.#byWork.get(name)?.works.get(name) ?? null;
  }

  count(matches: (work: T) => boolean): number {
    let count = 0;
    for (const [name, { works }] of this.#byWork) {
      const work = works.get(name);
      if (work !== undefined && matches(work)) count += 1;
    }
    return count;
  }

  /** Extends the ack deadline of all in-flight messages. */
  extendDeadlines(): void {
    const nowMs = this.#clock.now();
    for (const open of [...this.#all]) {
      if (open.expiresAtMs < nowMs) this.#close(open);
      else open.message.working();
    }
  }

  /** Returns all messages to NATS. */
  release(): void {
    for (const open of [...this.#all]) {
      this.#close(open);
      open.message.nak();
    }
  }

  #close(open: Open<T>): void {
    this.#all.delete(open);
    for (const name of open.works.keys()) if (this.#byWork.get(name) === open) this.#byWork.delete(name);
  }

  #settle(open: Open<T>, name: string): void {
    open.works.delete(name);
    if (open.works.size > 0 || !this.#all.delete(open)) return;
    open.message.ack();
  }
}
