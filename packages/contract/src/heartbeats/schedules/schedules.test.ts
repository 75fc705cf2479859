import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calendarOccurrences } from "./calendar-schedule.ts";
import { cronOccurrences } from "./cron-schedule.ts";
import { describeSchedule } from "./describe-schedule.ts";
import { listOccurrences } from "./occurrences.ts";
import { type HeartbeatSchedule, type Occurrences, ScheduleError } from "./schedule-types.ts";
import { instantOf, wallTimeAt } from "./wall-clock.ts";

const next = (occurrences: Occurrences, after: string, count = 3): string[] =>
  listOccurrences(occurrences, Date.parse(after), count).map((atMs) =>
    new Date(atMs).toISOString().replace(":00.000Z", "Z"),
  );

describe("a cron schedule", () => {
  test("keeps its time of day across daylight saving changes, and loses no day", () => {
    const nightly = cronOccurrences("30 2 * * *", "Europe/Berlin");
    // At 02:00 the clock moves to 03:00, and the skipped time to the end of the skipped hour.
    expect(next(nightly, "2026-03-28T12:00:00Z", 2)).toEqual(["2026-03-29T01:00Z", "2026-03-30T00:30Z"]);
    // 02:30 occurs twice, and the schedule once.
    expect(next(nightly, "2026-10-24T12:00:00Z", 2)).toEqual(["2026-10-25T00:30Z", "2026-10-26T01:30Z"]);
  });

  test("every quarter of an hour stays every quarter when clocks change", () => {
    for (const day of ["2026-03-29", "2026-10-25"]) {
      const found = listOccurrences(
        cronOccurrences("*/15 * * * *", "Europe/Berlin"),
        Date.parse(`${day}T00:00Z`),
        24,
      );
      expect(found.map((atMs) => (atMs - Date.parse(day)) / 900_000)).toEqual(
        Array.from({ length: 24 }, (_, index) => index + 1),
      );
    }
  });

  test("is the union of its lines", () => {
    const both = cronOccurrences("0 6 * * *\n\n  0 18 * * MON-FRI  ", "UTC");
    expect(next(both, "2026-11-20T12:00:00Z", 3)).toEqual([
      "2026-11-20T18:00Z",
      "2026-11-21T06:00Z",
      "2026-11-22T06:00Z",
    ]);
  });

  test.each([
    ["60 * * * *", "is not a cron expression"],
    ["* * * *", "must have five fields"],
    ["* * * * * *", "must have five fields"],
    ["2026-01-01T00:00:00", "must have five fields"],
    ["@reboot", "must have five fields"],
    ["0 0 30 2 *", "never occurs"],
    ["0 1 * * *\nx", "'x' must have five fields"],
    ["\n ", "must have five fields"],
  ])("%j is refused: %s", (expression, reason) => {
    expect(() => cronOccurrences(expression, "UTC")).toThrow(ScheduleError);
    expect(() => cronOccurrences(expression, "UTC")).toThrow(reason);
  });
});

describe("an OnCalendar schedule", () => {
  test("does not occur at a skipped time, and once at a repeated one", () => {
    const nightly = calendarOccurrences("*-*-* 02:30 Europe/Berlin");
    expect(next(nightly, "2026-03-28T12:00:00Z", 1)).toEqual(["2026-03-30T00:30Z"]);
    expect(next(nightly, "2026-10-24T12:00:00Z", 2)).toEqual(["2026-10-25T00:30Z", "2026-10-26T01:30Z"]);
  });

  test.each([
    ["Mon..Fri *-*-* 17:00", ["2026-11-20T17:00Z", "2026-11-23T17:00Z", "2026-11-24T17:00Z"]],
    ["*-*~1 08:00", ["2026-11-30T08:00Z", "2026-12-31T08:00Z", "2027-01-31T08:00Z"]],
    ["quarterly", ["2027-01-01T00:00Z", "2027-04-01T00:00Z", "2027-07-01T00:00Z"]],
    ["*:00/20", ["2026-11-20T12:20Z", "2026-11-20T12:40Z", "2026-11-20T13:00Z"]],
    ["2027-02-29\n2028-02-29", []],
    ["Sun *-02-29 06:00", ["2032-02-29T06:00Z", "2060-02-29T06:00Z", "2088-02-29T06:00Z"]],
  ])("%j occurs at %j", (expression, expected) => {
    if (expected.length === 0) expect(() => calendarOccurrences(expression)).toThrow("never occurs");
    else expect(next(calendarOccurrences(expression), "2026-11-20T12:00:00Z")).toEqual(expected);
  });

  test.each(["", "noon", "25:00", "Mon 10", "Funday 10:00", "*-13-01", "10:00 Nowhere/City", "1..0:00"])(
    "%j is refused",
    (expression) => {
      expect(() => calendarOccurrences(expression)).toThrow(ScheduleError);
    },
  );

  test("in any text is either refused or evaluated, never endless", () => {
    const pieces = fc.constantFrom(
      "Mon",
      "*",
      "-",
      "..",
      "~",
      "/",
      ",",
      ":",
      "1",
      "31",
      "2026",
      " ",
      "UTC",
      "0.5",
    );
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 12 }),
        fc.nat({ max: 4_000_000_000_000 }),
        (texts, afterMs) => {
          try {
            const found = calendarOccurrences(texts.join("")).next(afterMs);
            expect(found === null || found > afterMs).toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(ScheduleError);
          }
        },
      ),
    );
  });
});

const SYSTEMD = "/usr/bin/systemd-analyze";

