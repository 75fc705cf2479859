/** Local times of a time zone within a range. Computed from `Intl`, which browsers have too. */

/** Converts instants to local times and back. A local time is the instant at which UTC shows it. */
export type ZoneClock = {
  toLocalMs(atMs: number): number;
  /**
   * Returns the first instant at which the clock shows this time or a later one: of a time that occurs twice the first
   * one, and for a time that is skipped the instant at which the clock is set forward.
   */
  toInstantMs(localMs: number): number;
};

const DAY_MS = 86_400_000;
/** Offsets are between -12 and +14 hours, so that they must be known a little beyond the ends of the range. */
const MARGIN_MS = 3 * DAY_MS;

/** Returns a clock that is exact from a day before `fromMs` to a day after `toMs`. */
export function createZoneClock(timezone: string, range: { fromMs: number; toMs: number }): ZoneClock {
  const offsets = findOffsets(timezone, { fromMs: range.fromMs - MARGIN_MS, toMs: range.toMs + MARGIN_MS });
  return {
    toLocalMs: (atMs) => atMs + (offsets.findLast(({ sinceMs }) => sinceMs <= atMs)?.offsetMs ?? 0),
    toInstantMs(localMs) {
      for (const [index, { sinceMs, offsetMs }] of offsets.entries()) {
        const atMs = Math.max(sinceMs, localMs - offsetMs);
        const untilMs = offsets[index + 1]?.sinceMs ?? Number.POSITIVE_INFINITY;
        if (atMs < untilMs) return atMs;
      }
      throw new Error("the last offset applies forever");
    },
  };
}

type Offset = { sinceMs: number; offsetMs: number };

/** The offsets of the range: a sample a day, and the instant of each change by bisection. */
function findOffsets(timezone: string, { fromMs, toMs }: { fromMs: number; toMs: number }): Offset[] {
  const read = offsetReader(timezone);
  const startMs = Math.floor(fromMs / DAY_MS) * DAY_MS;
  let before = read(startMs);
  const found: Offset[] = [{ sinceMs: Number.NEGATIVE_INFINITY, offsetMs: before }];
  for (let ms = startMs; ms < toMs; ms += DAY_MS) {
    const offsetMs = read(ms + DAY_MS);
    if (offsetMs !== before) found.push({ sinceMs: findChange(read, { ms, offsetMs }), offsetMs });
    before = offsetMs;
  }
  return found;
}

/** Returns the first second of the day at which the offset is that of its end. */
function findChange(
  read: (ms: number) => number,
  { ms, offsetMs }: { ms: number; offsetMs: number },
): number {
  let [low, high] = [ms, ms + DAY_MS];
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2_000) * 1_000;
    if (read(middle) === offsetMs) high = middle;
    else low = middle;
  }
  return high;
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** About as many as there are time zones. */
const FORMATS_MAX = 600;

function offsetReader(timezone: string): (atMs: number) => number {
  const format = formats.get(timezone) ?? createFormat(timezone);
  if (formats.size >= FORMATS_MAX) formats.clear();
  formats.set(timezone, format);
  return (atMs) => {
    const parts = format.formatToParts(atMs);
    const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
    const [year, month, day] = [read("year"), read("month"), read("day")];
    const localMs = Date.UTC(year, month - 1, day, read("hour"), read("minute"), read("second"));
    return localMs - Math.floor(atMs / 1_000) * 1_000;
  };
}

function createFormat(timezone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
}
