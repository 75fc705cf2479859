import type { MonitorStats } from "@vedette/contract/targets/stats.ts";
import { expect, test } from "vitest";
import { at } from "../../../../test/fixtures.ts";
import { responseSeries } from "./response-series.ts";

type Point = MonitorStats["series"][number];

const point = (timings: Point["timings"] = null): Point => ({
  at: at(0),
  avg_ms: 10,
  p95_ms: 20,
  total: 1,
  failed: 0,
  errors: 0,
  timings,
});
const plain = { dns_ms: 1, connect_ms: 2, tls_ms: null, ttfb_ms: 6, download_ms: 1 };

test("phases are stacked in the order in which they happen, without those that never do", () => {
  const series = responseSeries([point(plain), point()], null);
  expect(series.map(({ label, isStacked = false }) => [label, isStacked])).toEqual([
    ["DNS", true],
    ["Connect", true],
    ["First byte", true],
    ["Download", true],
    ["Average", false],
    ["p95", false],
  ]);
  expect(series[0]?.values).toEqual([1, null]);
});

test("where no phase is known, the average and p95 are lines as ever", () => {
  expect(responseSeries([point()], 500).map(({ label }) => label)).toEqual([
    "Average",
    "p95",
    "Degraded above",
  ]);
});
