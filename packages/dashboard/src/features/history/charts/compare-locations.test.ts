import { expect, test } from "vitest";
import { compareLocations, LOCATIONS_MAX, locationLook } from "./compare-locations.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 27, 12, minute)).toISOString();
const point = (minute: number, ms: number | null) => ({
  ...{ at: at(minute), avg_ms: ms, p50_ms: ms, p95_ms: ms === null ? null : ms * 2 },
});
const location = (name: string, points: ReturnType<typeof point>[], index = 0) => ({
  ...{ location: name, points, look: locationLook(index) },
});

test("locations share one axis; a gap of one is a gap, and the instants of another are not", () => {
  const fra = location("fra", [point(0, 10), point(2, null), point(4, 30)]);
  const nyc = location("nyc", [point(1, 90), point(2, 91)], 1);
  const { at: axis, series } = compareLocations([fra, nyc], "p95_ms");
  expect(axis).toEqual([0, 1, 2, 4].map(at));
  expect(series.map(({ label, values }) => [label, values])).toEqual([
    ["fra", [20, undefined, null, 60]],
    ["nyc", [undefined, 180, 182, undefined]],
  ]);
});

test("one location is a line, and none is an empty chart", () => {
  expect(compareLocations([location("fra", [point(0, 10)])], "avg_ms").series).toHaveLength(1);
  expect(compareLocations([], "avg_ms")).toEqual({ at: [], series: [] });
});

test("each of 24 locations looks different", () => {
  const looks = Array.from({ length: LOCATIONS_MAX }, (_, index) => JSON.stringify(locationLook(index)));
  expect(new Set(looks).size).toBe(24);
});
