import type { Readable } from "node:stream";
import { AppError } from "../../../platform/kernel/errors.ts";
import { BODY_READ_BYTES_MAX } from "../../resources/heartbeats/receiving/received-ping.ts";

export type PingBody = {
  /** The beginning. */
  body: Buffer;
  /** What was received. */
  bodyBytes: number;
  /** False if the rest was not read: the connection cannot be used again. */
  isComplete: boolean;
};

/** The rest of a longer body is not read. Most senders of a log expect that it is. */
const DRAIN_BYTES_MAX = 10 * 1_048_576;
/** The URL of a ping says enough, so a slow body does not delay it longer. */
const READ_MAX_MS = 10_000;

/** Reads a body of any type. Rejects if the sender goes away. */
export function readPingBody(stream: Readable): Promise<PingBody> {
  const { promise, resolve, reject } = Promise.withResolvers<PingBody>();
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let bodyBytes = 0;

  function end(isComplete: boolean): void {
    clearTimeout(timer);
    stream.off("data", take).off("end", onEnd).off("error", fail).off("close", onClose);
    if (!isComplete) stream.pause();
    resolve({ body: Buffer.concat(kept), bodyBytes, isComplete });
  }
  function take(chunk: Buffer): void {
    bodyBytes += chunk.length;
    if (keptBytes < BODY_READ_BYTES_MAX) {
      const part = chunk.subarray(0, BODY_READ_BYTES_MAX - keptBytes);
      kept.push(part);
      keptBytes += part.length;
    }
    if (bodyBytes > DRAIN_BYTES_MAX) end(false);
  }
  function onEnd(): void {
    end(true);
  }
  function onClose(): void {
    fail(new AppError("BAD_REQUEST", "The sender closed the connection before the body was complete."));
  }
  function fail(error: Error): void {
    clearTimeout(timer);
    reject(error);
  }

  const timer = setTimeout(() => end(false), READ_MAX_MS);
  stream.on("data", take).once("end", onEnd).once("error", fail).once("close", onClose);
  return promise;
}
