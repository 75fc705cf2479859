import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTimetable, instantMs, type WindowTimes, wallClockMs } from "./timetable.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

function times(change: Partial<WindowTimes> & { startsAt: string }): WindowTimes {
  const { startsAt, ...rest } = change;
  const startsAtMs = Date.parse(startsAt);
  return { startsAtMs, durationMs: HOUR_MS, rrule: null, timezone: "UTC", endedAtMs: null, ...rest };
}

/** The starts in (from, to], found one by one. */
function startsOf(wanted: WindowTimes, { from, to }: { from: string; to: string }): string[] {
  const timetable = createTimetable(wanted);
  const search: string[] = [];
  let atMs = Date.parse(from) - 1;
  for (;;) {
    const next = timetable.nextStartMs(atMs);
    if (next === null || next > Date.parse(to)) return search;
    search.push(new Date(next).toISOString());
    atMs = next;
  }
}

describe("a window at 02:30 every night", () => {
  test.each([
    {
      zone: "Europe/Berlin",
      change: "spring",
      startsAt: "2026-03-20T01:30:00Z",
      from: "2026-03-27T12:00:00Z",
      to: "2026-03-31T12:00:00Z",
      // On the 29th, 02:30 does not exist: the clock jumps from 02:00 to 03:00, and the window starts at
      // 03:30.
      starts: ["2026-03-28T01:30", "2026-03-29T01:30", "2026-03-30T00:30", "2026-03-31T00:30"],
    },
    {
      zone: "Europe/Berlin",
      change: "autumn",
      startsAt: "2026-03-20T01:30:00Z",
      from: "2026-10-23T12:00:00Z",
      to: "2026-10-27T12:00:00Z",
      // On the 25th, 02:30 exists twice, and the first one counts.
      starts: ["2026-10-24T00:30", "2026-10-25T00:30", "2026-10-26T01:30", "2026-10-27T01:30"],
    },
    {
      zone: "America/New_York",
      change: "spring",
      startsAt: "2026-01-10T07:30:00Z",
      from: "2026-03-06T12:00:00Z",
      to: "2026-03-10T12:00:00Z",
      starts: ["2026-03-07T07:30", "2026-03-08T07:30", "2026-03-09T06:30", "2026-03-10T06:30"],
    },
    {
      zone: "America/New_York",
      change: "autumn",
      // Created in summer time, by a user in another time zone.
      startsAt: "2026-07-10T02:30:00-04:00",
      from: "2026-10-30T12:00:00Z",
      to: "2026-11-03T12:00:00Z",
      // The clock goes back from 02:00 to 01:00, so 02:30 exists once, in winter time.
      starts: ["2026-10-31T06:30", "2026-11-01T07:30", "2026-11-02T07:30", "2026-11-03T07:30"],
    },
    {
      zone: "Australia/Lord_Howe",
      change: "the half hour of its change in autumn",
      startsAt: "2026-01-10T02:30:00+11:00",
      from: "2026-04-03T00:00:00Z",
      to: "2026-04-06T00:00:00Z",
      starts: ["2026-04-03T15:30", "2026-04-04T16:00", "2026-04-05T16:00"],
    },
  ])("starts at 02:30 in $zone through $change", ({ zone, startsAt, from, to, starts }) => {
    const search = startsOf(times({ startsAt, rrule: "FREQ=DAILY", timezone: zone }), { from, to });
    expect(search).toEqual(starts.map((start) => `${start}:00.000Z`));
  });

  test("at 01:30, which exists twice in New York in autumn, starts only the first time", () => {
    const wanted = times({
      startsAt: "2026-07-10T05:30:00Z",
      rrule: "FREQ=DAILY",
      timezone: "America/New_York",
    });
    expect(startsOf(wanted, { from: "2026-10-31T12:00:00Z", to: "2026-11-02T12:00:00Z" })).toEqual([
      "2026-11-01T05:30:00.000Z",
      "2026-11-02T06:30:00.000Z",
    ]);
  });

  test("keeps its length in elapsed hours across the change", () => {
    const wanted = times({
      startsAt: "2026-03-20T01:30:00Z",
      rrule: "FREQ=DAILY",
      timezone: "Europe/Berlin",
      durationMs: 2 * HOUR_MS,
    });
    expect(createTimetable(wanted).onAt(Date.parse("2026-03-29T03:29:59.999Z"))).toEqual({
      fromMs: Date.parse("2026-03-29T01:30:00Z"),
      toMs: Date.parse("2026-03-29T03:30:00Z"),
    });
    expect(createTimetable(wanted).onAt(Date.parse("2026-03-29T03:30:00Z"))).toBeNull();
  });

  test("that was created in the second of two equal hours starts then, not an hour earlier", () => {
    const wanted = times({
      startsAt: "2026-10-25T01:30:00Z",
      rrule: "FREQ=DAILY",
      timezone: "Europe/Berlin",
    });
    expect(startsOf(wanted, { from: "2026-10-20T00:00:00Z", to: "2026-10-27T00:00:00Z" })).toEqual([
      "2026-10-25T01:30:00.000Z",
      "2026-10-26T01:30:00.000Z",
    ]);
  });
});

