import { expect, test } from "vitest";
import { timeSeriesTable } from "./time-series-table.ts";

test("values are rows in UTC, gaps are empty, and the header has the unit", () => {
  const at = ["2026-11-27T13:00:00+01:00", "2026-11-27T12:01:00.000Z"];
  const series = [
    { label: "p95", values: [12.5, null] },
    { label: "oslo", values: [undefined, 0] },
  ];
  expect(timeSeriesTable({ at, series }, "ms")).toEqual({
    header: ["time_utc", "p95 (ms)", "oslo (ms)"],
    rows: [
      ["2026-11-27T12:00:00.000Z", 12.5, null],
      ["2026-11-27T12:01:00.000Z", null, 0],
    ],
  });
  expect(timeSeriesTable({ at: [], series }, "").header).toEqual(["time_utc", "p95", "oslo"]);
});
