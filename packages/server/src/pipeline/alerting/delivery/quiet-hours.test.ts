import {
  QUIET_DAYS,
  type QuietHours,
  quietHoursSchema,
} from "@vedette/contract/alerts/channels/quiet-hours.ts";
import { wallTimeAt } from "@vedette/contract/heartbeats/schedules/wall-clock.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { quietUntilMs } from "./quiet-hours.ts";

const NIGHTS: QuietHours = {
  timezone: "Europe/Berlin",
  ranges: [{ days: [...QUIET_DAYS], from: "22:00", to: "07:00" }],
  except: [],
};
const until = (at: string, quiet = NIGHTS) => {
  const end = quietUntilMs(quiet, Date.parse(at));
  return end === null ? null : new Date(end).toISOString();
};

test("quiet hours end at their wall time, also across midnight", () => {
  expect(until("2026-01-10T20:59:59Z")).toBeNull();
  expect(until("2026-01-10T21:00:00Z")).toBe("2026-01-11T06:00:00.000Z");
  expect(until("2026-01-11T05:59:59Z")).toBe("2026-01-11T06:00:00.000Z");
  expect(until("2026-01-11T06:00:00Z")).toBeNull();
});

test("the night in which clocks change is an hour shorter or longer", () => {
  expect(until("2026-03-28T21:30:00Z")).toBe("2026-03-29T05:00:00.000Z");
  expect(until("2026-10-24T21:30:00Z")).toBe("2026-10-25T06:00:00.000Z");
});

test("ranges that touch are one, also over the end of the week", () => {
  const weekend: QuietHours = {
    ...{ timezone: "UTC", except: [] },
    ranges: [
      { days: ["saturday", "sunday"], from: "00:00", to: "24:00" },
      { days: ["monday"], from: "00:00", to: "06:00" },
    ],
  };
  expect(until("2026-01-10T12:00:00Z", weekend)).toBe("2026-01-12T06:00:00.000Z");
  expect(until("2026-01-09T23:59:00Z", weekend)).toBeNull();
});

test("quiet hours without an end are refused", () => {
  const always = { timezone: "UTC", ranges: [{ days: [...QUIET_DAYS], from: "00:00", to: "24:00" }] };
  expect(quietHoursSchema.safeParse(always).success).toBe(false);
});

const time = fc.integer({ min: 0, max: 1_439 }).map((minute) => {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
});
const quietHours = fc
  .record({
    timezone: fc.constantFrom(
      "UTC",
      "Europe/Berlin",
      "America/New_York",
      "Australia/Lord_Howe",
      "Asia/Kathmandu",
    ),
    ranges: fc.array(
      fc.record({
        days: fc.uniqueArray(fc.constantFrom(...QUIET_DAYS), { minLength: 1 }),
        from: time,
        to: time,
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map((value) => quietHoursSchema.safeParse(value))
  .filter((parsed) => parsed.success)
  .map((parsed) => parsed.data as QuietHours);

/** A minute is quiet if a range that began on its day or the day before contains it. */
function isQuiet({ timezone, ranges }: QuietHours, atMs: number): boolean {
  const wall = new Date(wallTimeAt(atMs, timezone)).toISOString().slice(11, 16);
  const day = new Date(wallTimeAt(atMs, timezone)).getUTCDay();
  const [today, yesterday] = [QUIET_DAYS[day], QUIET_DAYS[(day + 6) % 7]];
  return ranges.some(({ days, from, to }) => {
    const begins = days.some((name) => name === today) && wall >= from && (to < from || wall < to);
    return begins || (days.some((name) => name === yesterday) && to < from && wall < to);
  });
}

test("an instant is quiet exactly if a range contains its wall time, and the end is later", () => {
  fc.assert(
    fc.property(quietHours, fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }), (quiet, seconds) => {
      const end = quietUntilMs(quiet, seconds * 1_000);
      expect(end !== null).toBe(isQuiet(quiet, seconds * 1_000));
      if (end !== null) expect(end).toBeGreaterThan(seconds * 1_000);
    }),
  );
});
