import { isUtf8 } from "node:buffer";
import type { Show } from "../../api/show-text.ts";

/** What a page loaded or a script attached, as a trace holds it: a text is masked, what cannot be searched is emptied. */
export function scrubResource(data: Buffer, { show, hasSecrets }: ScrubRules): Buffer {
  if (isUtf8(data) && !data.includes(0)) {
    return data.length > TEXT_BYTES_MAX ? EMPTY : Buffer.from(show(data.toString("utf8")));
  }
  if (!hasSecrets) return data;
  return isSearchable(data) && !holdsSecret(data, show) ? data : EMPTY;
}

export type ScrubRules = {
  show: Show;
  /** Whether secrets of people are hidden, and not only a password that the run itself made up. */
  hasSecrets: boolean;
};

const EMPTY = Buffer.alloc(0);
/** A text of a page that is larger costs more to look through than it explains. */
const TEXT_BYTES_MAX = 1_048_576;

/** Pictures and fonts, which a page needs to look as it did; by their first bytes. Archives and documents are not. */
const SEARCHABLE: readonly string[] = [
  "\u0089PNG",
  "\u00ff\u00d8\u00ff",
  "GIF8",
  "RIFF",
  "\0\0\u0001\0",
  "wOFF",
  "wOF2",
  "OTTO",
  "\0\u0001\0\0",
];
/** AVIF and HEIF name themselves after a length of four bytes. */
const BOXED = "ftyp";

function isSearchable(data: Buffer): boolean {
  const beginning = data.toString("latin1", 0, 8);
  return SEARCHABLE.some((magic) => beginning.startsWith(magic)) || beginning.slice(4) === BOXED;
}

/** Looks through what can be read in it, such as comments. */
function holdsSecret(data: Buffer, show: Show): boolean {
  const readable = data.toString("latin1").replaceAll(/[^ -~]+/g, "\n");
  return show(readable) !== readable;
}