describe("a rule", () => {
  const month = { from: "2026-01-01T00:00:00Z", to: "2026-12-31T00:00:00Z" };

  test.each([
    {
      rrule: "FREQ=WEEKLY;BYDAY=SU;COUNT=3",
      startsAt: "2026-06-01T10:00:00Z",
      starts: ["2026-06-07", "2026-06-14", "2026-06-21"],
    },
    {
      rrule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=4",
      startsAt: "2026-06-02T10:00:00Z",
      starts: ["2026-06-02", "2026-06-04", "2026-06-16", "2026-06-18"],
    },
    {
      rrule: "FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3",
      startsAt: "2026-01-31T10:00:00Z",
      starts: ["2026-01-31", "2026-03-31", "2026-05-31"],
    },
    {
      rrule: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;UNTIL=20260401",
      startsAt: "2026-01-01T10:00:00Z",
      starts: ["2026-01-30", "2026-02-27", "2026-03-31"],
    },
    {
      rrule: "FREQ=DAILY;UNTIL=20260603T100000Z",
      startsAt: "2026-06-01T10:00:00Z",
      starts: ["2026-06-01", "2026-06-02", "2026-06-03"],
    },
    {
      rrule: "FREQ=DAILY;UNTIL=20260603T095959Z",
      startsAt: "2026-06-01T10:00:00Z",
      starts: ["2026-06-01", "2026-06-02"],
    },
  ])("$rrule has the expected starts", ({ rrule, startsAt, starts }) => {
    const search = startsOf(times({ startsAt, rrule }), month);
    expect(search).toEqual(starts.map((day) => `${day}T10:00:00.000Z`));
  });

  test("ends with its last day in the time zone", () => {
    const wanted = times({
      startsAt: "2026-06-01T23:30:00-04:00",
      timezone: "America/New_York",
      rrule: "FREQ=DAILY;UNTIL=20260602",
    });
    // 23:30 of the 2nd in New York is the 3rd in UTC.
    expect(startsOf(wanted, month)).toEqual(["2026-06-02T03:30:00.000Z", "2026-06-03T03:30:00.000Z"]);
  });

  test("that never occurs has no next start and is evaluated quickly", () => {
    for (const rrule of ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"]) {
      const timetable = createTimetable(times({ startsAt: "2026-01-01T00:00:00Z", rrule }));
      expect(timetable.nextStartMs(0)).toBeNull();
      expect(timetable.onAt(Date.parse("2026-03-01T00:00:00Z"))).toBeNull();
    }
  });
});

describe("a window", () => {
  const startsAt = "2026-06-01T10:00:00Z";
  const startMs = Date.parse(startsAt);

  test("is open from its start to just before its end, to the millisecond", () => {
    const timetable = createTimetable(times({ startsAt }));
    expect(timetable.onAt(startMs - 1)).toBeNull();
    expect(timetable.onAt(startMs)).toEqual({ fromMs: startMs, toMs: startMs + HOUR_MS });
    expect(timetable.onAt(startMs + HOUR_MS - 1)).not.toBeNull();
    expect(timetable.onAt(startMs + HOUR_MS)).toBeNull();
    expect(timetable.lastEndMs(startMs + DAY_MS)).toBe(startMs + HOUR_MS);
    expect(timetable.lastEndMs(startMs + HOUR_MS - 1)).toBeNull();
  });

  test("that was ended is closed from then on and opens again at its next start", () => {
    const endedAtMs = startMs + 600_000;
    const timetable = createTimetable(times({ startsAt, rrule: "FREQ=DAILY", endedAtMs }));
    expect(timetable.onAt(endedAtMs - 1)).toEqual({ fromMs: startMs, toMs: endedAtMs });
    expect(timetable.onAt(endedAtMs)).toBeNull();
    expect(timetable.lastEndMs(endedAtMs)).toBe(endedAtMs);
    expect(timetable.onAt(startMs + DAY_MS)).toEqual({
      fromMs: startMs + DAY_MS,
      toMs: startMs + DAY_MS + HOUR_MS,
    });
  });

  test("longer than its interval is open without a break", () => {
    const timetable = createTimetable(
      times({ startsAt, rrule: "FREQ=DAILY;COUNT=3", durationMs: 2 * DAY_MS }),
    );
    expect(timetable.onAt(startMs + 1.5 * DAY_MS)).toEqual({ fromMs: startMs, toMs: startMs + 3 * DAY_MS });
    expect(timetable.onAt(startMs + 4 * DAY_MS)).toBeNull();
  });
});

