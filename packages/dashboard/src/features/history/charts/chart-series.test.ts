import type { MonitorStats } from "@vedette/contract/targets/stats.ts";
import { describe, expect, test } from "vitest";
import { at } from "../../../../test/fixtures.ts";
import { phaseSeries, timeSeries, withoutEmptyPoints } from "./chart-series.ts";

type Point = MonitorStats["series"][number];

const point = (timings: Point["timings"] = null): Point => ({
  at: at(0),
  avg_ms: 10,
  p50_ms: 9,
  p95_ms: 20,
  total: 1,
  failed: 0,
  errors: 0,
  timings,
});
const plain = { dns_ms: 1, connect_ms: 2, tls_ms: null, ttfb_ms: 6, download_ms: 1 };

test("phases are stacked in the order in which they happen, without those that never do", () => {
  const series = phaseSeries([point(plain), point()], 500);
  expect(series.map(({ label, isStacked = false }) => [label, isStacked])).toEqual([
    ["DNS", true],
    ["Connect", true],
    ["First byte", true],
    ["Download", true],
    ["Degraded above", false],
  ]);
  expect(series[0]?.values).toEqual([1, null]);
});

describe("points without a check", () => {
  const points = (...totals: number[]): Point[] =>
    totals.map((total, minute) => ({ ...point(), at: at(minute * 60), total }));
  const minutes = (kept: readonly Point[]) =>
    kept.map((one) => (Date.parse(one.at) - Date.parse(at(0))) / 60_000);

  test("are left out between checks that followed each other", () => {
    expect(minutes(withoutEmptyPoints(points(1, 0, 1, 0, 1), 120))).toEqual([0, 2, 4]);
    expect(minutes(withoutEmptyPoints(points(1, 1, 0, 1), 90))).toEqual([0, 1, 3]);
  });
  test("stay where checks are missing, and at both ends", () => {
    expect(minutes(withoutEmptyPoints(points(0, 1, 0, 0, 0, 1, 0), 120))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
  test("stay for a target that is checked as often as there are points, or on demand only", () => {
    expect(withoutEmptyPoints(points(1, 0, 1), 60)).toHaveLength(3);
    expect(withoutEmptyPoints(points(1, 0, 1), null)).toHaveLength(3);
  });
});

test("each line has its own color, and p95 is filled down to the median", () => {
  const series = timeSeries([point()], 500);
  expect(series.map(({ label }) => label)).toEqual(["p95", "Median", "Average", "Degraded above"]);
  expect(new Set(series.map(({ color }) => color)).size).toBe(4);
  expect(series[0]?.fillTo).toBe("Median");
});
