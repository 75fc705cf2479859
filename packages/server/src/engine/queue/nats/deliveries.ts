import type { Clock } from "../../../platform/kernel/clock.ts";

/** What can be said to NATS of a message that is in our hands. */
export type Delivered = { ack(): void; nak(delayMs?: number): void; working(): void };

/**
 * Messages in our hands whose work is not reported yet. A message is acknowledged once all of its work is; until
 * then NATS is told every few seconds that we are at it, so that it goes to somebody else soon after our death
 * and no sooner. One work counts once, however often its message came.
 */
export type Deliveries<T> = {
  /** Takes a message on; gives those of its works that are new here. */
  open(message: Delivered, works: readonly Work<T>[]): T[];
  /** These works are reported, and the reports are safe. */
  done(names: readonly string[]): void;
  /** Lets go of a work that is to be somebody else's; `settle` says that it is. Null where it is not here. */
  detach(name: string): { work: T; settle(): void } | null;
  find(name: string): T | null;
  /** Tells NATS of all messages that we are at them. */
  keep(): void;
  /** Gives all messages back. */
  release(): void;
  count(matches: (work: T) => boolean): number;
  /** Works in our hands. */
  readonly size: number;
};

export type Work<T> = {
  name: string;
  work: T;
  /** When it is not to be waited for any more; epoch milliseconds. */
  givenUpAtMs: number;
};

type Open<T> = { message: Delivered; works: Map<string, T>; givenUpAtMs: number };

export function createDeliveries<T>(clock: Clock): Deliveries<T> {
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
        givenUpAtMs: Math.max(...works.map(({ givenUpAtMs }) => givenUpAtMs)),
      };
      all.add(open);
      for (const { name } of works) {
        // An earlier message with the same work came back as this one, which is to be acknowledged instead.
        const before = byWork.get(name);
        before?.works.delete(name);
        if (before?.works.size === 0) all.delete(before);
        byWork.set(name, open);
      }
      return fresh.map(({ work }) => work);
    },
    done(names) {
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
    keep() {
      const nowMs = clock.now();
      for (const open of [...all]) {
        if (open.givenUpAtMs < nowMs) close(open);
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
