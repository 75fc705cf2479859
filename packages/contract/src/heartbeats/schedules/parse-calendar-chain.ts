import type { CalendarChain, CalendarPart } from "./calendar-spec.ts";

type ChainLimits = {
  first: number;
  last: number;
  /** What a written 1 is in the values of the chain; fractions are allowed if it is more than 1. */
  unit?: number;
  /** Values are counted from the end of the month. */
  isCountedDown?: boolean;
  toValue?(written: number): number;
};

/** More values than this in one part are a mistake. */
const PARTS_MAX = 240;

/** Parses `*`, or a list of `1`, `1..5`, `1/2` and `1..5/2`. Returns undefined for anything else. */
export function parseChain(text: string, limits: ChainLimits): CalendarChain | undefined {
  if (text === "*") return null;
  const texts = text.split(",");
  if (texts.length > PARTS_MAX) return undefined;
  const parts: CalendarPart[] = [];
  for (const each of texts) {
    const part = parsePart(each, limits);
    if (part === null || !isInLimits(part, limits)) return undefined;
    parts.push(part);
  }
  return parts;
}

function parsePart(text: string, { unit = 1, toValue = (value) => value }: ChainLimits): CalendarPart | null {
  const number = unit === 1 ? "\\d{1,4}" : "\\d{1,4}(?:\\.\\d{1,6})?";
  const match = new RegExp(`^(${number})(?:\\.\\.(${number}))?(?:/(${number}))?$`).exec(text);
  if (match === null) return null;
  const [, startText = "", stopText, repeatText] = match;
  const read = (written: string) => Math.round(Number(written) * unit);
  const start = toValue(read(startText));
  const stop = stopText === undefined ? null : toValue(read(stopText));
  const repeat = repeatText === undefined ? (stop === null ? null : unit) : read(repeatText);
  return repeat === 0 ? null : normalize({ start, stop, repeat });
}

/** The last value of a range is one that the repetition reaches: days from the end of a month are counted from it. */
function normalize({ start, stop, repeat }: CalendarPart): CalendarPart {
  if (stop === start) return { start, stop: null, repeat: null };
  if (stop === null || repeat === null || stop < start) return { start, stop, repeat };
  const lastReached = stop - ((stop - start) % repeat);
  return lastReached === start ? { start, stop: null, repeat: null } : { start, stop: lastReached, repeat };
}

function isInLimits(
  { start, stop, repeat }: CalendarPart,
  { first, last, isCountedDown }: ChainLimits,
): boolean {
  if (start < first || start > last || (repeat ?? 0) > last - first) return false;
  const step = repeat ?? 0;
  if (stop !== null) return stop <= last && start + step <= stop;
  return isCountedDown ? start - step >= first : start + step <= last;
}
