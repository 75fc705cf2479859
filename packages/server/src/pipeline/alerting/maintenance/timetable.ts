import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";

/**
 * Computes when a maintenance window is open. Pure: uses no clock and no target.
 *
 * A recurrence is evaluated on the wall clock of its time zone, and each start is then converted to an
 * instant. Every start therefore has the same time of day, regardless of daylight saving time. If the clock
 * skips a start in spring, the start moves by the skipped time; if a start occurs twice in autumn, the first
 * one counts. RFC 5545 would omit skipped starts, which would cause a night of false alarms every year.
 */
export type Timetable = {
  /** The span from the first start to the last end of what is open at an instant, or null. */
  onAt(atMs: number): WindowSpan | null;
  nextStartMs(afterMs: number): number | null;
  /** What is open at some time in (fromMs, toMs], oldest start first. */
  within(fromMs: number, toMs: number): WindowSpan[];
  /** The last end, unless it is longer ago than `LOOK_BACK_MS`. */
  lastEndMs(atMs: number): number | null;
};

export type WindowSpan = { fromMs: number; toMs: number };

export type WindowTimes = {
  startsAtMs: number;
  durationMs: number;
  /** RFC 5545, without DTSTART; null for a one-time window. */
  rrule: string | null;
  timezone: string;
  /** Occurrences that were open at this instant ended then. */
  endedAtMs: number | null;
};

const LOOK_BACK_MS = 31 * 86_400_000;
const DAY_MS = 86_400_000;

export function createTimetable(times: WindowTimes): Timetable {
  const { durationMs, endedAtMs } = times;
  const starts = times.rrule === null ? startOnce(times.startsAtMs) : startsByRule(times, times.rrule);

  function spans(afterMs: number, untilMs: number): WindowSpan[] {
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
    within: (fromMs, toMs) => spans(fromMs - durationMs, toMs).filter((span) => span.toMs > fromMs),
    lastEndMs(atMs) {
      const ends = spans(atMs - durationMs - LOOK_BACK_MS, atMs).map(({ toMs }) => toMs);
      const over = ends.filter((toMs) => toMs <= atMs);
      return over.length === 0 ? null : Math.max(...over);
    },
  };
}

type Starts = {
  /** The starts in (afterMs, untilMs], in order. */
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

  /** The first start is an instant, so it defines which of two equal wall-clock times in autumn it is. */
  function instantOf(wallMs: number): number {
    return wallMs === firstWallMs ? startsAtMs : instantMs(wallMs, timezone);
  }

  return {
    within(afterMs, untilMs) {
      const lastWantedMs = Math.min(untilMs, lastMs);
      if (lastWantedMs < startsAtMs) return [];
      // Wall clock and instant differ by less than a day, so the margin covers both ends.
      const from = new Date(wallClockMs(afterMs, timezone) - DAY_MS);
      const to = new Date(wallClockMs(lastWantedMs, timezone) + DAY_MS);
      const walls = search(() => rule.between(from, to, true), []);
      const starts = walls.map(({ epochMilliseconds }) => instantOf(epochMilliseconds));
      const wanted = starts.filter((ms) => afterMs < ms && ms <= lastWantedMs);
      return [...new Set(wanted)].sort((a, b) => a - b);
    },
    next(afterMs) {
      if (afterMs >= lastMs) return null;
      let wallMs = wallClockMs(Math.max(afterMs, startsAtMs - 1), timezone) - DAY_MS;
      for (let steps = 0; steps < STEPS_MAX; steps += 1) {
        const next = search(() => rule.next(new Date(wallMs)), null);
        if (next === null || instantOf(next.epochMilliseconds) > lastMs) return null;
        if (instantOf(next.epochMilliseconds) > afterMs) return instantOf(next.epochMilliseconds);
        wallMs = next.epochMilliseconds;
      }
      return null;
    },
  };
}

/** A window starts at most once a day, and the search starts a day early. */
const STEPS_MAX = 4;

/**
 * Runs the recurrence library. Returns `fallback` if it exceeds its search limit (a number of days, weeks,
 * months or years) or reaches the end of the calendar. Every check calls this, so it must not throw.
 */
function search<T>(compute: () => T, fallback: T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof Error) return fallback;
    throw error;
  }
}

/** Days, weeks, months or years to search, about 10 ms: 11 years of days; leap days need 8. */
const ITERATIONS_MAX = 4_000;
/** Candidate days to search. The default is a million, which takes two seconds. */
const CANDIDATES_MAX = 20_000;

/**
 * Reads the rule on a clock without summer time: UTC represents the wall clock. The end of the rule is an
 * instant and is converted here because the library would also read it on that clock.
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

/** A date without a time includes that day. */
function untilMs(until: string, timezone: string): number {
  const isDay = !until.includes("T");
  const [, year, month, day, hour = "00", minute = "00", second = "00"] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})Z?)?$/.exec(until) ?? [];
  const writtenMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (until.endsWith("Z")) return writtenMs;
  return isDay ? instantMs(writtenMs + DAY_MS, timezone) - 1 : instantMs(writtenMs, timezone);
}

/** Converts an instant to the zone's wall-clock time, expressed as the instant at which UTC shows it. */
export function wallClockMs(atMs: number, timezone: string): number {
  const shown = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone);
  return shown.toPlainDateTime().toZonedDateTime("UTC").epochMilliseconds;
}

/** Converts a wall-clock time of a zone to an instant. */
export function instantMs(wallMs: number, timezone: string): number {
  const shown = Temporal.Instant.fromEpochMilliseconds(wallMs).toZonedDateTimeISO("UTC").toPlainDateTime();
  return shown.toZonedDateTime(timezone, { disambiguation: "compatible" }).epochMilliseconds;
}
