import { expect, test } from "vitest";
import { phaseRows } from "./phase-rows.ts";

test("phases follow each other, and those that did not happen are left out", () => {
  const rows = phaseRows({ dns_ms: 2, connect_ms: 10, tls_ms: null, ttfb_ms: 50, download_ms: 0.5 });
  expect(rows.map(({ label, startMs, durationMs }) => [label, startMs, durationMs])).toEqual([
    ["DNS", 0, 2],
    ["Connect", 2, 10],
    ["First byte", 12, 50],
    ["Download", 62, 0.5],
  ]);
  expect(
    phaseRows({ dns_ms: null, connect_ms: null, tls_ms: null, ttfb_ms: null, download_ms: null }),
  ).toEqual([]);
});
