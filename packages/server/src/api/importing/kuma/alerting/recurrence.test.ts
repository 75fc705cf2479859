import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { createTimetable } from "../../../../pipeline/alerting/maintenance/timetable.ts";
import type { KumaRow } from "../database/kuma-database.ts";
import { recurrenceOf } from "./recurrence.ts";

const row = (fields: KumaRow): KumaRow => ({ start_time: "04:30", ...fields });
const cron = (expression: string): KumaRow => row({ strategy: "cron", cron: expression });

describe("recurrenceOf", () => {
  test.each<[KumaRow, string]>([
    [row({ strategy: "recurring-interval", interval_day: 1 }), "FREQ=DAILY"],
    [row({ strategy: "recurring-interval", interval_day: 3 }), "FREQ=DAILY;INTERVAL=3"],
    [row({ strategy: "recurring-weekday", weekdays: "[6,0,6]" }), "FREQ=WEEKLY;BYDAY=SU,SA"],
    [
      row({ strategy: "recurring-day-of-month", days_of_month: '[1,15,"lastDay1"]' }),
      "FREQ=MONTHLY;BYMONTHDAY=1,15,-1",
    ],
    [cron("15 2 * * 1-5"), "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    [cron("0 4 * * sun,7"), "FREQ=WEEKLY;BYDAY=SU"],
    [cron("0 4 1,l * *"), "FREQ=MONTHLY;BYMONTHDAY=-1,1"],
    [cron("0 4 */10 jan-mar *"), "FREQ=MONTHLY;BYMONTHDAY=1,11,21,31;BYMONTH=1,2,3"],
    [cron("0 4 * * *"), "FREQ=DAILY"],
  ])("%j", (fields, rrule) => {
    expect(recurrenceOf(fields)).toMatchObject({ rrule });
  });

  test.each([
    cron("*/5 * * * *"),
    cron("0 2,14 * * *"),
    cron("0 4 1 * 1"),
    cron("0 4 * * 9"),
    cron("0 4 * *"),
    cron("@daily"),
    cron("0 0 4 * * *"),
    row({ strategy: "recurring-day-of-month", days_of_month: '["lastDay2"]' }),
    row({ strategy: "recurring-weekday", weekdays: "not json" }),
    row({ strategy: "recurring-weekday", weekdays: "[1]", start_time: null }),
    row({ strategy: "constructor" }),
  ])("%j has no counterpart, and the reason is a sentence", (fields) => {
    expect(recurrenceOf(fields)).toMatch(/^[A-Z].*\.$/);
  });

  test("the rule occurs on exactly the days that match", () => {
    for (const expression of ["30 4 1,15,l * *", "30 4 * * mon-wed", "30 4 */7 2-4 *", "30 4 * * *"]) {
      const recurrence = recurrenceOf(cron(expression));
      if (typeof recurrence === "string") throw new Error(recurrence);
      const days = Array.from({ length: 400 }, (_, nr) =>
        Temporal.PlainDate.from("2026-01-01").add({ days: nr }),
      );
      const matching = days.filter((day) => recurrence.matches(day));
      const startOf = (day: Temporal.PlainDate | undefined) =>
        (day ?? Temporal.PlainDate.from("2026-01-01")).toZonedDateTime({
          timeZone: "UTC",
          plainTime: "04:30",
        }).epochMilliseconds;
      const timetable = createTimetable({
        startsAtMs: startOf(matching[0]),
        durationMs: 60_000,
        rrule: recurrence.rrule,
        timezone: "UTC",
        endedAtMs: null,
      });
      const found = timetable.within(startOf(days[0]) - 1, startOf(days.at(-1)) + 1);
      expect(found.map(({ fromMs }) => fromMs)).toEqual(matching.map(startOf));
    }
  });
});
