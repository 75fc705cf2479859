import type { FastifyReply } from "fastify";
import { AppError } from "../../platform/kernel/errors.ts";
import { startEventStream } from "../routing/start-event-stream.ts";

/** The event streams of visitors: `page` with the version of the page whenever what it shows changes. */

/** Each costs a socket and 20 kB; without a stream a page is refreshed every five minutes. */
const STREAMS_MAX = 2_000;
/** An office behind one address. */
const STREAMS_OF_ADDRESS_MAX = 100;
/** Below the 30 s and 60 s after which proxies close silent connections. */
const HEARTBEAT_MS = 15_000;
const RECONNECT_AFTER_MS = 5_000;
/** A reader that leaves 64 kB unread is disconnected; it reads the page again when it reconnects. */
const UNREAD_BYTES_MAX = 65_536;

export type StreamSource = {
  address: string;
  /** The version at the start, so that a browser that reconnects sees whether it missed a change. */
  version: string;
  listen: (listener: (version: string) => void) => () => void;
  isStillAllowed: () => Promise<boolean>;
};

export class VisitorStreams {
  readonly #open = new Set<() => void>();
  readonly #byAddress = new Map<string, number>();

  start(reply: FastifyReply, { address, version, listen, isStillAllowed }: StreamSource): void {
    const own = this.#byAddress.get(address) ?? 0;
    if (this.#open.size >= STREAMS_MAX || own >= STREAMS_OF_ADDRESS_MAX)
      throw new AppError(
        "TOO_MANY_REQUESTS",
        "Too many visitors follow status pages live. Reload the page instead.",
        {
          retryAfterSeconds: 60,
        },
      );
    const { raw } = reply;
    // The visitor may have left while the page was read. No event would ever remove the stream.
    if (raw.destroyed) {
      startEventStream(reply);
      return;
    }
    const write = (text: string) => {
      if (raw.writableEnded || raw.destroyed) return;
      raw.write(text);
      if (raw.writableLength > UNREAD_BYTES_MAX) raw.destroy();
    };
    const end = () => void raw.end();
    const stopListening = listen((next) => write(eventOf(next)));
    const heartbeat = setInterval(() => {
      write(": alive\n\n");
      // Not known while the database is unavailable; the next heartbeat checks again.
      isStillAllowed().then(
        (isAllowed) => isAllowed || end(),
        () => undefined,
      );
    }, HEARTBEAT_MS);
    this.#open.add(end);
    this.#byAddress.set(address, own + 1);
    raw.on("close", () => {
      clearInterval(heartbeat);
      stopListening();
      this.#open.delete(end);
      this.#leave(address);
    });
    startEventStream(reply);
    write(`retry: ${RECONNECT_AFTER_MS}\n\n${eventOf(version)}`);
  }

  close(): void {
    for (const end of [...this.#open]) end();
  }

  #leave(address: string): void {
    const left = (this.#byAddress.get(address) ?? 1) - 1;
    if (left > 0) this.#byAddress.set(address, left);
    else this.#byAddress.delete(address);
  }
}

function eventOf(version: string): string {
  return `event: page\ndata: ${version}\n\n`;
}
