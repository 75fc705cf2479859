import type { Msg } from "@nats-io/transport-node";
import type { NatsLink } from "./connection.ts";
import { parsed } from "./wire.ts";

/**
 * Which organizations have a live viewer in any process. Each process publishes its changes immediately and
 * its full list every few seconds; an entry that is not repeated for a while has ended with its process.
 */
export type Watches = {
  watch(orgId: string): () => void;
  isWatched(orgId: string): boolean;
  close(): void;
};

/** `self` identifies the publishing process. */
type WatchChange = { self: string; on: string[]; off: string[] };

const PUBLISH_INTERVAL_MS = 5_000;
const FORGET_AFTER_MS = 15_000;
/** Ids in one message: about 160 kB. */
const IDS_PER_MESSAGE_MAX = 4_000;

export function createWatches({
  link,
  subject,
  self,
  clock,
  isDeaf,
}: {
  link: NatsLink;
  subject: string;
  self: string;
  clock: { monotonic(): number };
  /** Set for a process that publishes no events and so does not need to know the viewers. */
  isDeaf: boolean;
}): Watches {
  const own = new Map<string, number>();
  /** Until when each process counts as watching an organization. */
  const others = new Map<string, Map<string, number>>();

  function publish(change: { on: string[]; off: string[] }): void {
    if (link.isConnected())
      link.nc.publish(subject, JSON.stringify({ self, ...change } satisfies WatchChange));
  }

  function publishAll(): void {
    const all = [...own.keys()];
    for (let at = 0; at < all.length; at += IDS_PER_MESSAGE_MAX)
      publish({ on: all.slice(at, at + IDS_PER_MESSAGE_MAX), off: [] });
    const nowMs = clock.monotonic();
    for (const [orgId, by] of others) {
      for (const [id, untilMs] of by) if (untilMs < nowMs) by.delete(id);
      if (by.size === 0) others.delete(orgId);
    }
  }

  function add(orgId: string, change: 1 | -1): void {
    const before = own.get(orgId) ?? 0;
    const after = before + change;
    if (after > 0) own.set(orgId, after);
    else own.delete(orgId);
    if (before === 0) publish({ on: [orgId], off: [] });
    if (after === 0) publish({ on: [], off: [orgId] });
  }

  const receive = {
    callback(error: Error | null, message: Msg) {
      if (error) return;
      const received = parsed<WatchChange>(message.data);
      if (received === null || received.self === self) return;
      const untilMs = clock.monotonic() + FORGET_AFTER_MS;
      for (const orgId of received.on) {
        const by = others.get(orgId) ?? new Map<string, number>();
        others.set(orgId, by.set(received.self, untilMs));
      }
      for (const orgId of received.off) others.get(orgId)?.delete(received.self);
    },
  };
  const subscription = isDeaf ? null : link.nc.subscribe(subject, receive);
  // A process that started in the meantime has received nothing yet.
  link.onReconnect(publishAll);
  const timer = setInterval(publishAll, PUBLISH_INTERVAL_MS);

  return {
    watch(orgId) {
      add(orgId, 1);
      let isEnded = false;
      return () => {
        if (!isEnded) add(orgId, -1);
        isEnded = true;
      };
    },
    isWatched(orgId) {
      if (own.has(orgId)) return true;
      const nowMs = clock.monotonic();
      return [...(others.get(orgId)?.values() ?? [])].some((untilMs) => untilMs >= nowMs);
    },
    close() {
      clearInterval(timer);
      subscription?.unsubscribe();
    },
  };
}