const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "America/Sao_Paulo",
  "Africa/Casablanca",
  "Asia/Kolkata",
  "UTC",
] as const;

const anyTimes = fc.record({
  timezone: fc.constantFrom(...ZONES),
  startsAtMs: fc.integer({ min: Date.UTC(2005, 0), max: Date.UTC(2035, 0) }).map((ms) => ms - (ms % 1_000)),
  every: fc.integer({ min: 1, max: 9 }),
});

/** Whether the wall clock of the zone ever shows this time. */
function exists(wallMs: number, timezone: string): boolean {
  return wallClockMs(instantMs(wallMs, timezone), timezone) === wallMs;
}

test("in any zone, a daily window starts at its time of day on each day that has it", () => {
  fc.assert(
    fc.property(anyTimes, fc.integer({ min: 0, max: 400 }), ({ timezone, startsAtMs, every }, day) => {
      const wanted = times({
        startsAt: new Date(startsAtMs).toISOString(),
        timezone,
        rrule: `FREQ=DAILY;INTERVAL=${every}`,
      });
      const timetable = createTimetable(wanted);
      const wallMs = wallClockMs(startsAtMs, timezone) + day * every * DAY_MS;
      fc.pre(day > 0 && exists(wallMs, timezone));
      const startMs = instantMs(wallMs, timezone);
      expect(timetable.nextStartMs(startMs - 1)).toBe(startMs);
      expect(timetable.onAt(startMs)?.fromMs).toBe(startMs);
      expect(wallClockMs(startMs, timezone)).toBe(wallMs);
    }),
    { numRuns: 300 },
  );
});

test("in any zone, a skipped start is moved within the same day, and no other start is added", () => {
  fc.assert(
    fc.property(
      anyTimes,
      fc.integer({ min: 0, max: 3_000 }),
      ({ timezone, startsAtMs, every }, daysLater) => {
        const wanted = times({
          startsAt: new Date(startsAtMs).toISOString(),
          timezone,
          rrule: `FREQ=DAILY;INTERVAL=${every}`,
        });
        const timetable = createTimetable(wanted);
        const afterMs = startsAtMs + daysLater * DAY_MS;
        const next = timetable.nextStartMs(afterMs) ?? 0;
        expect(next).toBeGreaterThan(afterMs);
        // A day of 25 hours, and a jump of up to a day.
        expect(next - afterMs).toBeLessThanOrEqual((every + 1) * DAY_MS + HOUR_MS);
        const days = Math.round((wallClockMs(next, timezone) - wallClockMs(startsAtMs, timezone)) / DAY_MS);
        // The days skipped when Samoa crossed the date line do not exist in the calendar.
        if (timezone !== "Pacific/Apia") expect(days % every).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
});

test("for any rule, an instant is in the window exactly if the last start is less than its length ago", () => {
  const rules = fc.constantFrom(
    "FREQ=DAILY",
    "FREQ=DAILY;INTERVAL=3;COUNT=20",
    "FREQ=WEEKLY;BYDAY=MO,TH",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=SA,SU;WKST=SU",
    "FREQ=MONTHLY;BYDAY=-1FR",
    "FREQ=MONTHLY;BYMONTHDAY=1,15,-1",
    "FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU",
    "FREQ=DAILY;UNTIL=20300101",
  );
  const durations = fc.integer({ min: 60, max: 5 * 86_400 }).map((seconds) => seconds * 1_000);
  const offsets = fc.integer({ min: -DAY_MS, max: 400 * DAY_MS });
  fc.assert(
    fc.property(
      anyTimes,
      rules,
      durations,
      offsets,
      ({ timezone, startsAtMs }, rrule, durationMs, offsetMs) => {
        const wanted = times({ startsAt: new Date(startsAtMs).toISOString(), timezone, rrule, durationMs });
        const timetable = createTimetable(wanted);
        const atMs = startsAtMs + offsetMs;
        const firstMs = timetable.nextStartMs(atMs - durationMs);
        const isOn = firstMs !== null && firstMs <= atMs;
        expect(timetable.onAt(atMs) !== null).toBe(isOn);
      },
    ),
    { numRuns: 400 },
  );
});
