import { expect, test } from "vitest";
import { emptySnooze, SNOOZE_LENGTHS, toSnoozeSpan } from "./snooze-draft.ts";
import { snoozeText } from "./snooze-text.ts";

const NOW_MS = new Date(2026, 0, 31, 12).getTime();
const draft = emptySnooze(NOW_MS);

test("every length becomes exactly one end", () => {
  const ends = SNOOZE_LENGTHS.map(({ value }) => toSnoozeSpan({ ...draft, length: value }));
  expect(ends).toEqual([
    ...[30, 60, 240, 1_440].map((minutes) => ({ minutes })),
    { until: new Date(2026, 0, 31, 13).toISOString() },
    { until_recovery: true },
  ]);
});

test("sends a reason without the space around it, and an invalid time as it is", () => {
  expect(toSnoozeSpan({ length: "until", until: "", reason: " Disk " })).toEqual({
    until: "",
    reason: "Disk",
  });
});

test("says when a snooze ends, and nothing after it has ended", () => {
  const at = (...parts: [number, number, number, number]) => ({ until: new Date(...parts).toISOString() });
  expect(snoozeText({ until: null }, NOW_MS)).toBe("until recovery");
  expect(snoozeText(at(2026, 0, 31, 14), NOW_MS)).toMatch(/^until \D*2:00|^until 14:00/);
  expect(snoozeText(at(2026, 1, 2, 14), NOW_MS)).toMatch(/2026/);
  expect(snoozeText(at(2026, 0, 31, 12), NOW_MS)).toBeNull();
  expect(snoozeText(null, NOW_MS)).toBeNull();
});
