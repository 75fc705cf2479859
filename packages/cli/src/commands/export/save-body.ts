import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { CommandContext } from "../../command-line/command-context.ts";
import { Connection } from "../../connection.ts";

/** A report takes longer to begin than other requests; a stream that stops for this long is broken. */
const SILENCE_MS_MAX = 120_000;

type Saved = { path: string; file: string | undefined };

/**
 * Prints a file of the API as it arrives, or writes it to `file`. A part of it is never left as the file: it gets its name
 * when it is complete.
 */
export async function saveBody(context: CommandContext, { path, file }: Saved): Promise<void> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENCE_MS_MAX);
  try {
    const body = await new Connection(context.settings()).openBody(path, { signal: silence.signal });
    const chunks = watched(body, () => timer.refresh());
    await (file === undefined ? printLines(context, chunks) : writeTo(file, chunks));
  } finally {
    clearTimeout(timer);
  }
}

async function* watched(body: AsyncIterable<Uint8Array>, onChunk: () => void) {
  for await (const chunk of body) {
    onChunk();
    yield chunk;
  }
}

async function writeTo(file: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const part = `${file}.part`;
  try {
    await pipeline(Readable.from(chunks), createWriteStream(part));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Whole lines, because `print` ends each text with a line break. */
async function printLines(context: CommandContext, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const text = rest + decoder.decode(chunk, { stream: true });
    const end = text.lastIndexOf("\n");
    if (end >= 0) context.print(text.slice(0, end));
    rest = text.slice(end + 1);
  }
  if (rest !== "") context.print(rest);
}
