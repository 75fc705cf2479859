import type { Socket } from "node:net";
import { ANSWER_BYTES_MAX, type ExchangeSpec, expectationError } from "../expectation.ts";
import type { Probe } from "../probe.ts";

/** A stream is searched again when it has grown by this share, or after a pause: otherwise slow bytes would cost a search each. */
const GROWTH = 1.125;
const PAUSE_MS = 20;

/** Reads until the expected text has come; without one, the first bytes are the answer. Ends the probe. */
export function readAnswer(spec: ExchangeSpec, probe: Probe, socket: Socket): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let searchedBytes = 0;
  let pause: NodeJS.Timeout | undefined;
  probe.onEnd(() => clearTimeout(pause));

  /** Returns whether the probe has ended. */
  const search = (isLast: boolean): boolean => {
    if (probe.isDone) return true;
    searchedBytes = bytes;
    const text = Buffer.concat(chunks).toString().slice(0, ANSWER_BYTES_MAX);
    const error = expectationError(spec, text, probe.ctx);
    if (error !== null && !isLast && error.code === "ASSERTION_FAILED") return false;
    probe.mark("downloadUs");
    if (error === null) probe.pass({ text, bytes });
    else probe.fail(error, { text, bytes });
    return true;
  };

  socket.on("data", (chunk) => {
    if (probe.isDone) return;
    if (bytes === 0) {
      probe.mark("ttfbUs");
      probe.enter("body", "the expected text did not come");
    }
    chunks.push(chunk);
    bytes += chunk.length;
    clearTimeout(pause);
    const isFull = bytes >= ANSWER_BYTES_MAX;
    if (isFull || bytes >= searchedBytes * GROWTH) search(isFull);
    else pause = setTimeout(() => search(false), PAUSE_MS);
  });
  const onEnd = () => {
    if (bytes === 0) probe.failClosed();
    else search(true);
  };
  socket.on("end", onEnd);
  socket.on("close", onEnd);
}
