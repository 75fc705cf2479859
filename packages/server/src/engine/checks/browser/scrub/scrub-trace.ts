import { setImmediate as nextTurn } from "node:timers/promises";
import type { Show } from "../../api/show-text.ts";
import { readZip, writeZip, type ZipEntry } from "../evidence/zip.ts";
import { scrubEvent } from "./scrub-event.ts";
import { type ScrubRules, scrubResource } from "./scrub-resource.ts";

/**
 * Hides secrets in a trace, of a declarative journey or of a script: in what was done, in headers and bodies of
 * requests, in what the pages held, in names and contents of attachments. A run that knows secrets keeps no film
 * of its pages, because pictures cannot be searched. Null for an archive that cannot be read.
 */
export async function scrubTrace(archive: Buffer, rules: ScrubRules): Promise<Buffer | null> {
  const entries = await readZip(archive);
  if (entries === null) return null;
  const kept: ZipEntry[] = [];
  for (const { name, data } of entries) {
    // Nothing else waits behind a large trace for longer than one entry takes.
    await nextTurn();
    if (rules.hasSecrets && FRAME.test(name)) continue;
    const scrubbed = EVENTS.test(name)
      ? await scrubLines(data.toString("utf8"), rules.show)
      : scrubResource(data, rules);
    kept.push({ name: rules.show(name), data: scrubbed });
  }
  return writeZip(kept);
}

/** How much is looked through before others get their turn. */
const TURN_LENGTH = 65_536;
const EVENTS = /\.(trace|network|stacks)$/;
/** Playwright's film strip; older versions kept it beside the resources. */
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