describe.skipIf(!existsSync(SYSTEMD))("systemd-analyze calendar (skipped if it is not installed)", () => {
  const numbers = (first: number, last: number) => fc.integer({ min: first, max: last }).map(String);
  // A repetition has an end: systemd 252 steps over the end of the hour without one, so *:0/31 is not due at 00:00 after 23:59.
  const part = (first: number, last: number) =>
    fc
      .tuple(numbers(first, last), fc.option(numbers(first, last)), fc.option(numbers(0, last)))
      .map(([start, stop, repeat]) => start + (stop ? `..${stop}${repeat ? `/${repeat}` : ""}` : ""));
  const chain = (first: number, last: number) =>
    fc.oneof(
      fc.constant("*"),
      fc.array(part(first, last), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(",")),
    );
  const weekday = fc.constantFrom("Mon", "tue", "Wednesday", "sat", "Sun", "foo");
  const expression = fc
    .record({
      weekdays: fc.oneof(
        fc.constant(""),
        weekday,
        fc.tuple(weekday, fc.constantFrom("..", "-", ","), weekday).map((texts) => texts.join("")),
      ),
      date: fc.oneof(
        fc.constant(""),
        fc
          .tuple(
            fc.constantFrom("*-", "2026-", "", "26..30-"),
            chain(0, 13),
            fc.constantFrom("-", "~"),
            chain(0, 32),
          )
          .map((texts) => texts.join("")),
      ),
      time: fc.oneof(
        fc.constant(""),
        fc
          .tuple(chain(0, 24), chain(0, 60), fc.oneof(fc.constant("0"), chain(0, 60)))
          .map((texts) => texts.join(":")),
      ),
      timezone: fc.constantFrom("", "UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"),
    })
    .map(({ weekdays, date, time, timezone }) =>
      [weekdays, date, time, timezone].filter((text) => text !== "").join(" "),
    );

  /** The next three times by systemd, or null if it refuses the expression. */
  function bySystemd(text: string, base: string): string[] | null {
    try {
      const args = ["calendar", `--base-time=${base} UTC`, "--iterations=3", text];
      const env = { TZ: "UTC", LANG: "C" };
      const output = execFileSync(SYSTEMD, args, { env, stdio: ["ignore", "pipe", "ignore"] }).toString();
      return [...output.matchAll(/(?:Next elapse|Iter\. #\d+): \w+ (\S+ \S+) UTC/g)].map(
        ([, at]) => at ?? "",
      );
    } catch {
      return null;
    }
  }

  function byVedette(text: string, base: string): string[] | null {
    try {
      return listOccurrences(calendarOccurrences(text), Date.parse(`${base}Z`), 3).map((atMs) =>
        new Date(atMs).toISOString().slice(0, 19).replace("T", " "),
      );
    } catch (error) {
      if (!(error instanceof ScheduleError)) throw error;
      return error.message.endsWith("never occurs") ? [] : null;
    }
  }

  test("agrees on every expression that it accepts, and refuses every expression that is refused here", () => {
    const bases = fc.constantFrom("2026-01-01 00:00:00", "2026-03-28 12:00:00", "2028-02-28 23:59:00");
    fc.assert(
      fc.property(expression, bases, (text, base) => {
        const theirs = bySystemd(text, base);
        const ours = byVedette(text, base);
        if (theirs !== null) expect(ours).toEqual(theirs);
        // It also refuses some lists and days from the end that its manual allows, such as *-*~1,28.
        else if (ours !== null) expect(text).toMatch(/[,~]/);
      }),
      // Each starts a process, which takes some milliseconds.
      { numRuns: 150 },
    );
  });
});

test("a wall time and its instant belong together, in every time zone", () => {
  const zones = fc.constantFrom(
    "UTC",
    "Europe/Berlin",
    "America/Havana",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
  );
  const instants = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) });
  fc.assert(
    fc.property(zones, instants, (zone, atMs) => {
      const wallMs = wallTimeAt(atMs, zone);
      const back = instantOf(wallMs, zone);
      // A repeated wall time is that of the first of two instants.
      expect(back === atMs || (back !== null && back < atMs && wallTimeAt(back, zone) === wallMs)).toBe(true);
    }),
  );
});

test.each<[HeartbeatSchedule, string]>([
  [{ type: "period", seconds: 86_400 }, "Every day"],
  [{ type: "period", seconds: 5_400 }, "Every 1 hour 30 minutes"],
  [{ type: "period", seconds: 172_800 }, "Every 2 days"],
  [
    { type: "cron", expression: "30 2 * * *", timezone: "Europe/Berlin" },
    "Every day at 02:30, Europe/Berlin",
  ],
  [
    { type: "cron", expression: "*/15 6-18 * * MON-FRI", timezone: "UTC" },
    "Every 15 minutes from 06:00 to 18:59 on Monday to Friday, UTC",
  ],
  [
    { type: "cron", expression: "30 2 1,15 JAN-JUN *", timezone: "UTC" },
    "At 02:30 on day 1 and 15 of the month in January to June, UTC",
  ],
  [{ type: "cron", expression: "5 * * * *", timezone: "UTC" }, "At minute 5 of every hour, UTC"],
  [{ type: "cron", expression: "@weekly", timezone: "UTC" }, "At 00:00 on Sunday, UTC"],
  [
    { type: "cron", expression: "0 0 13 * 5", timezone: "UTC" },
    "At 00:00 on day 13 of the month or on Friday, UTC",
  ],
  [
    { type: "cron", expression: "0 8 * * *\n1-59/7 3 * * *", timezone: "UTC" },
    "Every day at 08:00; at the times of '1-59/7 3 * * *', UTC",
  ],
  [{ type: "oncalendar", expression: "Mon 10:00 UTC" }, "At the times of 'Mon 10:00 UTC'"],
])("%j is described as %j", (schedule, sentence) => {
  expect(describeSchedule(schedule)).toBe(sentence);
});
