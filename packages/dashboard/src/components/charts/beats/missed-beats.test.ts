import fc from "fast-check";
import { expect, test } from "vitest";
import { at } from "../../../../test/fixtures.ts";
import type { Beat } from "./heartbeat-bars.tsx";
import { withMissedBeats } from "./missed-beats.ts";

const beat = (seconds: number): Beat => ({ id: `${seconds}`, status: "up", at: at(seconds), detail: "9 ms" });
const gap = (from: number, checks: number, reason = "stopped") => ({
  ...{ location: "fra", from: at(from), to: at(from + checks * 60), checks, reason },
});

test("missed checks are bars between those of checks, each with its reason", () => {
  const beats = withMissedBeats([beat(0), beat(240)], [gap(60, 3)]);
  expect(beats.map(({ status, at: time }) => [status, time])).toEqual([
    ["up", at(0)],
    ["missed", at(60)],
    ["missed", at(120)],
    ["missed", at(180)],
    ["up", at(240)],
  ]);
  expect(beats[1]?.detail).toBe("Vedette was stopped (fra)");
});

test("missed checks before the oldest bar are left out, and an unknown reason is shown as it is", () => {
  const beats = withMissedBeats([beat(300)], [gap(0, 7, "eclipse")]);
  expect(beats.map(({ id }) => id)).toEqual(["300", `missed fra ${at(300)}`, `missed fra ${at(360)}`]);
  expect(beats[1]?.detail).toBe("eclipse (fra)");
});

test("bars are in order of time with different ids, and a long gap adds a limited number", () => {
  const starts = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 4 });
  fc.assert(
    fc.property(starts, fc.integer({ min: 1, max: 5_000 }), (hours, checks) => {
      const beats = withMissedBeats(
        [beat(0)],
        hours.map((hour) => ({ ...gap(hour * 3_600, checks), location: `${hour}` })),
      );
      const times = beats.map((one) => Date.parse(one.at));
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(new Set(beats.map(({ id }) => id)).size).toBe(beats.length);
      expect(beats.length).toBe(1 + hours.length * Math.min(checks, 100));
    }),
  );
});
