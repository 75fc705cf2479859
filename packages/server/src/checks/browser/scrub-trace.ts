import { isUtf8 } from "node:buffer";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Show } from "../api/show-text.ts";
import { readZip, writeZip } from "./zip.ts";

/**
 * Hides secrets in a trace: in what was done, in headers and bodies of requests, in what the pages held. A
 * trace of a run that knows secrets has no film to begin with, for pictures cannot be searched.
 */
export async function scrubTrace(archive: Buffer, show: Show): Promise<Buffer | null> {
  const entries = await readZip(archive);
  if (entries === null) return null;
  for (const entry of entries) {
    // Nothing else waits behind a large trace for longer than one entry takes.
    await nextTurn();
    entry.data = await scrubbed(entry, show);
  }
  return writeZip(entries);
}

/** A text of a page that is larger costs more to look through than it explains; a line is one event. */
const TEXT_BYTES_MAX = 1_048_576;
/** How much is looked through before others get their turn. */
const TURN_LENGTH = 65_536;
const EVENTS = /\.(trace|network|stacks)$/;

async function scrubbed({ name, data }: { name: string; data: Buffer }, show: Show): Promise<Buffer> {
  if (EVENTS.test(name)) return scrubLines(data.toString("utf8"), show);
  if (!isUtf8(data)) return data;
  return data.length > TEXT_BYTES_MAX ? Buffer.alloc(0) : Buffer.from(show(data.toString("utf8")));
}

async function scrubLines(text: string, show: Show): Promise<Buffer> {
  const lines: string[] = [];
  let sinceTurn = 0;
  for (const line of text.split("\n")) {
    lines.push(show(line));
    sinceTurn += line.length;
    if (sinceTurn > TURN_LENGTH) {
      sinceTurn = 0;
      await nextTurn();
    }
  }
  return Buffer.from(lines.join("\n"));
}
