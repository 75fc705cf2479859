import type { IncomingMessage } from "node:http";

/** The largest file that a route accepts, with some margin. A client that sends more loses its connection. */
const UNREAD_BYTES_MAX = 67_108_864;
/** A client that sends for longer than this also loses its connection. */
const UNREAD_TIMEOUT_MS = 10_000;

/**
 * Reads and discards the rest of a rejected body. Many clients, Node's fetch among them, read no response
 * before they have sent the whole body, and report a connection that closes earlier as broken. Returns false
 * if the rest is too long or too slow.
 */
export async function drainBody(body: IncomingMessage): Promise<boolean> {
  if (body.readableEnded || body.destroyed) return true;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let bytes = 0;
  const onData = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > UNREAD_BYTES_MAX) resolve(false);
  };
  const onEnd = () => resolve(true);
  const onTimeout = setTimeout(() => resolve(false), UNREAD_TIMEOUT_MS);
  body.unpipe();
  body.on("data", onData).once("end", onEnd).once("close", onEnd).once("error", onEnd).resume();
  try {
    return await promise;
  } finally {
    clearTimeout(onTimeout);
    body.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", onEnd);
  }
}
