import { Readable } from "node:stream";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";

/** Exports of one process at a time: each waits for its client mostly, and uses one connection to the database meanwhile. */
const EXPORTS_MAX = 4;
const CHUNK_CHARS = 65_536;
/** A client that reads nothing for this long is disconnected. */
const STALL_MS = 60_000;
const EXPORT_MS_MAX = 1_800_000;

/**
 * Streams of lines that are read from the database no faster than the client takes them: memory holds one batch of rows. If
 * the client disconnects, the next batch is not read. A failure after the first byte ends the connection without the end of
 * the response, so that no client takes a part for the whole.
 */
export class CsvStreams {
  #open = 0;

  /** Throws if too many are open. The stream must be sent, or destroyed. */
  open({ clock }: { clock: Clock }, lines: AsyncIterable<string>): Readable {
    if (this.#open >= EXPORTS_MAX)
      throw new AppError(
        "TOO_MANY_REQUESTS",
        `This server makes ${EXPORTS_MAX} exports at a time. Try again soon.`,
        { retryAfterSeconds: 30 },
      );
    this.#open += 1;
    const endsAt = clock.monotonic() + EXPORT_MS_MAX;
    const body = Readable.from(
      inChunks(lines, () => clock.monotonic() < endsAt),
      { objectMode: false },
    );
    const stall = setTimeout(() => body.destroy(new Error("the client of an export read nothing")), STALL_MS);
    body.on("data", () => stall.refresh());
    body.once("close", () => {
      clearTimeout(stall);
      this.#open -= 1;
    });
    // Listening to data would start the stream before the client reads.
    body.pause();
    return body;
  }
}

async function* inChunks(lines: AsyncIterable<string>, mayGoOn: () => boolean): AsyncGenerator<string> {
  let chunk = "";
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK_CHARS) continue;
    if (!mayGoOn()) throw new Error("an export took too long");
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}
