import type { MonitorStats } from "@vedette/contract/targets/stats.ts";
import { expect, test } from "vitest";
import { at } from "../../../test/fixtures.ts";
import { phaseSeries, timeSeries } from "./chart-series.ts";

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

test("each line has its own color, and p95 is filled down to the median", () => {
  const series = timeSeries([point()], 500);
  expect(series.map(({ label }) => label)).toEqual(["p95", "Median", "Average", "Degraded above"]);
  expect(new Set(series.map(({ color }) => color)).size).toBe(4);
  expect(series[0]?.fillTo).toBe("Median");
});
