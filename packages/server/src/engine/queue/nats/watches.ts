import type { Msg, Subscription } from "@nats-io/transport-node";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { WatchCounts } from "../watch-counts.ts";
import type { NatsLink } from "./connection.ts";
import { parsed } from "./wire.ts";

/** `self` identifies the publishing process. */
type WatchChange = { self: string; on: string[]; off: string[] };

export type WatchesDeps = {
  link: NatsLink;
  subject: string;
  self: string;
  clock: Pick<Clock, "monotonic">;
  /** Set for a process that publishes no events and so does not need to know the viewers. */
  isDeaf: boolean;
};

const PUBLISH_INTERVAL_MS = 5_000;
const FORGET_AFTER_MS = 15_000;
/** Ids in one message: about 160 kB. */
const IDS_PER_MESSAGE_MAX = 4_000;

/**
 * Which organizations have a live viewer in any process. Each process publishes its changes immediately and
 * its full list every few seconds; an entry that is not repeated for a while has ended with its process.
 */
export class Watches {
  readonly #deps: WatchesDeps;
  readonly #own = new WatchCounts((orgId, isWatched) =>
    this.#publish(isWatched ? { on: [orgId], off: [] } : { on: [], off: [orgId] }),
  );
  /** Until when each process counts as watching an organization. */
  readonly #others = new Map<string, Map<string, number>>();
  readonly #subscription: Subscription | null;
  readonly #timer: NodeJS.Timeout;

  constructor(deps: WatchesDeps) {
    this.#deps = deps;
    const callback = (error: Error | null, message: Msg) => {
      if (!error) this.#receive(parsed<WatchChange>(message.data));
    };
    this.#subscription = deps.isDeaf ? null : deps.link.nc.subscribe(deps.subject, { callback });
    // A process that started in the meantime has received nothing yet.
    deps.link.onReconnect(() => this.#publishAll());
    this.#timer = setInterval(() => this.#publishAll(), PUBLISH_INTERVAL_MS);
  }

  watch(orgId: string): () => void {
    return this.#own.add(orgId);
  }

  isWatched(orgId: string): boolean {
    if (this.#own.has(orgId)) return true;
    const nowMs = this.#deps.clock.monotonic();
    return [...(this.#others.get(orgId)?.values() ?? [])].some((untilMs) => untilMs >= nowMs);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#subscription?.unsubscribe();
  }

  #publish(change: { on: string[]; off: string[] }): void {
    const { link, subject, self } = this.#deps;
    if (link.isConnected())
      link.nc.publish(subject, JSON.stringify({ self, ...change } satisfies WatchChange));
  }

  #publishAll(): void {
    const all = this.#own.orgIds();
    for (let at = 0; at < all.length; at += IDS_PER_MESSAGE_MAX)
      this.#publish({ on: all.slice(at, at + IDS_PER_MESSAGE_MAX), off: [] });
    const nowMs = this.#deps.clock.monotonic();
    for (const [orgId, by] of this.#others) {
      for (const [id, untilMs] of by) if (untilMs < nowMs) by.delete(id);
      if (by.size === 0) this.#others.delete(orgId);
    }
  }

  #receive(received: WatchChange | null): void {
    if (received === null || received.self === this.#deps.self) return;
    const untilMs = this.#deps.clock.monotonic() + FORGET_AFTER_MS;
    for (const orgId of received.on) {
      const by = this.#others.get(orgId) ?? new Map<string, number>();
      this.#others.set(orgId, by.set(received.self, untilMs));
    }
    for (const orgId of received.off) this.#others.get(orgId)?.delete(received.self);
  }
}
