import { oneLine } from "./plain-text.ts";

/**
 * The text of an SMS within a number of segments. GSM-7 has 160 characters in one segment and 153 in each of many;
 * one character outside of its alphabet makes the whole text UCS-2, with 70 and 67. Source: 3GPP TS 23.038 and 23.040.
 */
export const SMS_SEGMENTS_MAX = 2;

/** Characters of a text that stay if endings follow. */
const TEXT_LENGTH_MIN = 40;

/**
 * Returns the text on one line, cut so that the endings fit, each on a line of its own. The endings are in order of
 * importance; one that leaves no room for the start of the text is left out.
 */
export function smsText(
  text: string,
  endings: readonly string[] = [],
  segmentsMax: number = SMS_SEGMENTS_MAX,
): string {
  const line = [...plainCharacters(oneLine(text, 160 * segmentsMax))];
  const start = line.slice(0, TEXT_LENGTH_MIN).join("");
  let tail = "";
  for (const ending of endings) {
    const longer = `${tail}\n${plainCharacters(oneLine(ending, 1_000))}`;
    if (segmentsOf(`${start}...${longer}`) <= segmentsMax) tail = longer;
  }
  const whole = line.join("") + tail;
  if (segmentsOf(whole) <= segmentsMax) return whole;
  let length = line.length - 1;
  while (length > 0 && segmentsOf(cut(line, length) + tail) > segmentsMax) length -= 1;
  return cut(line, length) + tail;
}

function cut(characters: readonly string[], length: number): string {
  return `${characters.slice(0, length).join("").trimEnd()}...`;
}

/** Whether a text has only characters of GSM-7. */
export function isGsmText(text: string): boolean {
  return [...text].every((character) => BASIC.has(character) || EXTENSION.has(character));
}

/** Number of segments in which a text is sent. */
export function segmentsOf(text: string): number {
  const characters = [...text];
  const isGsm = isGsmText(text);
  const widths = characters.map((character) =>
    isGsm ? (EXTENSION.has(character) ? 2 : 1) : character.length,
  );
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= (isGsm ? 160 : 70)) return 1;
  const room = isGsm ? 153 : 67;
  let segments = 1;
  let used = 0;
  for (const width of widths) {
    // An escape sequence and a surrogate pair are never divided.
    if (used + width > room) {
      segments += 1;
      used = 0;
    }
    used += width;
  }
  return segments;
}

/** Replaces typographic characters by those of GSM-7, which more than double the length of a segment. */
function plainCharacters(text: string): string {
  return text
    .replaceAll(/[\u2018\u2019\u201a\u2032]/g, "'")
    .replaceAll(/[\u201c\u201d\u201e\u2033]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll("\u2026", "...")
    .replaceAll("\u200b", "");
}

const BASIC: ReadonlySet<string> = new Set([
  ..."@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?",
  ..."¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
]);
const EXTENSION: ReadonlySet<string> = new Set("^{}\\[~]|€");
