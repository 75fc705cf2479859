import type { ServerResponse } from "node:http";
import type { EndReason, EventHub, Joined, Listener, StreamEvent } from "./event-hub.ts";

/**
 * The event stream of one listener. A slow reader is disconnected, because events describe the present; a
 * listener that reconnects receives the missed events.
 */
export type StreamOptions = {
  raw: ServerResponse;
  hub: EventHub;
  orgId: string;
  lastEventId: string | null;
  accepts: (event: StreamEvent) => boolean;
  /** Whether the credential that opened the stream is still valid. */
  isStillAllowed: () => Promise<boolean>;
  heartbeatMs: number;
};

/** Short enough to keep the connection through proxies, which time out after 30 s or 60 s of silence. */
export const HEARTBEAT_MS = 15_000;
/** Unread bytes at which a listener is disconnected; about 1,500 results. */
const UNREAD_BYTES_MAX = 1_048_576;
const RECONNECT_AFTER_MS = 2_000;

/** Starts the stream after its headers were written; false if the organization has too many streams. */
export function startStream(options: StreamOptions, writeHead: () => void): boolean {
  const { raw, hub, accepts } = options;
  const listener: Listener = {
    push(event) {
      if (accepts(event)) write(eventText(event));
    },
    recheck() {
      options.isStillAllowed().then(
        (isAllowed) => isAllowed || listener.end("credential_ended"),
        // Unknown while the database is unavailable; the next heartbeat checks again.
        () => undefined,
      );
    },
    end(reason) {
      write(endText(reason));
      raw.end();
    },
  };
  // The client may have left while its access was checked. It is then no listener: no event would ever remove it.
  if (raw.destroyed) {
    writeHead();
    return true;
  }
  const joined = hub.join(options.orgId, listener, options.lastEventId);
  if (!joined) return false;

  function write(text: string): void {
    if (raw.writableEnded || raw.destroyed) return;
    raw.write(text);
    if (raw.writableLength > UNREAD_BYTES_MAX) raw.destroy();
  }

  const heartbeat = setInterval(() => {
    write(": alive\n\n");
    listener.recheck();
  }, options.heartbeatMs);
  raw.on("close", () => {
    clearInterval(heartbeat);
    joined.leave();
  });

  writeHead();
  write(openingText(joined));
  for (const event of joined.missed ?? []) listener.push(event);
  // A credential revoked between its check and the join was announced only to listeners that had joined by
  // then.
  listener.recheck();
  return true;
}

/** A frame with an id alone sets the browser's position before the first event. */
function openingText({ position, missed }: Joined): string {
  const start = `retry: ${RECONNECT_AFTER_MS}\n\n`;
  if (missed === null) return `${start}id: ${position}\nevent: reset\ndata: {}\n\n`;
  return missed.length > 0 ? start : `${start}id: ${position}\n\n`;
}

function eventText({ id, type, json }: StreamEvent): string {
  return `id: ${id}\nevent: ${type}\ndata: ${json}\n\n`;
}

function endText(reason: EndReason): string {
  return `event: end\ndata: ${JSON.stringify({ reason })}\n\n`;
}
