import { describe, expect, test } from "vitest";
import { ONCE, readRrule, recurrenceText, writeRrule } from "./recurrence.ts";

describe("a recurrence", () => {
  test.each([
    ["FREQ=DAILY", "Every day"],
    ["FREQ=WEEKLY;BYDAY=SU", "Every week on Sunday"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR", "Every 2 weeks on Monday and Friday"],
    ["FREQ=MONTHLY;BYMONTHDAY=15", "Every month on day 15"],
    ["FREQ=MONTHLY;BYDAY=-1SU", "Every month on the last Sunday"],
    ["FREQ=DAILY;UNTIL=20270131T235959Z", "Every day, until 2027-01-31"],
  ])("reads, describes and writes %s without a change", (rrule, words) => {
    expect(readRrule(rrule).repeats).not.toBe("custom");
    expect(recurrenceText(rrule)).toBe(words);
    expect(writeRrule(readRrule(rrule))).toBe(rrule);
  });

  test.each(["FREQ=YEARLY;BYMONTH=1", "FREQ=WEEKLY;BYDAY=SU;COUNT=3", "FREQ=MONTHLY;BYDAY=1MO,3MO"])(
    "keeps %s, which the form has no fields for, unchanged",
    (rrule) => {
      expect(readRrule(rrule)).toMatchObject({ repeats: "custom", custom: rrule });
      expect(writeRrule(readRrule(rrule))).toBe(rrule);
    },
  );

  test("has no rule if it happens once", () => {
    expect(writeRrule(ONCE)).toBeNull();
    expect(readRrule(null)).toEqual(ONCE);
  });

  test("writes weekdays in the order of the week", () => {
    expect(writeRrule({ ...ONCE, repeats: "weekly", weekdays: ["FR", "MO"] })).toBe(
      "FREQ=WEEKLY;BYDAY=MO,FR",
    );
  });
});
