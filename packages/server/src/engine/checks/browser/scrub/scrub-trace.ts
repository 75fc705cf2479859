import { setImmediate as nextTurn } from "node:timers/promises";
import type { Show } from "../../show.ts";
import { readZip, writeZip, type ZipEntry } from "../evidence/zip.ts";
import { scrubEvent } from "./scrub-event.ts";
import { type ScrubRules, scrubResource } from "./scrub-resource.ts";

/**
 * Masks secrets in a trace of a declarative journey or a script: in actions, in headers and bodies of
 * requests, in page content, in names and contents of attachments. A run with secrets keeps no film strip,
 * because images cannot be searched. Returns null for an unreadable archive.
 */
export async function scrubTrace(archive: Buffer, rules: ScrubRules): Promise<Buffer | null> {
  const entries = await readZip(archive);
  if (entries === null) return null;
  const kept: ZipEntry[] = [];
  for (const { name, data } of entries) {
    // Yields, so that other work never waits longer than one entry takes.
    await nextTurn();
    if (rules.hasSecrets && FRAME.test(name)) continue;
    const scrubbed = EVENTS.test(name)
      ? await scrubLines(data.toString("utf8"), rules.show)
      : scrubResource(data, rules);
    kept.push({ name: rules.show(name), data: scrubbed });
  }
  return writeZip(kept);
}

/** How much is searched before other work gets a turn. */
const TURN_LENGTH = 65_536;
const EVENTS = /\.(trace|network|stacks)$/;
/** Playwright's film strip; older versions stored it next to the resources. */
const FRAME = /^(screencast\/|resources\/page@)/;

async function scrubLines(text: string, show: Show): Promise<Buffer> {
  const lines: string[] = [];
  let sinceTurn = 0;
  for (const line of text.split("\n")) {
    lines.push(scrubEvent(line, show));
    sinceTurn += line.length;
    if (sinceTurn > TURN_LENGTH) {
      sinceTurn = 0;
      await nextTurn();
    }
  }
  return Buffer.from(lines.join("\n"));
}
