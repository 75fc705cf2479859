import type { TimeRange } from "./series.ts";

/** Selection of a time in a chart by keyboard: Shift with the arrow keys, as in a text. Pure. */

export type KeySelection = {
  /** The current position; null before the first key. */
  index: number | null;
  /** Where the selection starts; null without one. */
  anchor: number | null;
};

type Key = { key: string; isShift: boolean };

/** Returns the selection after a key, or null if the key does not move within the positions 0 to `last`. */
export function moveSelection(
  { index, anchor }: KeySelection,
  { key, isShift }: Key,
  last: number,
): KeySelection | null {
  const from = index ?? (isShift ? last : last + 1);
  const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[key];
  if (to === undefined) return null;
  const next = Math.max(0, Math.min(last, to));
  return { index: next, anchor: isShift ? (anchor ?? Math.min(from, last)) : null };
}

/** Returns the selected time; null without a selection. */
export function selectedTime({ index, anchor }: KeySelection, at: readonly string[]): TimeRange | null {
  if (index === null || anchor === null || index === anchor) return null;
  const [from, to] = [at[Math.min(index, anchor)], at[Math.max(index, anchor)]];
  return from === undefined || to === undefined ? null : { fromMs: Date.parse(from), toMs: Date.parse(to) };
}
