import { isUtf8 } from "node:buffer";
import type { Show } from "../../show.ts";

/**
 * Masks a resource of a page or an attachment of a script in a trace: a text is masked, content that cannot
 * be searched is emptied.
 */
export function scrubResource(data: Buffer, { show, hasSecrets }: ScrubRules): Buffer {
  if (isUtf8(data) && !data.includes(0)) {
    return data.length > TEXT_BYTES_MAX ? EMPTY : Buffer.from(show(data.toString("utf8")));
  }
  if (!hasSecrets) return data;
  return isSearchable(data) && !holdsSecret(data, show) ? data : EMPTY;
}

export type ScrubRules = {
  show: Show;
  /** Whether user secrets are hidden, and not only a password that the run generated. */
  hasSecrets: boolean;
};

const EMPTY = Buffer.alloc(0);
/** Searching a larger text costs more than its diagnostic value. */
const TEXT_BYTES_MAX = 1_048_576;

/**
 * Images and fonts, which a page needs for its layout, by their first bytes. Archives and documents are not
 * included.
 */
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
/** AVIF and HEIF name their type after a length of four bytes. */
const BOXED = "ftyp";

function isSearchable(data: Buffer): boolean {
  const beginning = data.toString("latin1", 0, 8);
  return SEARCHABLE.some((magic) => beginning.startsWith(magic)) || beginning.slice(4) === BOXED;
}

/** Searches the readable parts, such as comments. */
function holdsSecret(data: Buffer, show: Show): boolean {
  const readable = data.toString("latin1").replaceAll(/[^ -~]+/g, "\n");
  return show(readable) !== readable;
}
