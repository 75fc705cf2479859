import fc from "fast-check";
import { expect, test } from "vitest";
import { flapReleaseOf, flapStateOf } from "./flap-detection.ts";

const MINUTE_MS = 60_000;
const statesOf = (...minutes: number[]) =>
  minutes.map((_, index) => flapStateOf(minutes.slice(0, index + 1).map((minute) => minute * MINUTE_MS)));

test("notifies the first four openings within 30 minutes, and holds back those that follow", () => {
  expect(statesOf(0, 5, 10, 15, 20, 25)).toEqual(["calm", "calm", "calm", "starts", "flapping", "flapping"]);
});

test("does not hold back what opens regularly but rarely", () => {
  expect(statesOf(0, 12, 24, 36, 48, 60)).toEqual(Array(6).fill("calm"));
});

test("goes on while it opens at all, and ends after 30 minutes without an opening", () => {
  expect(statesOf(0, 1, 2, 3, 30, 55, 86, 87)).toEqual([
    ...["calm", "calm", "calm", "starts", "flapping", "flapping"],
    ...["calm", "calm"],
  ]);
});

test("an opening after 30 minutes of silence is always notified", () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 40 * MINUTE_MS }), { maxLength: 60 });
  fc.assert(
    fc.property(gaps, (before) => {
      const openings: number[] = [0];
      for (const gap of before) openings.push((openings.at(-1) ?? 0) + gap);
      openings.push((openings.at(-1) ?? 0) + 30 * MINUTE_MS + 1);
      expect(flapStateOf(openings)).toBe("calm");
    }),
  );
});

test("releases what has been open for ten minutes", () => {
  const nowMs = Date.UTC(2026, 0, 31, 12);
  expect(flapReleaseOf(nowMs).openedBefore).toEqual(new Date(nowMs - 10 * MINUTE_MS));
});
