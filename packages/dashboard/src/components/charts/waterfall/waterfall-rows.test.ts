import fc from "fast-check";
import { expect, test } from "vitest";
import { axisTicks, placeParts, totalMs, type WaterfallRow } from "./waterfall-rows.ts";

const look = { color: "--up", background: "bg-up" } as const;
const row = (startMs: number | null, durationMs: number | null, parts: number[] = []): WaterfallRow => ({
  ...{ id: "1", label: "home", startMs, durationMs },
  parts: parts.map((ms, index) => ({ ...look, label: `phase ${index}`, ms })),
});

test("parts follow each other and end with their row", () => {
  const placed = placeParts(row(100, 50, [10, 30, 20]));
  expect(placed.map(({ startMs, ms }) => [startMs, ms])).toEqual([
    [100, 10],
    [110, 30],
    [140, 10],
  ]);
  expect(placeParts(row(null, null, [10]))).toEqual([]);
});

test("the axis ends with the last row, and exists without any", () => {
  expect(totalMs([row(0, 40), row(50, 100), row(null, null), row(120, null)])).toBe(150);
  expect(totalMs([])).toBeGreaterThan(0);
});

test("ticks are round, start at zero, stay within the axis and are few", () => {
  expect(axisTicks(150, 5)).toEqual([0, 50, 100, 150]);
  expect(axisTicks(0.7, 5)).toEqual([0, 0.2, 0.4, 0.6]);
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 1e7, noNaN: true }), (endMs) => {
      const ticks = axisTicks(endMs, 5);
      expect(ticks[0]).toBe(0);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.at(-1)).toBeLessThanOrEqual(endMs * (1 + 1e-6));
    }),
  );
});
