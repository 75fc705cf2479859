/** A parsed OnCalendar expression of systemd. */
export type CalendarSpec = {
  /** Monday is 0; null for every day. */
  weekdays: ReadonlySet<number> | null;
  year: CalendarChain;
  month: CalendarChain;
  day: CalendarChain;
  /** Whether days are counted from the end of the month, whose last day is 1. */
  isFromMonthEnd: boolean;
  hour: CalendarChain;
  minute: CalendarChain;
  /** In milliseconds of the minute. */
  second: CalendarChain;
  timezone: string;
};

/** The values of a part of the expression; null for every value. */
export type CalendarChain = readonly CalendarPart[] | null;

/** A value, or a range. Without `stop`, a repetition goes to the end of the part. */
export type CalendarPart = { start: number; stop: number | null; repeat: number | null };

/** The smallest value of a chain that is not below `least`, or null. */
export function nextInChain(chain: CalendarChain, least: number, last: number): number | null {
  if (chain === null) return least <= last ? least : null;
  let found: number | null = null;
  for (const part of chain) {
    const value = nextInPart(part, least);
    if (value !== null && value <= last && (found === null || value < found)) found = value;
  }
  return found;
}

function nextInPart({ start, stop, repeat }: CalendarPart, least: number): number | null {
  if (start >= least) return start;
  if (repeat === null) return null;
  const value = start + Math.ceil((least - start) / repeat) * repeat;
  return stop === null || value <= stop ? value : null;
}
