import type { NatsLink } from "./connection.ts";
import { compressed, parsed } from "./wire.ts";

export type CoreFeedDeps<T> = {
  link: NatsLink;
  subject: string;
  /** Identifies this process. */
  self: string;
  /** Bounds one message to about 100 kB, a tenth of the maximum payload. */
  perMessageMax: number;
  /** Delivers items within this process. */
  deliver: (items: readonly T[]) => void;
};

/** Sends items to every process over core NATS. A process that is not connected misses them. */
export class CoreFeed<T> {
  readonly #deps: CoreFeedDeps<T>;
  #isListening = false;

  constructor(deps: CoreFeedDeps<T>) {
    this.#deps = deps;
  }

  publish(items: readonly T[]): void {
    const { link, subject, self, perMessageMax, deliver } = this.#deps;
    if (items.length === 0) return;
    deliver(items);
    if (!link.isConnected()) return;
    for (let at = 0; at < items.length; at += perMessageMax)
      link.nc.publish(subject, compressed({ self, items: items.slice(at, at + perMessageMax) }));
  }

  /** Receives the items of other processes from now on. */
  listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    const { link, subject, self, deliver } = this.#deps;
    link.nc.subscribe(subject, {
      callback(error, message) {
        const received = error ? null : parsed<{ self: string; items: readonly T[] }>(message.data);
        if (received && received.self !== self) deliver(received.items);
      },
    });
  }
}
