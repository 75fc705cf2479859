import type { Clock } from "../../../platform/kernel/clock.ts";

/** The acknowledgement methods of an in-flight message. */
export type InFlightMessage = { ack(): void; nak(delayMs?: number): void; working(): void };

/**
 * The in-flight messages whose work is not reported yet. A message is acknowledged after all of its work is
 * reported. Until then its ack deadline is extended every few seconds, so NATS redelivers it soon after this
 * process dies and not earlier. Work counts once, however often its message is delivered.
 */
export type NatsDeliveries<T> = {
  /** Adds a message and returns those of its work items that are new here. */
  open(message: InFlightMessage, works: readonly DeliveredWork<T>[]): T[];
  /** Marks work as reported, after the reports are stored. */
  complete(names: readonly string[]): void;
  /**
   * Removes a work item that is handed to another taker; `settle` marks it as done. Returns null if it is not
   * here.
   */
  detach(name: string): { work: T; settle(): void } | null;
  find(name: string): T | null;
  /** Extends the ack deadline of all in-flight messages. */
  extendDeadlines(): void;
  /** Returns all messages to NATS. */
  release(): void;
  count(matches: (work: T) => boolean): number;
  /** Number of work items in flight. */
  readonly size: number;
};

export type DeliveredWork<T> = {
  name: string;
  work: T;
  /** Time after which the work has expired; epoch milliseconds. */
  expiresAtMs: number;
};

type Open<T> = { message: InFlightMessage; works: Map<string, T>; expiresAtMs: number };

export function createNatsDeliveries<T>(clock: Clock): NatsDeliveries<T> {
  const byWork = new Map<string, Open<T>>();
  const all = new Set<Open<T>>();

  function close(open: Open<T>): void {
    all.delete(open);
    for (const name of open.works.keys()) if (byWork.get(name) === open) byWork.delete(name);
  }

  function settle(open: Open<T>, name: string): void {
    open.works.delete(name);
    if (open.works.size > 0 || !all.delete(open)) return;
    open.message.ack();
  }

  return {
    open(message, works) {
      const fresh = works.filter(({ name }) => !byWork.has(name));
      const open: Open<T> = {
        message,
        works: new Map(works.map(({ name, work }) => [name, work])),
        expiresAtMs: Math.max(...works.map(({ expiresAtMs }) => expiresAtMs)),
      };
      all.add(open);
      for (const { name } of works) {
        // NATS redelivered the same work as this message, so this one is acknowledged instead.
        const before = byWork.get(name);
        before?.works.delete(name);
        if (before?.works.size === 0) all.delete(before);
        byWork.set(name, open);
      }
      return fresh.map(({ work }) => work);
    },
    complete(names) {
      for (const name of names) {
        const open = byWork.get(name);
        if (!open) continue;
        byWork.delete(name);
        settle(open, name);
      }
    },
    detach(name) {
      const open = byWork.get(name);
      const work = open?.works.get(name);
      if (!open || work === undefined) return null;
      byWork.delete(name);
      return { work, settle: () => settle(open, name) };
    },
    find: (name) => byWork.get(name)?.works.get(name) ?? null,
    extendDeadlines() {
      const nowMs = clock.now();
      for (const open of [...all]) {
        if (open.expiresAtMs < nowMs) close(open);
        else open.message.working();
      }
    },
    release() {
      for (const open of [...all]) {
        close(open);
        open.message.nak();
      }
    },
    count(matches) {
      let count = 0;
      for (const [name, { works }] of byWork) {
        const work = works.get(name);
        if (work !== undefined && matches(work)) count += 1;
      }
      return count;
    },
    get size() {
      return byWork.size;
    },
  };
}
