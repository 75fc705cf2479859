import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";

/**
 * When a maintenance window is on. Pure: knows no clock and no target.
 *
 * A recurrence is reckoned on the wall clock of its time zone, and each start then becomes an instant. So every
 * start has the time of day of the first one, whatever summer time does in between; one that the clock leaps over
 * in spring comes as much later as the clock leaps, and of one that comes twice in autumn the first is taken. RFC
 * 5545 would leave out what is leapt over, but then a night a year would be one of false alarms.
 */
export type Timetable = {
  /** From the start of the first to the end of the last of what is on at an instant; null where nothing is. */
  onAt(atMs: number): Span | null;
  nextStartMs(afterMs: number): number | null;
  /** When it was last over, if that is no longer ago than `LOOK_BACK_MS`. */
  lastEndMs(atMs: number): number | null;
};

export type Span = { fromMs: number; toMs: number };

export type WindowTimes = {
  startsAtMs: number;
  durationMs: number;
  /** RFC 5545, without DTSTART; null for once. */
  rrule: string | null;
  timezone: string;
  /** What had begun by then and was still on was ended. */
  endedAtMs: number | null;
};

const LOOK_BACK_MS = 31 * 86_400_000;
const DAY_MS = 86_400_000;

export function createTimetable(times: WindowTimes): Timetable {
  const { durationMs, endedAtMs } = times;
  const starts = times.rrule === null ? startOnce(times.startsAtMs) : startsByRule(times, times.rrule);

  function spans(afterMs: number, untilMs: number): Span[] {
    return starts.within(afterMs, untilMs).map((fromMs) => {
      const toMs = fromMs + durationMs;
      const isCut = endedAtMs !== null && fromMs <= endedAtMs && endedAtMs < toMs;
      return { fromMs, toMs: isCut ? endedAtMs : toMs };
    });
  }

  return {
    onAt(atMs) {
      const on = spans(atMs - durationMs, atMs).filter(({ toMs }) => atMs < toMs);
      const first = on[0];
      return first ? { fromMs: first.fromMs, toMs: Math.max(...on.map(({ toMs }) => toMs)) } : null;
    },
    nextStartMs: starts.next,
    lastEndMs(atMs) {
      const ends = spans(atMs - durationMs - LOOK_BACK_MS, atMs).map(({ toMs }) => toMs);
      const over = ends.filter((toMs) => toMs <= atMs);
      return over.length === 0 ? null : Math.max(...over);
    },
  };
}

type Starts = {
  /** In order, those after the one instant, up to the other. */
  within(afterMs: number, untilMs: number): number[];
  next(afterMs: number): number | null;
};

function startOnce(startsAtMs: number): Starts {
  return {
    within: (afterMs, untilMs) => (afterMs < startsAtMs && startsAtMs <= untilMs ? [startsAtMs] : []),
    next: (afterMs) => (afterMs < startsAtMs ? startsAtMs : null),
  };
}

function startsByRule({ startsAtMs, timezone }: WindowTimes, rrule: string): Starts {
  const firstWallMs = wallClockMs(startsAtMs, timezone);
  const { rule, lastMs } = readRule(rrule, { firstWallMs, timezone });

  /** The first start says itself which of two equal times of day in autumn it is. */
  function instantOf(wallMs: number): number {
    return wallMs === firstWallMs ? startsAtMs : instantMs(wallMs, timezone);
  }

  return {
    within(afterMs, untilMs) {
      const lastWantedMs = Math.min(untilMs, lastMs);
      if (lastWantedMs < startsAtMs) return [];
      // Wall clock and instant part by less than a day, so nothing is lost at either end.
      const from = new Date(wallClockMs(afterMs, timezone) - DAY_MS);
      const to = new Date(wallClockMs(lastWantedMs, timezone) + DAY_MS);
      const walls = found(() => rule.between(from, to, true), []);
      const starts = walls.map(({ epochMilliseconds }) => instantOf(epochMilliseconds));
      const wanted = starts.filter((ms) => afterMs < ms && ms <= lastWantedMs);
      return [...new Set(wanted)].sort((a, b) => a - b);
    },
    next(afterMs) {
      if (afterMs >= lastMs) return null;
      let wallMs = wallClockMs(Math.max(afterMs, startsAtMs - 1), timezone) - DAY_MS;
      for (let steps = 0; steps < STEPS_MAX; steps += 1) {
        const next = found(() => rule.next(new Date(wallMs)), null);
        if (next === null || instantOf(next.epochMilliseconds) > lastMs) return null;
        if (instantOf(next.epochMilliseconds) > afterMs) return instantOf(next.epochMilliseconds);
        wallMs = next.epochMilliseconds;
      }
      return null;
    },
  };
}

/** A window starts once a day at most, and the search begins a day early. */
const STEPS_MAX = 4;

/**
 * What the library finds; nothing where it gives up, for it has looked far enough by then: at so many days, weeks,
 * months or years, or at the end of the calendar. Whoever asks does so for every check, and must go on.
 */
function found<T>(reckon: () => T, nothing: T): T {
  try {
    return reckon();
  } catch (error) {
    if (error instanceof Error) return nothing;
    throw error;
  }
}

/** Days, weeks, months or years that are looked through, some 10 ms: 11 years of days, where leap days need 8. */
const ITERATIONS_MAX = 4_000;
/** Days that are weighed on the way; by default it is a million, which takes two seconds. */
const CANDIDATES_MAX = 20_000;

/**
 * The rule on a clock that has no summer time: UTC stands for the wall clock. Its end is an instant, and is reckoned
 * here, for the library would read it on that clock too.
 */
function readRule(
  rrule: string,
  { firstWallMs, timezone }: { firstWallMs: number; timezone: string },
): { rule: RRuleTemporal; lastMs: number } {
  const parts = rrule.split(";");
  const until = parts.find((part) => part.startsWith("UNTIL="))?.slice("UNTIL=".length);
  const rule = new RRuleTemporal({
    rruleString: parts.filter((part) => !part.startsWith("UNTIL=")).join(";"),
    dtstart: Temporal.Instant.fromEpochMilliseconds(firstWallMs).toZonedDateTimeISO("UTC"),
    strict: true,
    maxIterations: ITERATIONS_MAX,
    maxCandidateEvaluations: CANDIDATES_MAX,
  });
  return { rule, lastMs: until === undefined ? Number.POSITIVE_INFINITY : untilMs(until, timezone) };
}

/** A day alone is meant to its end. */
function untilMs(until: string, timezone: string): number {
  const isDay = !until.includes("T");
  const [, year, month, day, hour = "00", minute = "00", second = "00"] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})Z?)?$/.exec(until) ?? [];
  const writtenMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (until.endsWith("Z")) return writtenMs;
  return isDay ? instantMs(writtenMs + DAY_MS, timezone) - 1 : instantMs(writtenMs, timezone);
}

/** What the wall clock of a zone shows at an instant, as the instant at which that of UTC does. */
export function wallClockMs(atMs: number, timezone: string): number {
  const shown = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone);
  return shown.toPlainDateTime().toZonedDateTime("UTC").epochMilliseconds;
}

/** When the wall clock of a zone shows that. */
export function instantMs(wallMs: number, timezone: string): number {
  const shown = Temporal.Instant.fromEpochMilliseconds(wallMs).toZonedDateTimeISO("UTC").toPlainDateTime();
  return shown.toZonedDateTime(timezone, { disambiguation: "compatible" }).epochMilliseconds;
}
